"""Translations for scripts: one catalog per language, at a URL that changes with its content."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

FOR_GOOD: Final = "public, max-age=31536000, immutable"


def catalog_address() -> str:
    """Return the URL of the catalog for the current language."""
    language = get_language() or settings.LANGUAGE_CODE
    return reverse("jsi18n", args=[language, _version_of(_catalog(language))])


@require_safe
def catalog(_request: HttpRequest, language: str, version: str) -> HttpResponse:
    """Return a language's catalog. For an outdated URL, return the current catalog, marked as not to be cached."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    content = _catalog(language)
    response = HttpResponse(content, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = FOR_GOOD if version == _version_of(content) else "no-cache"
    return response


@cache
def _catalog(language: str) -> bytes:
    # The site's own translations are in LOCALE_PATHS; naming one package leaves out the admin's translations.
    with override(language):
        response: HttpResponse = JavaScriptCatalog.as_view(packages=["accounts"])(_plain_request())  # type: ignore[assignment]
        return bytes(response.content)


def _plain_request() -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    return request


def _version_of(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]
