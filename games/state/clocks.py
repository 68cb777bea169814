"""Match clock arithmetic. Nothing here reads the database or the current time."""

from datetime import datetime, timedelta

from msgspec import Struct

from games.models import Clock

RETURN_MILLISECONDS = 20_000  # a player who returns after running out of time gets at least this much


class Times(Struct, frozen=True):
    """The clocks of a match after its last change.

    ``banks`` contains the milliseconds that each seat had left when the turn of seat ``turn`` began. It is empty in a
    match without a clock. The turn's time runs out at ``deadline``, which is None if no clock is running.
    """

    turn: int | None = None
    began: datetime | None = None
    deadline: datetime | None = None
    banks: list[int] = []

    def left(self, now: datetime) -> int | None:
        """Return the milliseconds left for the seat whose turn it is, or None if no clock is running."""
        return None if self.deadline is None else milliseconds(self.deadline - now)


def first_times(clock: Clock | None, seats: int) -> Times:
    """Return the clocks before the first turn, with full time banks."""
    return Times(banks=[] if clock is None else [clock.bank] * seats)


def next_times(
    times: Times, *, clock: Clock | None, now: datetime, mover: int | None, turn: int | None, ticking: bool
) -> Times:
    """Return the clocks after a change. ``turn`` is the seat whose turn it is now, or None.

    ``mover`` is the seat that moved, or None if the change was not a move. A seat gets the increment when it moves, but
    not when its turn ends in another way. ``ticking`` says whether the clock of ``turn`` runs. It does not run for bots
    that the server plays.
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
    """Return the clocks after a player has taken their seat back from a stand-in bot, with enough time for a move."""
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
    """Return a duration in whole milliseconds, or 0 if it is negative."""
    return max(0, int(time / timedelta(milliseconds=1)))
