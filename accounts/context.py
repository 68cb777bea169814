"""Context processors for account settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.languages import has_arabic_digits


def mail(_request: HttpRequest) -> dict[str, bool | str]:
    """Return the context variables for email: whether the site can send it, and the operator's address or ""."""
    return {"site_sends_mail": bool(settings.EMAIL_URL), "contact": settings.RONDA_CONTACT}


def digits(request: HttpRequest) -> dict[str, bool]:
    """Return the context variable that says whether the page shows Arabic-Indic digits."""
    return {"arabic_digits": has_arabic_digits(request)}
