"""The last step of every change to a running match: set the match's version and clocks, and announce the change."""

from django.utils import timezone

from games.models import Status
from games.rules.moves import Move
from games.services.autoplay import server_moves, wake_time
from games.state.announce import Change
from games.state.clocks import next_times
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


def next_version(
    store: MatchStore,
    live: LiveMatch,
    *,
    moves: tuple[Move, ...] = (),
    dealt: bool = False,
    mover: int | None = None,
    reload: bool = False,
) -> Change:
    """Write and announce a change to the match: at most one move, and the deals that followed it.

    ``dealt`` says whether there were deals, and ``reload`` whether anything besides the game has changed. ``mover`` is
    the seat that moved or cut, or None.
    """
    ended = live.status != Status.RUNNING
    turn = None if ended else live.turn
    live.count_version(moved=bool(moves) or dealt, facts=reload or ended)
    before, now = live.times, timezone.now()
    ticking = turn is not None and not live.seats[turn].played_by_bot
    live.times = next_times(before, clock=live.clock, now=now, mover=mover, turn=turn, ticking=ticking)
    wake_at = None if ended else wake_time(live)
    store.save(live, wake_at)
    soon = wake_at if not ended and server_moves(live) else None
    change = Change(
        live.code,
        live.version,
        moves,
        reload or ended,
        live.times,
        new_turn=ticking and turn != mover and live.times != before,
        wake_at=soon,
        bot_turn=not ended and live.bot_chooses,
        correspondence=live.clock is not None and not live.clock.live,
        ended=ended,
    )
    store.announce(change)
    return change
