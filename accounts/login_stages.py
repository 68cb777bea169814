"""Stages between entering a correct password and being signed in."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponse


class AddressStage(EmailVerificationStage):
    """Require a verified email address, unless the account has no address at all.

    The site may not have sent email when the account was created.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Send the verification code and ask for it, unless the account has no email address."""
        user = self.login.user
        if user is not None and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer
