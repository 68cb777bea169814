"""What every move does to its match, whoever makes it: apply, log, deal, and end the match where the rules do."""

from games.models import Reason
from games.rules.game import Deal, IllegalMove, Move
from games.services.announce import Change
from games.services.changes import next_version
from games.services.dealing import cut_and_deal, deal_if_due
from games.services.errors import Illegal
from games.services.loading import LoadedMatch, Step
from games.services.results import finish_match
from games.services.rows import append_move
from games.services.stand_ins import remove_stand_in


def advance_match(loaded: LoadedMatch, move: Move, *, by_person: bool = False) -> Change:
    """Apply, log, deal, and end the match where the rules do. Raises Illegal and then has changed nothing.

    ``by_person``: a player who makes his own move is back, if he was away.
    """
    try:
        events = loaded.game.apply(move)
    except IllegalMove as error:
        raise Illegal.of(error) from error
    loaded.note(Step(move, events, [], 0))
    append_move(loaded.id, loaded.moves_made, move)
    back = by_person and remove_stand_in(loaded, move[0])
    return _close(loaded, move[0], moves=(move,), deals=deal_if_due(loaded), back=back)


def cut_pack(loaded: LoadedMatch, seat: int, place: int, *, by_person: bool = False) -> Change:
    """Cut the pack and deal. Raises Illegal and then has changed nothing."""
    if not loaded.waits_for_cut:
        raise Illegal.because("not_now")
    if seat != loaded.turn:
        raise Illegal.because("not_your_turn")
    deal = cut_and_deal(loaded, place)
    back = by_person and remove_stand_in(loaded, seat)
    return _close(loaded, seat, deals=(deal, *deal_if_due(loaded)), back=back)


def _close(
    loaded: LoadedMatch, mover: int, *, moves: tuple[Move, ...] = (), deals: tuple[Deal, ...], back: bool
) -> Change:
    over = loaded.game.over
    if over:
        finish_match(loaded, reason=Reason.RULES, winners=loaded.game.winners)
    return next_version(loaded, moves=moves, deals=deals, mover=mover, ended=over, reload=back)
