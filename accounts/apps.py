"""The accounts app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app for user accounts."""

    name = "accounts"
    verbose_name = _("Players and moderation")

    def ready(self) -> None:
        """Connect the signal handlers for signing in."""
        import accounts.login_fingerprints  # noqa: F401
