"""The language of a response, chosen by its URL or else by the reader's account, cookie or browser, in that order.

The pages that search engines read have a URL in each language; the English one has no prefix. Other URLs are the same
in all languages. If a link or form on a page with a prefix leads to such a URL, it opens in that page's language, which
is then stored in the language cookie. The page with the prefix sets no cookie, because caches may share it.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.middleware.locale import LocaleMiddleware
from django.urls import is_valid_path
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from accounts.languages import language_of, language_of_last_page, remember_language
from games.api.middleware import ROOT as API_ROOT
from ronda_site.privacy import FILES


class LanguageMiddleware(LocaleMiddleware):
    """Choose the language of a request."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:  # type: ignore[override]
        """Activate the language. Redirect readers from a page's English URL to its URL in their language."""
        language = (
            translation.get_language_from_path(request.path_info)
            or _language_to_remember(request)
            or language_of(request)
        )
        translation.activate(language)
        request.LANGUAGE_CODE = language
        if language == settings.LANGUAGE_CODE or not _has_prefixed_address(request.path_info, language):
            return None
        if request.method in {"GET", "HEAD"}:
            response = HttpResponseRedirect(f"/{language}{request.get_full_path()}")
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            return response
        translation.activate(settings.LANGUAGE_CODE)  # only the English URL accepts this request
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set Content-Language and Vary headers, unless the response is the same in all languages."""
        match = request.resolver_match
        if match is not None and match.url_name in FILES:
            return response
        response.headers.setdefault("Content-Language", translation.get_language() or settings.LANGUAGE_CODE)
        if not translation.get_language_from_path(request.path_info):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        language = _language_to_remember(request)
        if language and settings.LANGUAGE_COOKIE_NAME not in response.cookies:  # the reader may just have chosen one
            remember_language(response, language)
            patch_cache_control(response, no_store=True, private=True)
        return response


def _language_to_remember(request: HttpRequest) -> str:
    """Return the language of the page that the reader came from, or an empty string if this URL sets its own."""
    path = request.path_info
    if path.startswith(API_ROOT) or translation.get_language_from_path(path):
        return ""
    language = language_of_last_page(request)
    return "" if language and _has_prefixed_address(path, language) else language


def _has_prefixed_address(path: str, language: str) -> bool:
    if translation.get_language_from_path(path):
        return False
    with translation.override(language):  # a prefix is only valid in its own language
        return bool(is_valid_path(f"/{language}{path}"))
