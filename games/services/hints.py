"""Hints: a player asks for one, a bot process finds the answer, and the answer is stored."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.bots.advice import Advice
from games.bots.observation import moves_of
from games.models import Hint, Match, Status
from games.services.match_service import check_running, check_version, match_service, require_seat
from games.services.versioning import next_version
from games.state.announce import Change
from games.state.errors import Illegal, Unavailable
from games.state.hints import allows_hints
from games.state.live_match import LiveMatch
from games.state.store import MatchStore


@match_service
def ask_for_hint(store: MatchStore, *, code: str, user_id: int, version: int) -> Change | None:
    """Ask for a hint for the user's turn. ``version`` is the version of the match that the user has seen.

    Return None if a hint for this position has already been requested. The errors are checked in this order: NotFound;
    Illegal if the match is not running; Forbidden without a seat; Unavailable (``no_hints``) in rated matches and at
    tables with other people; Stale if the match has moved on; Illegal if it is not the user's turn or the pack is
    waiting for a cut; Unavailable (``only_move``) if there is nothing to choose.
    """
    row = store.lock(code)
    check_running(row)
    live = store.load(row)
    seat = require_seat(live, user_id)
    if not allows_hints(rated=Match.objects.filter(pk=row.id, rated=True).exists(), seats=live.seats):
        raise Unavailable("no_hints", _("You can only get hints in casual matches against the site’s bots."))
    check_version(row, version)
    _check_choice(live, seat)
    _hint, is_new = Hint.objects.get_or_create(match_id=row.id, moves_made=live.moves_made, defaults={"seat": seat})
    return next_version(store, live, reload=True) if is_new else None


def _check_choice(live: LiveMatch, seat: int) -> None:
    """Raise Illegal or Unavailable unless it is the seat's turn and the player has a choice of moves."""
    if live.turn != seat or live.bot_chooses:
        raise Illegal.because("not_your_turn")
    if live.waits_for_cut:
        raise Illegal.because("not_now")
    if len(moves_of(live.game, seat)) == 1:
        raise Unavailable("only_move", _("You have only one move."))


@match_service
def answer_hint(store: MatchStore, *, code: str, moves_made: int, advice: Advice | None) -> Change | None:
    """Store the hint for the position after this many moves. ``advice`` is None if no answer was found.

    In that case, or if the match has moved on or is over, the hint is deleted and does not count. Return None if
    nothing changes at the table. Raises NotFound.
    """
    row = store.lock(code)
    hint = Hint.objects.filter(match_id=row.id, moves_made=moves_made, answered=None).first()
    if hint is None:
        return None
    live = store.load(row) if row.status == Status.RUNNING else None
    if live is not None and live.moves_made != moves_made:
        live = None  # the match has moved on
    if live is None or advice is None:
        hint.delete()
    else:
        hint.move, hint.points, hint.next_points, hint.reason, hint.next_move, hint.call_chance = advice
        hint.answered = timezone.now()
        hint.save()
    return None if live is None else next_version(store, live, reload=True)
