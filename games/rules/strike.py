"""A strike: a porrazo or counter porrazo that waits for the next card (P14–P18)."""

from dataclasses import dataclass
from typing import Any

from games.rules.cards import FRENCH_RANKS
from games.rules.rondine import worth


@dataclass(frozen=True, slots=True)
class Strike:
    """Cards that have been taken, but score only if the next card does not overcall them (P17).

    ``equal`` is the number of its cards that are of ``rank``: two in a porrazo, three in a counter porrazo.
    ``cards`` are all that it took, the run and the seat's own card included; ``limpia`` is what it scores for
    the cleared table.
    """

    seat: int
    rank: int
    equal: int
    cards: tuple[str, ...]
    limpia: int

    @property
    def kind(self) -> str:
        """What it is called."""
        return "porrazo" if self.equal == 2 else "counter"

    @property
    def points(self) -> int:
        """What it scores beside the limpia: as a ronda (P14) or a rondine (P15)."""
        return worth(self.equal, self.rank)

    def as_json(self) -> dict[str, Any]:
        """What everybody may know of it: all."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "rank": FRENCH_RANKS[self.rank],
            "points": self.points,
            "limpia": self.limpia,
        }
