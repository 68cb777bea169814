"""Forms of the account pages, where allauth's own are not quite right."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    BaseConfirmCodeForm,
    ChangeEmailForm,
    ConfirmEmailVerificationCodeForm,
)
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
from accounts.selectors import is_anothers_address


class NameTakenMixin:
    """Two who sign up with one name at the same moment: the second is told so, as if it had been later."""

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save, or answer that the name has just been taken."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[misc,no-any-return]
        except IntegrityError:
            messages.error(request, _("That name has just been taken. Please choose another."))
            return None, redirect(request.get_full_path())


class AnyAddressMixin:
    """Take any address: that it belongs to an account already is told to its owner alone, by mail.

    allauth would make no account then, and whether the chosen name is taken afterwards would tell what the page does
    not. An unverified address gives no rights, so several accounts may name the same one
    (``AccountAdapter.send_confirmation_mail`` sends the mail; only one account can verify it).
    """

    def validate_unique_email(self, value: str) -> str:
        """Accept the address."""
        return value


class SignupForm(NameTakenMixin, AnyAddressMixin, BaseSignupForm):
    """A name, a password and, on a site that sends mail, an address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _prepare_sign_up(self)


class SocialSignupForm(NameTakenMixin, AnyAddressMixin, BaseSocialSignupForm):
    """A name for somebody who signs up by an account elsewhere."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _prepare_sign_up(self)


class ResetPasswordForm(BaseResetPasswordForm):
    """Ask for a mail with a link. One mail is sent for each request, whether or not the address has an account."""

    users: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("Email"))

    def clean_email(self) -> str:
        """Find the account; where none has verified the address, the oldest that has given it."""
        _require_mail()
        email: str = super().clean_email()
        self.users = sorted(self.users, key=lambda user: user.pk)[:1]
        return email


class AddressForm(AddEmailForm):
    """Name another address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("New address"))

    def clean_email(self) -> str:
        """Refuse every address on a site that cannot send a code to it."""
        _require_mail()
        email: str = super().clean_email()
        return email


class OtherAddressForm(ChangeEmailForm):
    """Name another address while one signs up: any, as for ``AnyAddressMixin``."""

    account_already_exists = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("Different address"))

    def clean_email(self) -> str:
        """Accept the address."""
        email: str = self.cleaned_data["email"]
        return email.lower()


class CodeForm(ConfirmEmailVerificationCodeForm):
    """Type the code that proves an address."""

    def clean_code(self) -> str:
        """Check the code, and that no other account has verified the address in the meantime."""
        code: str = BaseConfirmCodeForm.clean_code(self)
        if is_anothers_address(self.email, self.user):
            raise get_adapter().validation_error("email_taken")
        return code


class LoginForm(BaseLoginForm):
    """Log in by name or address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, login=_("Name or email"))
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST))
        if not settings.EMAIL_URL:
            # The help is a link to a reset by mail, which cannot be sent.
            self.fields["password"].help_text = ""


def _require_mail() -> None:
    """Raise ValidationError on a site that sends no mail."""
    if not settings.EMAIL_URL:
        raise forms.ValidationError(_("This site doesn’t send email, so it doesn’t need your address."))


def _prepare_sign_up(form: forms.Form) -> None:
    """Label the fields. A site that cannot send mail asks for no address: it could neither verify it nor use it."""
    if not settings.EMAIL_URL:
        del form.fields["email"]
    _relabel(form, username=_("Name"), email=_("Email"))
    form.fields["username"].help_text = _("3 to 20 letters, digits, “.”, “_” or “-”. Other players will see it.")


def _relabel(form: forms.Form, **labels: Any) -> None:
    """Give fields the site's words, and none of them a placeholder that only says its label again."""
    for name, field in form.fields.items():
        field.label = labels.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)
