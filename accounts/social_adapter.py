"""The adapter for allauth's social accounts."""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.forms import BaseForm
from django.http import HttpRequest

from accounts.guests import guest_of
from accounts.models import User


class SocialAdapter(DefaultSocialAccountAdapter):
    """Let guests keep their matches when they sign up through a social account."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> User:
        """Return an unsaved user, even for a guest: allauth treats a saved one as signed up (see ``save_user``)."""
        return User()

    def save_user(self, request: HttpRequest, sociallogin: Any, form: BaseForm | None = None) -> User:
        """Save the account, in the guest's row if a guest is signing up."""
        guest = guest_of(request)
        if guest is not None:
            guest.email = sociallogin.user.email
            sociallogin.user = guest
        saved: User = super().save_user(request, sociallogin, form)
        return saved
