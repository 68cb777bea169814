"""What people may decide about other people, and about their own account."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import Block, Kind, User
from accounts.names import CLOSED


class NobodyToBlockError(ServiceError):
    """Oneself and bots cannot be kept away."""

    code = "nobody_to_block"
    message = _("You cannot mute or block yourself, and bots do not talk.")


class AlreadyClosedError(ServiceError):
    """An account is closed once."""

    code = "closed"
    message = _("This account is closed already.")


def mute_user(*, by: User, whom: User) -> None:
    """Leave out what ``whom`` writes from now on. Somebody who is blocked is then only muted.

    Raises NobodyToBlockError.
    """
    _keep_away(by, whom, Kind.MUTE)


def block_user(*, by: User, whom: User) -> None:
    """Mute ``whom``, and be seated with them no more. Raises NobodyToBlockError."""
    _keep_away(by, whom, Kind.BLOCK)


def unblock(*, by: User, whom: User) -> None:
    """Take muting or blocking back; harmless where there is none."""
    Block.objects.filter(by=by, whom=whom).delete()


@transaction.atomic
def _keep_away(by: User, whom: User, kind: Kind) -> None:
    if by.pk == whom.pk or whom.is_bot:
        raise NobodyToBlockError
    Block.objects.update_or_create(by=by, whom=whom, defaults={"kind": kind})


@transaction.atomic
def close_account(*, user: User) -> None:
    """Close an account for good: nobody signs in to it, and nothing is left of the person but the key of the name.

    The row stays, since others' matches hang on it. Its name is kept from everybody, though nobody sees it any more.
    Raises AlreadyClosedError.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.closed_at is not None:
        raise AlreadyClosedError
    person.closed_at = timezone.now()  # before the name, so that its key stays
    person.username = f"{CLOSED} {person.pk}"
    person.email = ""
    person.is_active = person.is_staff = person.is_superuser = person.auto_call = False
    person.last_login = None
    person.set_unusable_password()  # with which every session ends, wherever it is
    person.save()
    person.groups.clear()
    person.user_permissions.clear()
    for session in UserSession.objects.filter(user=person):
        session.end()
    for rows in (EmailAddress.objects, Authenticator.objects, SocialAccount.objects):
        rows.filter(user=person).delete()
    Block.objects.filter(Q(by=person) | Q(whom=person)).delete()
