"""Cache-Control headers for private responses."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control

from accounts.middleware import make_middleware

# Views whose responses are the same for everyone. All others, including future ones, are private, and so are responses
# that come from no view.
FILES = frozenset("match_picture player_picture record jsi18n faces manifest offline".split())
# Pages that are the same for everyone without a session.
PAGES = frozenset(
    "home matches result replay player player_matches ladder fair rules api help conduct privacy about glossary".split()
)
API = "api"  # its responses to requests without a token are the same for everyone


def _mark(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if not is_public(request):
        patch_cache_control(response, no_store=True, private=True)
    return response


def is_public(request: HttpRequest) -> bool:
    """Return whether everyone who requests this URL gets the same response."""
    match = request.resolver_match
    if match is None:
        return False
    if match.namespaces == [API]:
        return "Authorization" not in request.headers  # and cookies do not reach the API
    if match.namespaces:
        return False
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return match.url_name in FILES or (match.url_name in PAGES and not has_session)


# Forbids browsers and proxies from storing private responses, including every page for a signed-in user: on a shared
# device, the next user must not find in the browser's cache what the previous one read.
private_pages_middleware = make_middleware(after=_mark)
