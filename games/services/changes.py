"""The end of every change of a running match: its next version, its clocks, its announcement."""

from django.utils import timezone

from games.rules.game import Deal, Move
from games.services.announce import Change, announce_change
from games.services.autoplay import server_moves, wake_time
from games.services.clocks import next_times
from games.services.loading import LoadedMatch
from games.services.rows import set_turn


def next_version(
    loaded: LoadedMatch,
    *,
    moves: tuple[Move, ...] = (),
    deals: tuple[Deal, ...] = (),
    mover: int | None = None,
    ended: bool = False,
    reload: bool = False,
) -> Change:
    """Write and announce a change that has been made to the match: at most one move, and the deals that followed it.

    ``mover`` is the seat that moved or cut, None where nobody did. ``ended`` says that the match is over, ``reload``
    that more than the game has changed.
    """
    turn = None if ended else loaded.turn
    loaded.version += 1
    if moves or deals:
        loaded.moved_version = loaded.version
    if reload or ended:
        loaded.facts_version = loaded.version
    before = loaded.times
    loaded.times = next_times(
        loaded.times,
        clock=loaded.clock,
        now=timezone.now(),
        mover=mover,
        turn=turn,
        ticking=turn is not None and not loaded.seats[turn].played_by_bot,
    )
    wake_at = None if ended else wake_time(loaded)
    set_turn(loaded.id, loaded.version, loaded.moved_version, loaded.facts_version, wake_at, loaded.times)
    soon = wake_at if not ended and server_moves(loaded) else None
    change = Change(
        loaded.code,
        loaded.version,
        moves,
        deals,
        loaded.pack,
        reload or ended,
        loaded.times,
        new_turn=turn not in {None, mover} and loaded.times != before,
        wake_at=soon,
    )
    announce_change(change)
    return change
