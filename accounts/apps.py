"""The accounts app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig, apps
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class AccountsConfig(AppConfig):
    """The app for user accounts."""

    name = "accounts"
    verbose_name = _("Players and moderation")

    def ready(self) -> None:
        """Connect the signal handlers for signing in and out, and name allauth's models for the admin."""
        import accounts.login_fingerprints
        import accounts.push  # noqa: F401

        # In allauth's Arabic translation, “MFA” is the Ministry of Foreign Affairs. The models have only English names.
        mfa = apps.get_app_config("mfa")
        mfa.verbose_name = _("Two-factor authentication")
        _name_model(mfa.get_model("Authenticator"), _("second factor"), _("second factors"))
        sessions = apps.get_app_config("usersessions")
        _name_model(sessions.get_model("UserSession"), _("signed-in device"), _("signed-in devices"))


def _name_model(model: type[Model], name: StrOrPromise, plural: StrOrPromise) -> None:
    model._meta.verbose_name, model._meta.verbose_name_plural = name, plural
