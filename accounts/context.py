"""What templates may ask about the site's accounts."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def mail(_request: HttpRequest) -> dict[str, bool]:
    """Tell whether this site can send mail: a forgotten password is reset only where it can."""
    return {"site_sends_mail": bool(settings.EMAIL_URL)}
