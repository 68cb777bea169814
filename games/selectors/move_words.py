"""A match's log in words, for moderators."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from accounts.wording import labelled, listing
from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_names import card_name, pack_name
from games.selectors.sides import seat_names

# Translators: a label in the log of a match, for moderators: “play: 7 of cups”, “announce: ronda”.
VERBS: Final = {
    "play": pgettext_lazy("move", "play"),
    "announce": pgettext_lazy("move", "announce"),
    "tendido": pgettext_lazy("move", "tendido"),
    "claim": pgettext_lazy("move", "claim"),
    "challenge": pgettext_lazy("move", "challenge"),
    "accept": pgettext_lazy("move", "accept"),
    "done": pgettext_lazy("move", "pass"),
}


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """A move in the log: its number, player, description and time."""

    number: int
    player: str
    words: str
    at: datetime


def moves_in_words(match: Match) -> Iterator[LoggedMove]:
    """Yield the moves of a match in order. The match must have been loaded using ``with_seats``."""
    ruleset = find_ruleset(match.ruleset)
    names = seat_names(match)
    for row in match.moves.order_by("number").iterator():
        yield LoggedMove(row.number, names[row.seat], _in_words(ruleset, row.move), row.created)


def _in_words(ruleset: type[Game], move: list[Any]) -> str:
    """Return a move such as ``["play", "12B"]`` in words."""
    verb, *values = move
    if not values:
        return str(VERBS[verb])
    return labelled(VERBS[verb], listing(_value_in_words(ruleset, value) for value in values))


def _value_in_words(ruleset: type[Game], value: object) -> str:
    if value in ruleset.pack:
        return card_name(str(value), pack_name(ruleset))
    name = str(value)
    return _(ruleset.call_labels[name]).lower() if name in ruleset.call_labels else name
