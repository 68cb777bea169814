"""Forms of the account pages, where allauth's own are not quite right."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as BaseLoginForm
from allauth.account.forms import SignupForm as BaseSignupForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class SignupForm(BaseSignupForm):
    """A name, a password and, for who likes, an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, username=_("Name"), email=_("E-mail (optional)"))
        self.fields["username"].help_text = _("3 to 20 letters, digits, “.”, “_” or “-”. Other players see it.")


class LoginForm(BaseLoginForm):
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, login=_("Name or e-mail"))
        if not settings.EMAIL_URL:
            # The help is a link to a reset by mail, which cannot be sent.
            self.fields["password"].help_text = ""


def _relabel(form: forms.Form, **labels: Any) -> None:
    """Give fields the site's words, and none of them a placeholder that only says its label again."""
    for name, field in form.fields.items():
        field.label = labels.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)
