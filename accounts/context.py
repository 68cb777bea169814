"""Context processors for account settings."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def mail(_request: HttpRequest) -> dict[str, bool]:
    """Tell templates whether the site can send mail, and with it a password reset link."""
    return {"site_sends_mail": bool(settings.EMAIL_URL)}
