"""What stands between a right password and being signed in."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.http import HttpResponse


class AddressStage(EmailVerificationStage):
    """An address has to prove itself. Who signed up before the site could send mail may have none, and comes in."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Ask for the code of a mail, unless there is nobody to send it to."""
        user = self.login.user
        if user is not None and not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer
