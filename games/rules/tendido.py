"""The tendido: the best order of its four cards, and their score on the table (P4, P5)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.rules.cards import RANK_52
from games.rules.rondine import worth

# P4: Each half of the row is a pair. Either pair may be on the left, and either card of a pair may come first.
# Reversing a row gives another of these rows, so it is enough to count all of them from the left.
_ROWS = ((0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 0, 1), (2, 3, 1, 0), (3, 2, 1, 0))


class EqualCards(NamedTuple):
    """Equal cards on the table, including at least one from the tendido."""

    cards: tuple[str, ...]
    points: int


class Tendido(NamedTuple):
    """A tendido that has been laid: the row, the score of each place from the left, and the sets."""

    row: tuple[str, ...]
    places: tuple[int, ...]
    sets: tuple[EqualCards, ...]

    @property
    def points(self) -> int:
        """Return the dealer's total score."""
        return sum(self.places) + sum(one.points for one in self.sets)

    def as_json(self) -> dict[str, Any]:
        """Return the tendido for an event or a view."""
        return {
            "row": list(self.row),
            "places": list(self.places),
            "sets": [{"cards": list(one.cards), "points": one.points} for one in self.sets],
            "points": self.points,
        }


def _place_points(row: Sequence[str]) -> tuple[int, ...]:
    return tuple(place + 1 if RANK_52[card] == place else 0 for place, card in enumerate(row))


def score_tendido(cards: Sequence[str], table: Sequence[str]) -> Tendido:
    """Return the best arrangement of four cards, and the sets that they complete.

    ``cards`` are in the order of the pack. ``table`` contains the cards that are already on the table, in order of
    arrival.
    """
    rows = [tuple(cards[at] for at in order) for order in _ROWS]
    row = max(rows, key=lambda one: sum(_place_points(one)))
    sets = []
    for rank in dict.fromkeys(RANK_52[card] for card in cards):  # P5
        equal = tuple(card for card in (*table, *cards) if RANK_52[card] == rank)
        if len(equal) > 1:
            sets.append(EqualCards(equal, worth(len(equal), rank)))
    return Tendido(row, _place_points(row), tuple(sets))
