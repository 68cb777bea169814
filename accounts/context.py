"""Context processors for account settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.languages import has_arabic_digits


def mail(_request: HttpRequest) -> dict[str, bool | str]:
    """Add whether the site can send email, and the operator's address or an empty string, to the template context."""
    return {"site_sends_mail": bool(settings.EMAIL_URL), "contact": settings.RONDA_CONTACT}


def digits(request: HttpRequest) -> dict[str, bool]:
    """Add whether to show Arabic-Indic digits to the template context."""
    return {"arabic_digits": has_arabic_digits(request)}
