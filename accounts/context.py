"""Context processors for account settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from accounts.languages import has_arabic_digits


def mail(_request: HttpRequest) -> dict[str, bool | str]:
    """Give templates the operator's contact address (or an empty string), and whether the site can send email."""
    return {"site_sends_mail": bool(settings.EMAIL_URL), "contact": settings.RONDA_CONTACT}


def digits(request: HttpRequest) -> dict[str, bool]:
    """Tell templates whether to show Arabic-Indic digits."""
    return {"arabic_digits": has_arabic_digits(request)}
