"""Who of those who wait goes well together. Pure: no database, no clock."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

FIRST_WINDOW = 100  # rating points to either side, at once
WIDER_BY = 50
EVERY_SECONDS = 5
OPEN_AFTER_SECONDS = 60  # from then on anybody will do

MAX_NEAR = 12  # of those whom the longest waiting could play, this many of the nearest are tried together


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits, as far as it matters here."""

    user_id: int
    rating: int
    waited: float


def rating_window(waited: float) -> int | None:
    """How far off an opponent's rating may be after so many seconds; None: as far as it likes."""
    if waited >= OPEN_AFTER_SECONDS:
        return None
    return FIRST_WINDOW + WIDER_BY * int(max(waited, 0) // EVERY_SECONDS)


def can_play(one: Seeker, other: Seeker) -> bool:
    """Whether each is within the other's window."""
    apart = abs(one.rating - other.rating)
    windows = (rating_window(one.waited), rating_window(other.waited))
    return all(window is None or apart <= window for window in windows)


def choose_groups(
    seekers: Sequence[Seeker], size: int, *, apart: Callable[[int, int], bool] = lambda _one, _other: False
) -> list[list[Seeker]]:
    """Groups of ``size`` who all go well together, nobody in two; who has waited longest is served first.

    ``apart`` says of two users that they must not meet.
    """

    def fit(one: Seeker, other: Seeker) -> bool:
        return can_play(one, other) and not apart(one.user_id, other.user_id)

    waiting = sorted(seekers, key=lambda seeker: (-seeker.waited, seeker.user_id))
    groups = []
    while waiting:
        first = waiting.pop(0)
        near = sorted((other for other in waiting if fit(first, other)), key=lambda other: _distance(first, other))
        group = _complete([first], near[:MAX_NEAR], size, fit)
        if group is not None:
            groups.append(group)
            waiting = [seeker for seeker in waiting if seeker not in group]
    return groups


def _distance(one: Seeker, other: Seeker) -> tuple[int, float, int]:
    return abs(one.rating - other.rating), -other.waited, other.user_id


def _complete(
    group: list[Seeker], near: Sequence[Seeker], size: int, fit: Callable[[Seeker, Seeker], bool]
) -> list[Seeker] | None:
    """The group with as many of ``near`` as it lacks, the nearest first; None where no such group fits together."""
    if len(group) == size:
        return group
    for place, candidate in enumerate(near):
        others = [other for other in near[place + 1 :] if fit(candidate, other)]
        found = _complete([*group, candidate], others, size, fit)
        if found is not None:
            return found
    return None
