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

from accounts import countries
from accounts.errors import ServiceError
from accounts.models import ApiToken, Block, Follow, Kind, User
from accounts.names import CLOSED
from accounts.selectors import blocked_pairs
from accounts.signals import signed_out

MAX_FOLLOWED = 500


class NobodyToBlockError(ServiceError):
    """Oneself and the site's bots cannot be kept away."""

    code = "nobody_to_block"
    message = _("You can’t mute or block yourself or the site’s bots.")


class NobodyToFollowError(ServiceError):
    """Oneself, bots, those whose accounts are closed, and those with whom one is kept apart are not followed."""

    code = "nobody_to_follow"
    message = _("You can’t follow this player.")


class TooManyFollowedError(ServiceError):
    """There is an end to friendship."""

    code = "too_many_followed"
    message = _("You follow the maximum number of players. Unfollow someone first.")


class UnknownCountryError(ServiceError):
    """A code that is no country's."""

    code = "unknown_country"
    message = _("No such country.")


class AlreadyClosedError(ServiceError):
    """An account is closed once."""

    code = "closed"
    message = _("This account is already closed.")


def mute_user(*, by: User, whom: User) -> None:
    """Leave out what ``whom`` writes from now on. Somebody who is blocked is then only muted.

    Raises NobodyToBlockError.
    """
    _block(by, whom, Kind.MUTE)


def block_user(*, by: User, whom: User) -> None:
    """Mute ``whom``, and be seated with them no more. Raises NobodyToBlockError."""
    _block(by, whom, Kind.BLOCK)


def unblock(*, by: User, whom: User) -> None:
    """Take muting or blocking back; harmless where there is none."""
    Block.objects.filter(by=by, whom=whom).delete()


@transaction.atomic
def _block(by: User, whom: User, kind: Kind) -> None:
    if by.pk == whom.pk or whom.is_site_bot:
        raise NobodyToBlockError
    Block.objects.update_or_create(by=by, whom=whom, defaults={"kind": kind})
    if kind == Kind.BLOCK:
        Follow.objects.filter(Q(by=by, whom=whom) | Q(by=whom, whom=by)).delete()


@transaction.atomic
def follow_user(*, by: User, whom: User) -> None:
    """Have ``whom`` among one's friends; harmless a second time. Raises NobodyToFollowError, TooManyFollowedError."""
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # so that two at once are counted
    if whom.pk == by.pk or whom.is_bot or whom.is_closed or blocked_pairs([by.pk, whom.pk]):
        raise NobodyToFollowError
    if Follow.objects.filter(by=by).exclude(whom=whom).count() >= MAX_FOLLOWED:
        raise TooManyFollowedError
    Follow.objects.get_or_create(by=by, whom=whom)


def unfollow(*, by: User, whom: User) -> None:
    """Take following back; harmless where there is none."""
    Follow.objects.filter(by=by, whom=whom).delete()


def choose_country(*, user: User, country: str) -> None:
    """Say where one is from, by the ISO code; the empty string says nothing. Raises UnknownCountryError."""
    if country and country not in countries.NAMES:
        raise UnknownCountryError
    user.country = country
    user.save(update_fields=["country"])


@transaction.atomic
def close_account(*, user: User) -> None:
    """Close an account for good: nobody signs in to it, and nothing is left of the person but the key of the name.

    The row stays, since others' matches hang on it. Its name is kept from everybody, though nobody sees it any more.
    Every socket is closed as this is committed. Raises AlreadyClosedError.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.closed_at is not None:
        raise AlreadyClosedError
    person.closed_at = timezone.now()  # before the name, so that its key stays
    person.username = f"{CLOSED} {person.pk}"
    person.email = person.country = ""
    person.is_active = person.is_staff = person.is_superuser = person.auto_call = False
    person.last_login = None
    person.set_unusable_password()  # with which every session ends, wherever it is
    person.save()
    person.groups.clear()
    person.user_permissions.clear()
    for session in UserSession.objects.filter(user=person):
        session.end()
    signed_out.send(User, user_id=person.pk, session="")
    for rows in (EmailAddress.objects, Authenticator.objects, SocialAccount.objects, ApiToken.objects):
        rows.filter(user=person).delete()
    for pairs in (Block.objects, Follow.objects):
        pairs.filter(Q(by=person) | Q(whom=person)).delete()
