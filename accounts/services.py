"""Muting, blocking and following other players, and changing one's own account."""

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
from accounts.avatars import AvatarColour, AvatarPattern
from accounts.card_choices import CardBack, CardSet, Felt
from accounts.errors import ServiceError
from accounts.models import ApiToken, Block, Follow, Kind, LastSeen, User
from accounts.names import CLOSED
from accounts.selectors import blocked_pairs
from accounts.signals import signed_out
from accounts.themes import Theme

MAX_FOLLOWED = 500


class CannotBlockError(ServiceError):
    """Users cannot mute or block themselves or the site's bots."""

    code = "nobody_to_block"
    message = _("You can’t mute or block yourself or the site’s bots.")


class NobodyToFollowError(ServiceError):
    """Users cannot follow themselves, bots, closed accounts, or anyone whom they blocked or who blocked them."""

    code = "nobody_to_follow"
    message = _("You can’t follow this player.")


class TooManyFollowedError(ServiceError):
    """The user already follows the maximum number of people."""

    code = "too_many_followed"
    message = _("You’re following the maximum number of players. Unfollow someone first.")


class UnknownCountryError(ServiceError):
    """The country code does not exist."""

    code = "unknown_country"
    message = _("No such country.")


class UnknownAvatarError(ServiceError):
    """The pattern or colour does not exist."""

    code = "unknown_avatar"
    message = _("Choose a pattern and a colour.")


class AlreadyClosedError(ServiceError):
    """The account is already closed."""

    code = "closed"
    message = _("This account is already closed.")


def mute_user(*, by: User, whom: User) -> None:
    """Hide from ``by`` everything that ``whom`` writes. If ``by`` has blocked ``whom``, muting replaces the block.

    Raises CannotBlockError.
    """
    _block(by, whom, Kind.MUTE)


def block_user(*, by: User, whom: User) -> None:
    """Mute ``whom``, prevent the two from being seated together, and end follows in both directions.

    Raises CannotBlockError.
    """
    _block(by, whom, Kind.BLOCK)


def unblock(*, by: User, whom: User) -> None:
    """Unmute or unblock ``whom``. Do nothing if ``by`` has neither muted nor blocked them."""
    Block.objects.filter(by=by, whom=whom).delete()


@transaction.atomic
def _block(by: User, whom: User, kind: Kind) -> None:
    if by.pk == whom.pk or whom.is_site_bot:
        raise CannotBlockError
    Block.objects.update_or_create(by=by, whom=whom, defaults={"kind": kind})
    if kind == Kind.BLOCK:
        Follow.objects.filter(Q(by=by, whom=whom) | Q(by=whom, whom=by)).delete()


@transaction.atomic
def follow_user(*, by: User, whom: User) -> None:
    """Follow ``whom``; following twice changes nothing. Raises NobodyToFollowError, TooManyFollowedError."""
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # concurrent requests wait, so the limit holds
    if whom.pk == by.pk or whom.is_bot or whom.is_closed or blocked_pairs([by.pk, whom.pk]):
        raise NobodyToFollowError
    if Follow.objects.filter(by=by).exclude(whom=whom).count() >= MAX_FOLLOWED:
        raise TooManyFollowedError
    Follow.objects.get_or_create(by=by, whom=whom)


def unfollow(*, by: User, whom: User) -> None:
    """Stop following ``whom``. Do nothing if ``by`` does not follow them."""
    Follow.objects.filter(by=by, whom=whom).delete()


def choose_country(*, user: User, country: str) -> None:
    """Store the user's country, an ISO 3166 code or the empty string for none. Raises UnknownCountryError."""
    if country and country not in countries.NAMES:
        raise UnknownCountryError
    user.country = country
    user.save(update_fields=["country"])


def choose_avatar(*, user: User, pattern: str, colour: str) -> None:
    """Store the pattern and colour of the user's avatar. An empty value stands for one derived from the user's ID.

    Raises UnknownAvatarError.
    """
    if pattern not in {"", *AvatarPattern.values} or colour not in {"", *AvatarColour.values}:
        raise UnknownAvatarError
    user.avatar_pattern, user.avatar_colour = pattern, colour
    user.save(update_fields=["avatar_pattern", "avatar_colour"])


def choose_cards(*, user: User, card_set: CardSet, card_back: CardBack, felt: Felt) -> None:
    """Store how the user's cards and tables look."""
    user.card_set, user.card_back, user.felt = card_set, card_back, felt
    user.save(update_fields=["card_set", "card_back", "felt"])


@transaction.atomic
def close_account(*, user: User) -> None:
    """Close an account for good. Nobody can sign in to it, and its personal data is erased, except the key of its name.

    The row stays, since other players' matches refer to it, and its name stays reserved.
    The user's sockets are closed when the transaction commits. Raises AlreadyClosedError.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.closed_at is not None:
        raise AlreadyClosedError
    person.closed_at = timezone.now()  # before the name changes, so that its key is kept
    person.username = f"{CLOSED} {person.pk}"
    person.email = person.country = person.avatar_pattern = person.avatar_colour = ""
    person.is_active = person.is_staff = person.is_superuser = person.auto_call = False
    person.card_set, person.card_back, person.felt = CardSet.AUTO, CardBack.ZELLIGE, Felt.GREEN
    person.theme = Theme.DEVICE
    person.push_turn = person.push_invitation = person.push_start = person.push_end = True
    person.last_login = None
    person.set_unusable_password()  # ends every session
    person.save()
    person.groups.clear()
    person.user_permissions.clear()
    for session in UserSession.objects.filter(user=person):
        session.end()
    signed_out.send(User, user_id=person.pk, session="")
    rows_of_user = (EmailAddress.objects, Authenticator.objects, SocialAccount.objects, ApiToken.objects)
    for rows in (*rows_of_user, LastSeen.objects):
        rows.filter(user=person).delete()
    for pairs in (Block.objects, Follow.objects):
        pairs.filter(Q(by=person) | Q(whom=person)).delete()
