"""Queries for users, blocks, follows and names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, ForbiddenWord, Kind, Sanction, User
from accounts.models.user import FOR_GOOD
from accounts.names import MAX_LENGTH, letters_of, parts_of, skeleton, words_of

SANCTIONS_SHOWN = timedelta(days=30)


def blocks_of(user: User) -> list[Block]:
    """Return the user's blocks and mutes, ordered by the name of the blocked or muted player."""
    return list(Block.objects.filter(by=user).select_related("whom").order_by("whom__username"))


def block_kind(by: User, whom: User) -> str:
    """Return the ``Kind`` of block that ``by`` has placed on ``whom``, or an empty string if there is none."""
    return Block.objects.filter(by=by, whom=whom).values_list("kind", flat=True).first() or ""


def followed_by(user: User) -> list[User]:
    """Return the open accounts that the user follows, ordered by name."""
    return list(User.objects.filter(is_open_account(), followed_by__by=user).order_by("username"))


def is_following(user: User, other: User) -> bool:
    """Return whether ``user`` follows ``other``."""
    return Follow.objects.filter(by=user, whom=other).exists()


def muted_authors(user_id: int) -> frozenset[int]:
    """Return the IDs of the users whom this user has muted or blocked."""
    return frozenset(Block.objects.filter(by=user_id).values_list("whom", flat=True))


def readers_muting(author_id: int, readers: Iterable[int]) -> frozenset[int]:
    """Return the IDs of the readers who have muted or blocked the author."""
    return frozenset(Block.objects.filter(whom=author_id, by__in=set(readers)).values_list("by", flat=True))


def is_blocked_by(user_id: int, others: Iterable[int]) -> bool:
    """Return whether any of ``others`` has blocked this user."""
    return Block.objects.filter(whom=user_id, by__in=set(others), kind=Kind.BLOCK).exists()


def blocked_pairs(people: Iterable[int]) -> frozenset[tuple[int, int]]:
    """Return the pairs of IDs (blocker, blocked) among these users."""
    who = set(people)
    pairs = Block.objects.filter(by__in=who, whom__in=who, kind=Kind.BLOCK)
    return frozenset(pairs.values_list("by", "whom"))


def count_waiting_appeals() -> int:
    """Return the number of unanswered appeals."""
    return Sanction.objects.filter(appealed__isnull=False, answered=None).count()


def current_sanctions(user: User) -> list[Sanction]:
    """Return the sanctions that are in force and those of the last month, latest first, for the user to read."""
    since = timezone.now() - SANCTIONS_SHOWN
    found = Sanction.objects.filter(user=user).order_by("-created", "-pk")
    return [sanction for sanction in found if sanction.holds or sanction.created > since]


def is_open_account() -> Q:
    """Return the query condition for open accounts, the opposite of ``User.is_closed``."""
    return Q(closed_at=None) & (Q(barred_until=None) | Q(barred_until__lt=FOR_GOOD))


def users_named(name: str) -> QuerySet[User]:
    """Return the open account with this name, ignoring case, as a queryset of at most one user.

    The lookup by ``name_key`` uses an index on every database; on SQLite, iexact alone would use none. The name may be
    any text: one that is too long, or contains NUL characters, which PostgreSQL refuses, matches nobody.
    """
    if "\x00" in name or len(name) > MAX_LENGTH:
        return User.objects.none()
    found = User.objects.filter(Q(name_key=skeleton(name)) | Q(username=name), username__iexact=name)
    return found.filter(closed_at=None)


def is_taken(name: str) -> bool:
    """Return whether a name, or one easily mistaken for it, is or was in use."""
    return User.objects.filter(name_key=skeleton(name)).exists()


def check_inoffensive(name: str) -> None:
    """Refuse a name with a forbidden word. Raises ValidationError."""
    letters = letters_of(name)
    words = {letters, *map(letters_of, [*parts_of(name), *words_of(name)])}
    for word, whole in ForbiddenWord.objects.values_list("word", "whole"):
        if word in words or (not whole and word in letters):
            raise ValidationError(_("This name could be offensive. Please choose another."), code="offensive_name")


def is_anothers_address(email: str, user: User) -> bool:
    """Return whether an account other than ``user`` has verified this email address."""
    others = EmailAddress.objects.filter(email=email.lower(), verified=True).exclude(user=user)
    return bool(others.exists())
