"""Template tags for languages: the URL of the JavaScript catalog, and a page's URLs in all languages."""

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
    """Return the code of each language and this page's absolute URL in it, or an empty list if all share one URL.

    ``request`` is an empty string on a page that is rendered without a request, such as the outage page.
    """
    if not isinstance(request, HttpRequest) or request.resolver_match is None:
        return []
    here = request.build_absolute_uri(request.path)
    addresses = [(code, translate_url(here, code)) for code, _name in settings.LANGUAGES]
    return addresses if len(set(dict(addresses).values())) == len(addresses) else []
