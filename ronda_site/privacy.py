"""Which answers browsers and proxies may keep."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control

from accounts.middleware import make_middleware

# What is the same for everybody. All other views are private, also those that are added later, and so is every answer
# that comes from no view.
FILES = frozenset("match_picture player_picture record jsi18n".split())
# Pages that are the same for everybody who is not signed in.
PAGES = frozenset("home matches result replay player player_matches ladder fair rules api".split())
API = "api"  # what it answers to requests without a token is the same for everybody


def _mark(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not _is_public(request):
        patch_cache_control(response, no_store=True, private=True)
    return response


def _is_public(request: HttpRequest) -> bool:
    """Tell whether anybody who asks for the same address is answered alike."""
    match = request.resolver_match
    if match is None:
        return False
    if match.namespaces == [API]:
        return "Authorization" not in request.headers  # and cookies do not reach the API
    if match.namespaces:
        return False
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return match.url_name in FILES or (match.url_name in PAGES and not has_session)


# Forbids browsers and proxies to keep private answers, and all pages that a signed-in reader gets. What one user of a
# device has read while signed in, the next must not find in the browser's cache.
private_pages_middleware = make_middleware(after=_mark)
