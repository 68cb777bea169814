"""What is known of people, of whom they keep away from, and of names."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, ForbiddenWord, Kind, Sanction, User
from accounts.models.user import FOR_GOOD
from accounts.names import MAX_LENGTH, letters_of, parts_of, skeleton, words_of


def blocks_of(user: User) -> list[Block]:
    """Whom somebody muted or blocked, by name."""
    return list(Block.objects.filter(by=user).select_related("whom").order_by("whom__username"))


def followed_by(user: User) -> list[User]:
    """Whom somebody follows and can find again, by name."""
    return list(User.objects.filter(is_open_account(), followed_by__by=user).order_by("username"))


def is_following(user: User, other: User) -> bool:
    """Whether somebody follows the other."""
    return Follow.objects.filter(by=user, whom=other).exists()


def muted_authors(user_id: int) -> frozenset[int]:
    """Whose words this person does not read: the muted and the blocked."""
    return frozenset(Block.objects.filter(by=user_id).values_list("whom", flat=True))


def readers_muting(author_id: int, readers: Iterable[int]) -> frozenset[int]:
    """Who of the readers does not read what the author writes."""
    return frozenset(Block.objects.filter(whom=author_id, by__in=set(readers)).values_list("by", flat=True))


def is_blocked_by(user_id: int, others: Iterable[int]) -> bool:
    """Whether one of the others wants no seat with this person."""
    return Block.objects.filter(whom=user_id, by__in=set(others), kind=Kind.BLOCK).exists()


def blocked_pairs(people: Iterable[int]) -> frozenset[tuple[int, int]]:
    """The pairs among these people of whom the first blocked the second."""
    who = set(people)
    pairs = Block.objects.filter(by__in=who, whom__in=who, kind=Kind.BLOCK)
    return frozenset(pairs.values_list("by", "whom"))


def count_waiting_appeals() -> int:
    """How many appeals nobody has answered yet."""
    return Sanction.objects.filter(appealed__isnull=False, answered=None).count()


def is_open_account() -> Q:
    """That an account is not closed: the condition for lists of people, as ``is_closed`` tells it of one."""
    return Q(closed_at=None) & (Q(barred_until=None) | Q(barred_until__lt=FOR_GOOD))


def users_named(name: str) -> QuerySet[User]:
    """Who has this name, whatever its capitals; found by an index on every database, also where iexact has none.

    What is left of those who closed their account has a name only for the database. Whatever somebody wrote may be
    asked for, NULs and whole books too, which no name has and not every database can be asked for.
    """
    if "\x00" in name or len(name) > MAX_LENGTH:
        return User.objects.none()
    found = User.objects.filter(Q(name_key=skeleton(name)) | Q(username=name), username__iexact=name)
    return found.filter(closed_at=None)


def is_taken(name: str) -> bool:
    """Whether somebody has, or had, this name or one that is easily mistaken for it."""
    return User.objects.filter(name_key=skeleton(name)).exists()


def check_inoffensive(name: str) -> None:
    """Refuse a name with a word of the staff's list. Raises ValidationError."""
    letters = letters_of(name)
    words = {letters, *map(letters_of, [*parts_of(name), *words_of(name)])}
    for word, whole in ForbiddenWord.objects.values_list("word", "whole"):
        if word in words or (not whole and word in letters):
            raise ValidationError(_("This name could be offensive. Please choose another."), code="offensive_name")


def is_anothers_address(email: str, user: User) -> bool:
    """Tell whether an account other than this one has verified an e-mail address."""
    others = EmailAddress.objects.filter(email=email.lower(), verified=True).exclude(user=user)
    return bool(others.exists())
