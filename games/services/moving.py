"""What every move does to its match, whoever makes it: apply, log, deal, and end the match where the rules do."""

from games.models import Reason
from games.rules.game import IllegalMove, Move
from games.services.dealing import cut_and_deal, deal_if_due
from games.services.results import finish_match
from games.services.stand_ins import hand_back
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Illegal
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


def advance_match(store: MatchStore, live: LiveMatch, move: Move, *, by_person: bool = False) -> Change:
    """Apply, log, deal, and end the match where the rules do. Raises Illegal and then has changed nothing.

    ``by_person``: a player who makes a move is back, if they were away.
    """
    try:
        live.advance(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    store.append(live, move)
    back = by_person and hand_back(live, move[0])
    return _close(store, live, move[0], moves=(move,), dealt=deal_if_due(store, live), back=back)


def cut_pack(store: MatchStore, live: LiveMatch, seat: int, place: int, *, by_person: bool = False) -> Change:
    """Cut the pack and deal. Raises Illegal and then has changed nothing."""
    if not live.waits_for_cut:
        raise Illegal.because("not_now")
    if seat != live.turn:
        raise Illegal.because("not_your_turn")
    cut_and_deal(store, live, place)
    back = by_person and hand_back(live, seat)
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
