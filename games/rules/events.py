"""Events, which are public, and the texts that describe them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.rules.texts import gettext_noop

CARDS: Final = gettext_noop("Cards")  # a source of points


class Event(NamedTuple):
    """Something that happened and is visible to everyone at the table.

    ``seat`` is the seat that did it, or -1 for the table itself; ``data`` contains only JSON values.
    """

    kind: str
    seat: int
    data: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the event in the form used by frames and replays."""
        return {"kind": self.kind, "seat": self.seat, **self.data}


@dataclass(frozen=True, slots=True)
class EventText:
    """The description of an event: a sentence with fields like ``{seat}``, and the words that players shout, if any.

    A field is a value from the event, ``{opponents}`` (the names of the players who are not on the side of the event's
    seat), or ``{tally}`` (each side's cards or tricks in a count, with the points for them).
    A shout may be the name of the event's call or holding: ``{call}``, ``{holding}``.
    The event's points go to its seat or side or, with ``to_opponents``, to every other side.
    ``source`` names the source of these points in the result of a match; an event without a source scores nothing.
    ``is_loss`` means that the points are taken back. ``gloss`` explains the shout to those who don't know the word.
    ``ending`` says how the event ended the match, if ``won`` follows at once and the scores alone don't explain it.
    """

    text: str
    shout: str = ""
    to_opponents: bool = False
    source: str = ""
    is_loss: bool = False
    gloss: str = ""
    ending: str = ""


# What all fishing games say alike. A ruleset puts it last, so that results list points for claims and cards last.
FISHING_TEXTS: Final[Mapping[str, EventText]] = {
    "deal": EventText(gettext_noop("{dealer} deals.")),
    "batch": EventText(gettext_noop("New cards: {size} each (batch {batch}).")),
    "announce": EventText(gettext_noop("{seat} announces {call}.")),
    "play": EventText(gettext_noop("{seat} lays {card}.")),
    "capture": EventText(gettext_noop("{seat} plays {card} and takes {cards}.")),
    "claim": EventText(
        gettext_noop("{seat} claims {against}’s hidden {holding} and scores {points}."),
        gettext_noop("Claim"),
        source=gettext_noop("Claims"),
        gloss=gettext_noop("If a player doesn’t announce a holding, an opponent can claim it."),
    ),
    "done": EventText(gettext_noop("{seat} claims nothing.")),
    "sweep": EventText(gettext_noop("The cards left on the table go to {side}: {cards}.")),
    "count": EventText(gettext_noop("Deal over. Card count: {tally}."), source=CARDS),
    "won": EventText(gettext_noop("The match is over.")),
}
