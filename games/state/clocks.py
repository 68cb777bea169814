"""Whose time runs, and how much there is of it. Nothing here reads a database or a clock by itself."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.models import Clock

RETURN_MILLISECONDS = 20_000  # at least so much has somebody who comes back to a seat whose time was up


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks of a match as its last change left them.

    ``banks`` are the milliseconds of each seat when the turn of seat ``turn`` began; empty without a clock. The time
    of that turn is up at ``deadline``, which is None where nobody's time runs.
    """

    turn: int | None = None
    began: datetime | None = None
    deadline: datetime | None = None
    banks: list[int] = field(default_factory=list)

    def left(self, now: datetime) -> int | None:
        """The milliseconds that the seat on turn has left; None where nobody's time runs."""
        return None if self.deadline is None else milliseconds(self.deadline - now)


def first_times(clock: Clock | None, seats: int) -> Times:
    """Full banks, before anybody's turn."""
    return Times(banks=[] if clock is None else [clock.bank] * seats)


def next_times(
    times: Times, *, clock: Clock | None, now: datetime, mover: int | None, turn: int | None, ticking: bool
) -> Times:
    """The clocks after a change, with ``turn`` to be waited for now.

    ``mover`` is the seat that made a move, None where the change was none. Who was on turn and moves has the increment;
    who was on turn and is so no more, without having moved, has not. ``ticking`` says whether the time of ``turn``
    runs: not for bots, which the server moves.
    """
    goes_on = turn == times.turn and mover != turn and ticking == (times.deadline is not None)
    if goes_on or (clock is None and turn == times.turn and mover != turn):
        return times
    if clock is None:
        return Times(turn, now)
    banks = list(times.banks)
    if times.turn is not None and times.deadline is not None:
        banks[times.turn] = _after_turn(clock, times.left(now) or 0, moved=mover == times.turn)
    deadline = now + timedelta(milliseconds=banks[turn]) if turn is not None and ticking else None
    return Times(turn, now, deadline, banks)


def times_on_return(times: Times, seat: int, *, clock: Clock | None, now: datetime) -> Times:
    """The clocks once a person is back on a seat that a bot played: with enough time to look round."""
    if clock is None:
        return Times(times.turn, now) if times.turn == seat else times
    banks = list(times.banks)
    banks[seat] = clock.bank if clock.days else max(banks[seat], min(clock.bank, RETURN_MILLISECONDS))
    if times.turn != seat:
        return Times(times.turn, times.began, times.deadline, banks)
    return Times(seat, now, now + timedelta(milliseconds=banks[seat]), banks)


def _after_turn(clock: Clock, left: int, *, moved: bool) -> int:
    if clock.days:
        return clock.bank
    return left + (clock.increment if moved else 0)


def milliseconds(time: timedelta) -> int:
    """The time in whole milliseconds, none where it is over."""
    return max(0, int(time / timedelta(milliseconds=1)))
