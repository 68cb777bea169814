"""Forms of the account pages, where allauth's own are not quite right."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import AddEmailForm, ChangeEmailForm
from allauth.account.forms import LoginForm as BaseLoginForm
from allauth.account.forms import ResetPasswordForm as BaseResetPasswordForm
from allauth.account.forms import SignupForm as BaseSignupForm
from allauth.socialaccount.forms import SignupForm as BaseSocialSignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST


class NameTakenMixin:
    """Two who sign up with one name at the same moment: the second is told so, as if it had been later."""

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save, or answer that the name has just been taken."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[misc,no-any-return]
        except IntegrityError:
            messages.error(request, _("Somebody has just taken that name. Please choose another."))
            return None, redirect(request.get_full_path())


class SignupForm(NameTakenMixin, BaseSignupForm):
    """A name, a password and an address, which is left to who likes where no mail is sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_sign_up(self)


class SocialSignupForm(NameTakenMixin, BaseSocialSignupForm):
    """A name for somebody who signs up by an account elsewhere."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _label_sign_up(self)


class ResetPasswordForm(BaseResetPasswordForm):
    """Ask for a mail with a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("E-mail"))


class AddressForm(AddEmailForm):
    """Name another address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("New address"))


class OtherAddressForm(ChangeEmailForm):
    """Name another address while one signs up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("Other address"))


class LoginForm(BaseLoginForm):
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, login=_("Name or e-mail"))
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST))
        if not settings.EMAIL_URL:
            # The help is a link to a reset by mail, which cannot be sent.
            self.fields["password"].help_text = ""


def _label_sign_up(form: forms.Form) -> None:
    _relabel(form, username=_("Name"), email=_("E-mail") if settings.EMAIL_URL else _("E-mail (optional)"))
    form.fields["username"].help_text = _("3 to 20 letters, digits, “.”, “_” or “-”. Other players see it.")


def _relabel(form: forms.Form, **labels: Any) -> None:
    """Give fields the site's words, and none of them a placeholder that only says its label again."""
    for name, field in form.fields.items():
        field.label = labels.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)
