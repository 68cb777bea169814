"""Account forms that replace allauth's own."""

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
    """Report a name as taken when two people sign up with it at the same moment."""

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save the user, or report that the name has just been taken."""
        try:
            with transaction.atomic():
                return super().try_save(request)  # type: ignore[misc,no-any-return]
        except IntegrityError:
            messages.error(request, _("That name has just been taken. Please choose another."))
            return None, redirect(request.get_full_path())


class AnyAddressMixin:
    """Accept any email address, even one that belongs to an account. Only its owner is notified, by email.

    allauth itself would not create an account for such an address. Anyone could then find out what the page hides, by
    checking whether the chosen name is still free. An unverified address gives no rights, so several accounts may have
    the same address, but only one of them can verify it. ``AccountAdapter.send_confirmation_mail`` sends the email.
    """

    def validate_unique_email(self, value: str) -> str:
        """Accept the address, even if it is taken."""
        return value


class SignupForm(NameTakenMixin, AnyAddressMixin, BaseSignupForm):
    """Sign up with a name, a password and, if the site sends email, an email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _prepare_sign_up(self)


class SocialSignupForm(NameTakenMixin, AnyAddressMixin, BaseSocialSignupForm):
    """Choose a name when signing up through a social account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _prepare_sign_up(self)


class ResetPasswordForm(BaseResetPasswordForm):
    """Request a password reset link. Each request sends one email, whether or not the address has an account."""

    users: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("Email"))

    def clean_email(self) -> str:
        """Find the account that has verified the address or, if there is none, the oldest account that has it."""
        _require_mail()
        email: str = super().clean_email()
        self.users = sorted(self.users, key=lambda user: user.pk)[:1]
        return email


class AddressForm(AddEmailForm):
    """Add or change an account's email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("New address"))

    def clean_email(self) -> str:
        """Refuse any address if the site cannot send a code to it."""
        _require_mail()
        email: str = super().clean_email()
        return email


class OtherAddressForm(ChangeEmailForm):
    """Correct the email address while signing up. Any address is accepted; ``AnyAddressMixin`` explains why."""

    account_already_exists = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, email=_("Different address"))

    def clean_email(self) -> str:
        """Return the address in lower case, without checking whether it is taken."""
        email: str = self.cleaned_data["email"]
        return email.lower()


class CodeForm(ConfirmEmailVerificationCodeForm):
    """The form for the code that verifies an email address."""

    def clean_code(self) -> str:
        """Check that the code is right and that no other account has verified the address in the meantime."""
        code: str = BaseConfirmCodeForm.clean_code(self)
        if is_anothers_address(self.email, self.user):
            raise get_adapter().validation_error("email_taken")
        return code


class LoginForm(BaseLoginForm):
    """Sign in with a name or an email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _relabel(self, login=_("Name or email"))
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST))
        self.fields["login"].widget.attrs["autocomplete"] = "username"  # allauth's is "email"
        self.fields["password"].help_text = ""  # the page itself says what to do about a forgotten password


def _require_mail() -> None:
    """Raise ValidationError if the site does not send email."""
    if not settings.EMAIL_URL:
        raise forms.ValidationError(_("This site doesn’t send email, so it doesn’t need your address."))


def _prepare_sign_up(form: forms.Form) -> None:
    """Label the fields, and remove the email field if the site does not send email and so cannot verify addresses."""
    if not settings.EMAIL_URL:
        del form.fields["email"]
    _relabel(form, username=_("Name"), email=_("Email"))
    if "password1" in form.fields:  # the rules in one line; an error says which of them is broken
        form.fields["password1"].help_text = _(
            "At least 8 characters, not similar to your name, and not a common password."
        )
    form.fields["username"].help_text = _("3 to 20 letters, digits, “.”, “_” or “-”. Other players will see it.")


def _relabel(form: forms.Form, **labels: Any) -> None:
    """Set the labels of the fields, and remove placeholders that only repeat them."""
    for name, field in form.fields.items():
        field.label = labels.get(name, field.label)
        field.widget.attrs.pop("placeholder", None)
