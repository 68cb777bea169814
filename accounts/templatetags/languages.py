"""Template tags for languages: the catalog of the scripts, and the addresses of a page in other languages."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url

from accounts.js_catalog import catalog_address

register = template.Library()

register.simple_tag(catalog_address, name="js_catalog")


@register.simple_tag
def addresses_by_language(request: HttpRequest | str) -> list[tuple[str, str]]:
    """Return each language with the absolute address of this page in it; none if the page has one address for all.

    A page that is rendered without a request, as for a probe, passes an empty string.
    """
    if not isinstance(request, HttpRequest) or request.resolver_match is None:
        return []
    here = request.build_absolute_uri(request.path)
    addresses = [(code, translate_url(here, code)) for code, _name in settings.LANGUAGES]
    return addresses if len(set(dict(addresses).values())) == len(addresses) else []
