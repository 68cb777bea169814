"""Inferences that everyone can draw from the calls and the played cards (M10–M15).

Hands and ``played`` cards are packed as in ``tringa.py``. This module uses public knowledge only; no function is ever
given a dealt hand.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from games.rules.tringa import RANKS, WORTH, Packed, count_ranks, is_true, pack_ranks, strength

_THREES = sum(3 << 4 * rank for rank in range(RANKS))
_EIGHTS = sum(8 << 4 * rank for rank in range(RANKS))


@cache
def _all_hands(size: int) -> tuple[Packed, ...]:
    hands = (combinations_with_replacement(range(RANKS), size)) if size else iter([()])
    return tuple(pack_ranks(list(ranks)) for ranks in hands if all(ranks.count(rank) <= 4 for rank in set(ranks)))


def _contains(hand: Packed, played: Packed) -> bool:
    # each four-bit field of hand | 8 stays at 8 or above after the subtraction only if hand has enough of the rank
    return (hand | _EIGHTS) - played & _EIGHTS == _EIGHTS


@lru_cache(maxsize=65536)
def _agreeing(call: str, played: Packed, size: int) -> tuple[tuple[Packed, ...], bool]:
    """Return the hands consistent with a call and the played cards, and whether the cards alone prove the call."""
    possible = [hand for hand in _all_hands(size) if _contains(hand, played)]
    true = tuple(hand for hand in possible if is_true(call, hand))
    return true, len(true) == len(possible)


def is_proved_false(call: str, played: Packed, size: int) -> bool:
    """Return whether no hand is consistent with the call and the cards its seat has played (M13)."""
    return not _agreeing(call, played, size)[0]


def is_proved_true(call: str, played: Packed, size: int) -> bool:
    """Return whether every hand consistent with the played cards makes the call true (M13)."""
    return _agreeing(call, played, size)[1]


class Caller(NamedTuple):
    """A seat with a live call, as known to the public."""

    side: int
    call: str
    played: Packed


class _Group(NamedTuple):
    """Possible hands of equal strength, and the cards that all of them contain."""

    strength: int
    core: Packed
    hands: tuple[Packed, ...]


def _group(value: int, hands: list[Packed]) -> _Group:
    counts = [count_ranks(hand) for hand in hands]
    core = sum(min(column) << 4 * rank for rank, column in enumerate(zip(*counts, strict=True)))
    return _Group(value, core, tuple(hands))


@lru_cache(maxsize=65536)
def _by_strength(call: str, played: Packed, size: int, ace_high: bool) -> tuple[_Group, ...]:
    """Return a caller's possible hands grouped by strength, strongest first."""
    hands: dict[int, list[Packed]] = {}
    for hand in _agreeing(call, played, size)[0]:
        hands.setdefault(strength(call, hand, ace_high), []).append(hand)
    return tuple(_group(value, hands[value]) for value in sorted(hands, reverse=True))


def _fit_one_pack(packed: Packed) -> bool:
    """Return whether no rank occurs more than four times. ``packed`` may contain at most eight cards of a rank."""
    return not (packed + _THREES) & _EIGHTS


def _fits(groups: list[tuple[Packed, ...]], used: Packed = 0) -> bool:
    """Return whether one hand from each group can be dealt from a single pack, with at most four of a rank (M12)."""
    if not groups:
        return True
    return any(_fit_one_pack(used + hand) and _fits(groups[1:], used + hand) for hand in groups[0])


def _best_sets(callers: tuple[Caller, ...], size: int, ace_high: bool) -> Iterator[tuple[int, ...]]:
    """Yield the indices of the best callers, including ties, for each kind of consistent set of hands (M12)."""
    known = [(_by_strength(caller.call, caller.played, size, ace_high), at) for at, caller in enumerate(callers)]
    if not all(groups for groups, _ in known):
        return
    known.sort(key=lambda one: one[0][0].strength, reverse=True)

    def walk(
        place: int, chosen: list[tuple[Packed, ...]], core: Packed, best: int, who: list[int]
    ) -> Iterator[tuple[int, ...]]:
        rest = known[place:]
        if not rest or best > rest[0][0][0].strength:
            # none of the remaining callers can reach the best, so any of their hands will do
            if _fits([*chosen, *(sum((group.hands for group in groups), ()) for groups, _ in rest)]):
                yield tuple(sorted(who))
            return
        groups, at = rest[0]
        for group in groups:
            if not _fit_one_pack(core + group.core):
                continue
            now = [at] if group.strength > best else [*who, at] if group.strength == best else who
            yield from walk(place + 1, [*chosen, group.hands], core + group.core, max(best, group.strength), now)

    yield from walk(0, [], 0, -1, [])


def share(callers: tuple[Caller, ...], best: tuple[int, ...], side_count: int) -> tuple[int, ...]:
    """Return each side's points, given that the callers with the indices in ``best`` made the best calls (M10)."""
    total = sum(WORTH[caller.call] for caller in callers)
    sides = {callers[index].side for index in best}
    return tuple(total // len(sides) if side in sides else 0 for side in range(side_count))


@lru_cache(maxsize=65536)
def find_award(callers: tuple[Caller, ...], size: int, ace_high: bool, side_count: int) -> tuple[int, ...] | None:
    """Return the award's points for each side, or None while the award is not clear (M11, M12).

    ``callers`` contains the seats with live calls, and ``size`` is the number of cards in a hand as dealt. If all live
    calls belong to one side, the award is clear as soon as there is a consistent set of hands. At the end of the round,
    there is always such a set (M11).
    """
    if len(callers) == 1:
        return share(callers, (0,), side_count)  # every live call has a consistent hand (M13)
    award = None
    for best in _best_sets(callers, size, ace_high):
        points = share(callers, best, side_count)
        if award is not None and points != award:
            return None
        award = points
    return award


@lru_cache(maxsize=4096)
def possible_bests(callers: tuple[Caller, ...], size: int, ace_high: bool) -> frozenset[int]:
    """Return the indices of the callers that are best or tied for best in some consistent set of hands (M15)."""
    return frozenset(index for best in _best_sets(callers, size, ace_high) for index in best)
