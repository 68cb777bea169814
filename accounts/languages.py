"""The reader's language and digits, taken from the account or a cookie, or else from the browser."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import translate_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, get_language_from_path, get_language_from_request, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.language_choices import LANGUAGES, Digits
from accounts.models import User

DIGITS_COOKIE: Final = "digits"


def language_of(request: HttpRequest) -> str:
    """Return the reader's chosen language or, if they have chosen none, the browser's or the site's language."""
    return _account_choice(request, "language") or get_language_from_request(request)


def language_of_last_page(request: HttpRequest) -> str:
    """Return the language in the URL of the page whose link or form led here.

    Return the empty string if that URL has none, or if a language is set in the account, which takes precedence.
    """
    last_page = urlsplit(request.headers.get("Referer", ""))
    if last_page.netloc != request.get_host() or _account_choice(request, "language"):
        return ""
    return get_language_from_path(last_page.path) or ""


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Save the language in the reader's browser."""
    _set_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)


def has_arabic_digits(request: HttpRequest) -> bool:
    """Return whether the page shows Arabic-Indic digits: it must be in Arabic, and the reader must have chosen them."""
    digits = _account_choice(request, "digits") or request.COOKIES.get(DIGITS_COOKIE, "")
    return digits == Digits.ARABIC and get_language() == "ar"


def _account_choice(request: HttpRequest, name: str) -> str:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""  # no one is signed in, and reading the session would add "Vary: Cookie"
    return str(getattr(getattr(request, "user", None), name, ""))  # no user if an early middleware failed


# A page on another site could post here, but without the session cookie, so it could change only the cookies set here.
# A CSRF token would set a cookie on every page, including pages that are the same for everyone.
@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Save the language or digits in a cookie and, for signed-in users, in the account. Redirect to ``next``."""
    chosen = {
        name: request.POST[name]
        for name, values in (("language", dict(LANGUAGES)), ("digits", Digits.values))
        if request.POST.get(name) in values
    }
    if isinstance(request.user, User) and chosen:
        User.objects.filter(pk=request.user.pk).update(**chosen)
    response = redirect(_address_after(request, chosen.get("language")))
    for name, value in chosen.items():
        _set_cookie(response, settings.LANGUAGE_COOKIE_NAME if name == "language" else DIGITS_COOKIE, value)
    return response


def _address_after(request: HttpRequest, language: str | None) -> str:
    """Return the URL to redirect to: the requested one, or its equivalent in the new language."""
    address = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    if language is None:
        return address
    with override(get_language_from_path(address) or settings.LANGUAGE_CODE):
        return translate_url(address, language or settings.LANGUAGE_CODE)


def _set_cookie(response: HttpResponseBase, name: str, value: str) -> None:
    if value:
        response.set_cookie(
            name,
            value,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(name, samesite="Lax")
