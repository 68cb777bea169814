"""The tendido: how its four cards are best laid in a row, and what they score on the table (P4, P5)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.rules.cards import RANK_52
from games.rules.rondine import worth

# P4: each half of the row is a pair, either pair on the left, either card first. Counted from the other end a row
# is another of these rows, so each is counted from the left.
_ROWS = ((0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 0, 1), (2, 3, 1, 0), (3, 2, 1, 0))


class EqualCards(NamedTuple):
    """Equal cards on the table, at least one of them of the tendido."""

    cards: tuple[str, ...]
    points: int


class Tendido(NamedTuple):
    """A tendido as laid: the row, what each of its places scores, counted from the left, and the sets."""

    row: tuple[str, ...]
    places: tuple[int, ...]
    sets: tuple[EqualCards, ...]

    @property
    def points(self) -> int:
        """What the dealer scores in all."""
        return sum(self.places) + sum(one.points for one in self.sets)

    def as_json(self) -> dict[str, Any]:
        """The tendido for an event or a view."""
        return {
            "row": list(self.row),
            "places": list(self.places),
            "sets": [{"cards": list(one.cards), "points": one.points} for one in self.sets],
            "points": self.points,
        }


def _place_points(row: Sequence[str]) -> tuple[int, ...]:
    return tuple(place + 1 if RANK_52[card] == place else 0 for place, card in enumerate(row))


def score_tendido(cards: Sequence[str], table: Sequence[str]) -> Tendido:
    """The best arrangement of four cards in the order of the pack, and the sets that they make.

    ``table`` holds the cards that lie there before them, in order of arrival.
    """
    rows = [tuple(cards[at] for at in order) for order in _ROWS]
    row = max(rows, key=lambda one: sum(_place_points(one)))
    sets = []
    for rank in dict.fromkeys(RANK_52[card] for card in cards):  # P5
        equal = tuple(card for card in (*table, *cards) if RANK_52[card] == rank)
        if len(equal) > 1:
            sets.append(EqualCards(equal, worth(len(equal), rank)))
    return Tendido(row, _place_points(row), tuple(sets))
