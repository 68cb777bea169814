"""Making a move: apply it, log it, deal if a deal is due, and end the match if the game is over."""

from games.models import Reason
from games.rules.moves import Move
from games.rules.refusals import IllegalMove
from games.services.dealing import cut_and_deal, deal_if_due
from games.services.results import finish_match
from games.services.stand_ins import remove_stand_in
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Illegal
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


def advance_match(store: MatchStore, live: LiveMatch, move: Move, *, by_person: bool = False) -> Change:
    """Apply and log a move, deal if a deal is due, and end the match if the game is over.

    With ``by_person``, also remove the bot that stands in for the player. If the rules do not allow the move, raise
    Illegal without changing anything.
    """
    try:
        live.advance(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    store.append(live, move)
    back = by_person and remove_stand_in(live, move.seat)
    return _close(store, live, move.seat, moves=(move,), dealt=deal_if_due(store, live), back=back)


def cut_pack(store: MatchStore, live: LiveMatch, seat: int, place: int, *, by_person: bool = False) -> Change:
    """Cut the pack and deal.

    With ``by_person``, also remove the bot that stands in for the player. If the player may not cut at ``place`` now,
    raise Illegal without changing anything.
    """
    if not live.waits_for_cut:
        raise Illegal.because("not_now")
    if seat != live.turn:
        raise Illegal.because("not_your_turn")
    cut_and_deal(store, live, place)
    back = by_person and remove_stand_in(live, seat)
    deal_if_due(store, live)
    return _close(store, live, seat, dealt=True, back=back)


def _close(
    store: MatchStore,
    live: LiveMatch,
    mover: int,
    *,
    moves: tuple[Move, ...] = (),
    dealt: bool,
    back: bool,
) -> Change:
    if live.game.over:
        finish_match(store, live, reason=Reason.RULES, winners=live.game.winners)
    return next_version(store, live, moves=moves, dealt=dealt, mover=mover, reload=back)
