"""Forms of the account pages, where allauth's own are not quite right."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as BaseLoginForm
from django.conf import settings


class LoginForm(BaseLoginForm):
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.EMAIL_URL:
            # The help is a link to a reset by mail, which cannot be sent.
            self.fields["password"].help_text = ""
