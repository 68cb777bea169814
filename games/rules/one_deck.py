"""One Deck: clauses O1–O4 of docs/rules/one-deck.md, based on Moroccan ronda."""

from collections.abc import Mapping
from typing import ClassVar

from games.rules.moroccan import Moroccan
from games.rules.options import OptionSet, Value, Values
from games.rules.texts import gettext_noop


class OneDeck(Moroccan):
    """A match for two players that consists of a single deal, in which every captured card scores a point."""

    name: ClassVar[str] = "one-deck"
    title: ClassVar[str] = gettext_noop("One Deck")
    summary: ClassVar[str] = gettext_noop("A single deal for two: no calls, and every captured card scores a point.")
    options: ClassVar[OptionSet] = OptionSet()
    call_labels: ClassVar[Mapping[str, str]] = {}
    call_meanings: ClassVar[Mapping[str, str]] = {}
    true_calls: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    @classmethod
    def seats_for(cls, chosen: Mapping[str, Value]) -> int:
        """Return 2, the only number of seats."""
        return 2

    def settle_rules(self, o: Values) -> None:
        """Apply O1–O4 to the defaults of Moroccan ronda."""
        super().settle_rules(
            Moroccan.options.complete({"declarations": "automatic", "chain": True, "dealer_duty": True})  # O2 O3
        )
        self.announces = False  # O1
        self.target = None  # O4

    @property
    def free_cards(self) -> int:
        """O4: Return 0, because every card scores."""
        return 0

    def _after_count(self) -> None:
        """O4: End the match. The higher score wins; equal scores are a draw."""
        top = max(self.scores)
        self._end([self.scores.index(top)] if self.scores.count(top) == 1 else [])
