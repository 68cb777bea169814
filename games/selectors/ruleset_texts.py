"""A ruleset's texts and the names at a table, for pages and for the scripts of tables and replays."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_names import pack_name
from games.selectors.sides import seat_names


@dataclass(frozen=True, slots=True)
class RulesetTexts:
    """A ruleset's texts for pages. Do not pass the ruleset class itself to a template, which would call it."""

    name: str
    title: str
    summary: str
    credit: str


def ruleset_texts(ruleset: type[Game]) -> RulesetTexts:
    """Return a ruleset's texts."""
    return RulesetTexts(
        name=ruleset.name,
        title=_(ruleset.title),
        summary=_(ruleset.summary),
        credit=_(ruleset.credit) if ruleset.credit else "",
    )


def all_rulesets() -> list[RulesetTexts]:
    """Return every ruleset's texts, in menu order."""
    return [ruleset_texts(ruleset) for ruleset in Game.registry.values()]


def game_texts(ruleset: type[Game]) -> dict[str, Any]:
    """Return the texts and settings of a ruleset that the board script needs."""
    return {
        "pack": pack_name(ruleset),
        "clockwise": ruleset.clockwise,
        "words": {
            kind: {
                "text": _(word.text),
                "shout": _(word.shout) if word.shout else "",
                "to_opponents": word.to_opponents,
                "scores": bool(word.source),
                "gloss": _(word.gloss) if word.gloss else "",
                "ending": _(word.ending) if word.ending else "",
            }
            for kind, word in ruleset.event_texts.items()
        },
        "pile": _(ruleset.pile_label),
        "only_true_calls": ruleset.only_true_calls,
        "calls": {name: _(label) for name, label in ruleset.call_labels.items()},
        "call_meanings": {name: _(meaning) for name, meaning in ruleset.call_meanings.items()},
        "true_calls": dict(ruleset.true_calls),
        "verbs": {
            "accept": _("Accept"),
            "challenge": _("Challenge"),
            "claim": _("Claim"),
            "done": _("Nothing to claim"),
        },
    }


def board_texts(match: Match) -> dict[str, Any]:
    """Return the names and texts for the board's script. The match must have been loaded using ``with_seats``."""
    ruleset = find_ruleset(match.ruleset)
    sides = ruleset.sides_for(match.options)
    return {
        **game_texts(ruleset),
        "code": match.code,
        "players": [name or None for name in seat_names(match)],
        "bots": [seat.user is not None and seat.user.is_bot for seat in match.seats.all()],
        "sides": list(sides),
        "partners": len(set(sides)) < len(sides),
    }
