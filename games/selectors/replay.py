"""A match that is over, to be looked at again: its record, and its replay step by step.

All hands are open here, so nothing of a match that still runs may pass: ``load_ended`` is the only door.
"""

from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _

from games.models import Deal, Match, Reason, Seat, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.moments import MOMENT_WORDS, moments_of
from games.rules.record import Record, Result, Uncut
from games.selectors.summary import with_seats
from games.state.match_log import replay_match, walk_match


class NotOverError(Exception):
    """The match is not over: its log is nobody's business yet."""


def load_ended(code: str) -> Match:
    """A match that was begun and is over, with its seats. Raises Match.DoesNotExist or NotOverError."""
    match = with_seats(Match.objects.filter(code=code)).get()
    if match.finished is None:
        raise NotOverError(code)
    return match


def record_of(match: Match) -> Record:
    """The record of a match that ``load_ended`` gave."""
    return Record(
        ruleset=find_ruleset(match.ruleset),
        options=match.options,
        players=tuple(_name(seat) for seat in match.seats.all()),
        deals=tuple(deal.as_rules() for deal in match.deals.all() if deal.is_dealt),
        moves=[move.as_rules() for move in match.moves.all()],
        result=_result(match),
        uncut=next((_uncut(deal) for deal in match.deals.all() if not deal.is_dealt), None),
    )


def _uncut(deal: Deal) -> Uncut:
    """The pack that still waited for its cut when the match ended."""
    return Uncut(deal.dealer, tuple(deal.shuffled.split()), deal.salt, deal.commitment)


def _result(match: Match) -> Result:
    """The result; of a voided match what the log itself says, since voiding has overwritten how it was."""
    if match.status != Status.VOIDED:
        # Records know no leavers.
        reason = Reason.TIMEOUT if match.result_reason == Reason.LEFT else match.result_reason
        return Result(reason, tuple(match.sides), tuple(match.winners), match.result_seat)
    game, _ = replay_match(match)
    return Result(Reason.RULES if game.over else Reason.VOIDED, tuple(game.scores), game.winners)


def replay_of(match: Match) -> dict[str, Any]:
    """The replay of a match that ``load_ended`` gave, as the page's script takes it.

    ``steps`` has one entry for the start and for each move: ``move`` (its number), ``events``, the kinds of ``moments``
    that they are, and ``views``: what the ``public`` saw, what each seat (``"0"`` …) saw, and with all hands ``open``.
    ``moments`` names the kinds that the ruleset has.
    """
    steps = [
        {
            "move": number,
            "events": [event.as_json() for event in step.events],
            "moments": moments_of(type(game), step.events),
            "views": _views(game),
        }
        for number, (game, step) in enumerate(walk_match(match))
    ]
    kinds = dict.fromkeys(find_ruleset(match.ruleset).moments.values())
    return {"steps": steps or [_undealt(match)], "moments": {kind: _(MOMENT_WORDS[kind]) for kind in kinds}}


def _undealt(match: Match) -> dict[str, Any]:
    """The only step of a match that ended before a pack was cut."""
    return {"move": 0, "events": [], "moments": [], "views": _views(find_ruleset(match.ruleset)(match.options))}


def _views(game: Game) -> dict[str, Any]:
    """The table as each audience saw it; deep copies, since the game goes on changing."""
    views = {"public": deepcopy(game.view(None))}
    for seat in range(game.players):
        views[str(seat)] = {**deepcopy(game.view(seat)), "moves": [], "interrupts": []}  # there is nothing to be done
    views["open"] = deepcopy(views["public"])
    for seat, hand in enumerate(game.hands):
        views["open"]["seats"][seat]["hand"] = list(hand)
    return views


def _name(seat: Seat) -> str:
    """The name in the record: a bot's is that of its program."""
    return f"bot:{seat.bot}" if seat.bot or seat.user is None else seat.user.username
