"""A strike: a porrazo or counter porrazo that the next card can still overcall (P14–P18)."""

from dataclasses import dataclass
from typing import Any

from games.rules.cards import FRENCH_RANKS
from games.rules.rondine import worth


@dataclass(frozen=True, slots=True)
class Strike:
    """Captured cards that score only if the next card does not overcall them (P17).

    ``equal`` is the number of cards of ``rank``: two in a porrazo, three in a counter porrazo. ``cards`` contains
    all captured cards, including the run and the seat's own card. ``limpia`` is the score for clearing the table.
    """

    seat: int
    rank: int
    equal: int
    cards: tuple[str, ...]
    limpia: int

    @property
    def kind(self) -> str:
        """Return the strike's event kind: "porrazo" or "counter"."""
        return "porrazo" if self.equal == 2 else "counter"

    @property
    def points(self) -> int:
        """Return the score without the limpia: the points of a ronda (P14) or a rondine (P15)."""
        return worth(self.equal, self.rank)

    def as_json(self) -> dict[str, Any]:
        """Return the strike for an event or a view. Everything in it is public."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "rank": FRENCH_RANKS[self.rank],
            "points": self.points,
            "limpia": self.limpia,
        }
