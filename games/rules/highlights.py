"""Highlights: the events that replays jump to. A ruleset's ``Game.highlights`` maps its events to their types."""

from collections.abc import Iterable
from typing import Final

from games.rules.events import Event
from games.rules.game import Game
from games.rules.texts import gettext_noop

CALL, CAIDA, MISSA, TRICK = "call", "caida", "missa", "trick"
HIGHLIGHT_LABELS: Final = {
    CALL: gettext_noop("Calls"),
    CAIDA: gettext_noop("Caidas"),
    MISSA: gettext_noop("Missas"),
    TRICK: gettext_noop("Tricks"),
}
SILENT: Final = "nothing"  # the announcement of a seat that calls nothing


def label_of(ruleset: type[Game], kind: str) -> str:
    """Return the message ID of a type of highlights, in the ruleset's own word if it has one."""
    return ruleset.highlight_labels.get(kind, HIGHLIGHT_LABELS[kind])


def highlights_of(ruleset: type[Game], events: Iterable[Event]) -> list[str]:
    """Return the types of highlights among these events, without duplicates. Calling nothing is not a highlight."""
    relevant = (event for event in events if event.data.get("call") != SILENT)
    return list(dict.fromkeys(ruleset.highlights[event.kind] for event in relevant if event.kind in ruleset.highlights))
