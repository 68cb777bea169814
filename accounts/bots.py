"""Bot accounts: programs that play. Each has an operator: the person who runs it and is responsible for it."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import User
from accounts.names import check_not_reserved, is_well_formed
from accounts.selectors import check_inoffensive, is_taken

MOST = 3  # bots per operator
MADE_A_DAY = 6  # including closed bots, whose names stay taken
TAKEN = _("A player with that name already exists.")


class NoBotsForYouError(ServiceError):
    """Guests and bots cannot create bots."""

    code = "forbidden"
    message = _("You need an account to create bots.")


class TooManyBotsError(ServiceError):
    """The operator has reached the limit on bots, or on new bots per day."""

    code = "too_many_bots"
    message = _("You’ve reached your bot limit, or the daily limit for new bots.")


class BadNameError(ServiceError):
    """The name is not allowed for a bot."""

    code = "name"
    message = _("This name is not available.")


@transaction.atomic
def make_bot(*, operator: User, name: str) -> User:
    """Create a bot account. The naming rules are the same as for people, except that the name may contain "bot".

    Raises NoBotsForYouError, TooManyBotsError, BadNameError.
    """
    if operator.is_guest or operator.is_bot:
        raise NoBotsForYouError
    User.objects.select_for_update(no_key=True).get(pk=operator.pk)  # concurrent requests wait, so the limit holds
    lately = operator.bots.filter(date_joined__gt=timezone.now() - timedelta(days=1))
    if bots_of(operator).count() >= MOST or lately.count() >= MADE_A_DAY:
        raise TooManyBotsError
    try:
        is_well_formed(name)
        check_not_reserved(name, for_bot=True)
        check_inoffensive(name)
    except ValidationError as error:
        raise BadNameError(message=" ".join(error.messages)) from None
    if is_taken(name):
        raise BadNameError(message=TAKEN)
    try:
        with transaction.atomic():
            return User.objects.create_bot(name, operator)
    except IntegrityError:
        raise BadNameError(message=TAKEN) from None


def bots_of(operator: User) -> QuerySet[User]:
    """Return the operator's open bot accounts, ordered by name."""
    return operator.bots.filter(closed_at=None).order_by("username")
