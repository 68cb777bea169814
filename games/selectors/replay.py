"""Finished matches: their records and step-by-step replays.

All hands are open here, so this module must not be used for running matches. ``load_ended`` is the only entry point.
"""

from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _

from games.models import Deal, Match, Reason, Seat, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.highlights import highlights_of, label_of
from games.rules.record import Record, Result, Uncut
from games.selectors.replay_views import pack_views
from games.selectors.summary import with_seats
from games.state.match_log import replay_match, walk_match


class NotOverError(Exception):
    """The match is not over, so its log is still secret."""


def load_ended(code: str) -> Match:
    """Return a match that was started and has ended, with its seats. Raises Match.DoesNotExist or NotOverError."""
    match = with_seats(Match.objects.filter(code=code)).get()
    if match.finished is None:
        raise NotOverError(code)
    return match


def record_of(match: Match) -> Record:
    """Return the record of a match loaded by ``load_ended``."""
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
    """Return the pack that was still waiting to be cut when the match ended."""
    return Uncut(deal.dealer, tuple(deal.shuffled.split()), deal.salt, deal.commitment)


def _result(match: Match) -> Result:
    """Return the result. For a voided match, compute it from the log, because voiding overwrites the stored result."""
    if match.status != Status.VOIDED:
        # The record format has no "left" reason.
        reason = Reason.TIMEOUT if match.result_reason == Reason.LEFT else match.result_reason
        return Result(reason, tuple(match.sides), tuple(match.winners), match.result_seat)
    game, _ = replay_match(match)
    return Result(Reason.RULES if game.over else Reason.VOIDED, tuple(game.scores), game.winners)


def replay_of(match: Match) -> dict[str, Any]:
    """Return the replay of a match loaded by ``load_ended``, as the page's script expects it.

    ``steps`` has one entry for the start and one for each move. Each has ``move`` (its number), ``events``,
    ``highlights`` (the types of highlights among its events) and ``views``. ``views`` is keyed by audience:
    ``"public"`` for spectators, ``"0"``, ``"1"`` … for each seat, and ``"open"`` with all hands shown. The views are
    packed with ``pack_views``. The outer ``highlights`` contains labels for the ruleset's types of highlights.
    """
    steps: list[dict[str, Any]] = [
        {
            "move": number,
            "events": [event.as_json() for event in step.events],
            "highlights": highlights_of(type(game), step.events),
            "views": _views(game),
        }
        for number, (game, step) in enumerate(walk_match(match))
    ]
    steps = steps or [_undealt(match)]
    for step, views in zip(steps, list(pack_views(step["views"] for step in steps)), strict=True):
        step["views"] = views
    ruleset = find_ruleset(match.ruleset)
    kinds = dict.fromkeys(ruleset.highlights.values())
    return {"steps": steps, "highlights": {kind: _(label_of(ruleset, kind)) for kind in kinds}}


def _undealt(match: Match) -> dict[str, Any]:
    """Return the only step of a match that ended before its first pack was cut."""
    return {"move": 0, "events": [], "highlights": [], "views": _views(find_ruleset(match.ruleset)(match.options))}


def _views(game: Game) -> dict[str, Any]:
    """Return each audience's view of the table. The views are deep copies, because the game continues to change."""
    views = {"public": deepcopy(game.view(None))}
    for seat in range(game.players):
        views[str(seat)] = {**deepcopy(game.view(seat)), "moves": [], "interrupts": []}  # a replay offers no moves
    views["open"] = deepcopy(views["public"])
    for seat, hand in enumerate(game.hands):
        views["open"]["seats"][seat]["hand"] = list(hand)
    return views


def _name(seat: Seat) -> str:
    """Return the player's name for the record. For a site bot, return the name of its program."""
    return f"bot:{seat.bot}" if seat.bot or seat.user is None else seat.user.username
