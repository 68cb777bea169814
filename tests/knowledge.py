"""The cards that each reader may know, derived from packs, moves and the rules alone, without the code under test."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from games.rules.deal import Deal
from games.rules.moves import Move

RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]  # M1


class Knowledge(ABC):
    """The cards that each reader may know in a deal: all that have been face up, and the reader's own hands."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.open: set[str] = set()
        self.own: list[set[str]] = [set() for _seat in range(players)]
        self.held: list[set[str]] = [set() for _seat in range(players)]

    def deal(self, deal: Deal) -> None:
        """Start a new pack. Nothing about the old pack reveals anything about the new one."""
        self.open = set()
        self.own = [set() for _seat in range(self.players)]
        self.stock = list(deal.deck)
        self.returned = list(deal.returned)
        self.dealer = deal.dealer
        self.batch = 0
        self._deal()

    @abstractmethod
    def _deal(self) -> None:
        """Deal the first hands."""

    def move(self, move: Move) -> None:
        """Record that a played card is face up, and that a challenge has revealed the caller's remaining hand (M14)."""
        seat, verb, *said = move
        if verb == "play":
            self.open.add(str(said[0]))
            self.held[seat].discard(str(said[0]))
        elif verb == "challenge":
            self.open |= self.held[int(said[0])]

    @abstractmethod
    def reach_batch(self, batch: int) -> None:
        """Deal the hands up to this batch."""

    def may_know(self, seat: int | None) -> set[str]:
        """Return the cards that this seat, or the public, may know."""
        return self.open if seat is None else self.open | self.own[seat]


class MoroccanKnowledge(Knowledge):
    """Hands are dealt in batches from a hidden stock."""

    def __init__(self, players: int, dealing: str) -> None:
        super().__init__(players)
        self.dealing = dealing

    def _deal(self) -> None:
        self._batch(4 if self.dealing != "table" else 3)  # M3, M4
        if self.dealing == "table":
            self._lay_table()

    def reach_batch(self, batch: int) -> None:
        """Deal the batches up to this one only, because a halt (M15) or a win may precede the next one."""
        while self.batch < batch:
            self.batch += 1
            self._batch(4 if self.dealing == "four-all" else 3)  # M3, M4

    def _batch(self, size: int) -> None:
        for step in range(1, self.players + 1):
            seat = (self.dealer + step) % self.players
            self.held[seat] = {self.stock.pop(0) for _card in range(size)}
            self.own[seat] |= self.held[seat]

    def _lay_table(self) -> None:
        """M5: Record that everyone saw which cards were put back, but not where."""
        laid: list[str] = []
        while len(laid) < 4:
            card = self.stock.pop(0)
            self.open.add(card)
            laid.append(card)
            ranks = sorted(RANKS.index(int(one[:-1])) for one in laid)
            repeats = len(set(ranks)) < len(ranks)
            if repeats or (len(laid) == 4 and ranks[3] - ranks[0] == 3):
                self.stock.insert(self.returned.pop(0), laid.pop())


class SteereKnowledge(Knowledge):
    """The whole pack is dealt. A deal after the agreed hands is a tie-breaker with one card each."""

    def __init__(self, hands: int) -> None:
        super().__init__(3)  # S1
        self.hands_to_go = hands

    def _deal(self) -> None:
        self.hands_to_go -= 1
        if self.hands_to_go < 0:
            self.open |= set(self.stock[:3])  # S9
        for number in range(3):  # S3
            seat = (self.dealer + 1 + number) % 3
            self.held[seat] = set(self.stock[number::3] if self.hands_to_go >= 0 else ())
            self.own[seat] |= self.held[seat]

    def reach_batch(self, batch: int) -> None:
        """Do nothing: a deal has only one batch."""


def knowledge_of(ruleset: str, players: int, options: dict[str, Any]) -> Knowledge:
    """Return the knowledge at the start of a match, before anything is dealt."""
    return SteereKnowledge(options["hands"]) if ruleset == "steere" else MoroccanKnowledge(players, options["dealing"])
