"""What is known of people and of whom they keep away from."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Block, Kind, User


def blocks_of(user: User) -> list[Block]:
    """Whom somebody muted or blocked, by name."""
    return list(Block.objects.filter(by=user).select_related("whom").order_by("whom__username"))


def unheard_by(user_id: int) -> frozenset[int]:
    """Whose words this person does not read: the muted and the blocked."""
    return frozenset(Block.objects.filter(by=user_id).values_list("whom", flat=True))


def deaf_to(author_id: int, readers: Iterable[int]) -> frozenset[int]:
    """Who of the readers does not read what the author writes."""
    return frozenset(Block.objects.filter(whom=author_id, by__in=set(readers)).values_list("by", flat=True))


def is_blocked_by(user_id: int, others: Iterable[int]) -> bool:
    """Whether one of the others wants no seat with this person."""
    return Block.objects.filter(whom=user_id, by__in=set(others), kind=Kind.BLOCK).exists()


def kept_apart(people: Iterable[int]) -> frozenset[tuple[int, int]]:
    """The pairs among these people of whom the first blocked the second."""
    who = set(people)
    pairs = Block.objects.filter(by__in=who, whom__in=who, kind=Kind.BLOCK)
    return frozenset(pairs.values_list("by", "whom"))
