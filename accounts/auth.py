"""Who may log in."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.base_user import AbstractBaseUser


class PeopleBackend(AuthenticationBackend):
    """Log in by name or address; people only."""

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        """Refuse accounts that are switched off, and bots even if somebody gave one a password."""
        return super().user_can_authenticate(user) and not getattr(user, "is_bot", False)
