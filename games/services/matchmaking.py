"""Pure functions that choose opponents among seekers, using neither the database nor the clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

FIRST_WINDOW = 100  # initial difference in rating points, in either direction
WIDER_BY = 50
EVERY_SECONDS = 5
OPEN_AFTER_SECONDS = 60  # after this time, any opponent will do

MAX_NEAR = 12  # only this many of the nearest possible opponents are tried together


@dataclass(frozen=True, slots=True)
class Seeker:
    """A user looking for a match, with their rating and how many seconds they have waited."""

    user_id: int
    rating: int
    waited: float


def rating_window(waited: float) -> int | None:
    """Return the largest rating difference allowed after a wait of this many seconds, or None if there is no limit."""
    if waited >= OPEN_AFTER_SECONDS:
        return None
    return FIRST_WINDOW + WIDER_BY * int(max(waited, 0) // EVERY_SECONDS)


def can_play(one: Seeker, other: Seeker) -> bool:
    """Return whether each seeker's rating is within the other's window."""
    apart = abs(one.rating - other.rating)
    windows = (rating_window(one.waited), rating_window(other.waited))
    return all(window is None or apart <= window for window in windows)


def choose_groups(
    seekers: Sequence[Seeker], size: int, *, apart: Callable[[int, int], bool] = lambda _one, _other: False
) -> list[list[Seeker]]:
    """Return disjoint groups of ``size`` seekers who can all play each other.

    The seekers who have waited longest are served first. ``apart`` takes two user ids, and returns whether these
    users must not be paired.
    """

    def fit(one: Seeker, other: Seeker) -> bool:
        return can_play(one, other) and not apart(one.user_id, other.user_id)

    waiting = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.user_id))
    groups = []
    while waiting:
        first = waiting.pop(0)
        near = sorted((other for other in waiting if fit(first, other)), key=lambda other: _distance(first, other))
        group = _complete_group([first], near[:MAX_NEAR], size, fit)
        if group is not None:
            groups.append(group)
            waiting = [seeker for seeker in waiting if seeker not in group]
    return groups


def _distance(one: Seeker, other: Seeker) -> tuple[int, float, int]:
    return abs(one.rating - other.rating), -other.waited, other.user_id


def _complete_group(
    group: list[Seeker], near: Sequence[Seeker], size: int, fit: Callable[[Seeker, Seeker], bool]
) -> list[Seeker] | None:
    """Complete the group with the nearest candidates who can all play each other.

    Return None if there is no such group.
    """
    if len(group) == size:
        return group
    for place, candidate in enumerate(near):
        others = [other for other in near[place + 1 :] if fit(candidate, other)]
        found = _complete_group([*group, candidate], others, size, fit)
        if found is not None:
            return found
    return None
