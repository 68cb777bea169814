"""Accounts of bots: programs that play, each of them answered for by a person."""

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

MOST = 3  # of one person at a time
MADE_A_DAY = 6  # those that were closed again count too: their names are gone for everybody
TAKEN = _("A player with that name already exists.")


class NoBotsForYouError(ServiceError):
    """Guests have no bots, and bots have none either."""

    code = "forbidden"
    message = _("You need an account to create bots.")


class TooManyBotsError(ServiceError):
    """A person has as many bots as one can."""

    code = "too_many_bots"
    message = _("You’ve reached the limit of bots, or of bots created in a day.")


class BadNameError(ServiceError):
    """A name that a bot cannot have; nor can a person."""

    code = "name"
    message = _("This name is not available.")


@transaction.atomic
def make_bot(*, operator: User, name: str) -> User:
    """Make the account of a bot, under a name that a person could have taken too, or that says it is a bot.

    Raises NoBotsForYouError, TooManyBotsError, BadNameError.
    """
    if operator.is_guest or operator.is_bot:
        raise NoBotsForYouError
    User.objects.select_for_update(no_key=True).get(pk=operator.pk)  # so that two at once are counted
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
    """Somebody's bots, by name."""
    return operator.bots.filter(closed_at=None).order_by("username")
