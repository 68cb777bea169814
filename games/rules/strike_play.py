"""The card play in Porrazo: runs, cards in place, strikes and limpias (P12–P20)."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final

from games.rules.cards import FRENCH_RANKS, RANK_52
from games.rules.events import Event
from games.rules.game import Game
from games.rules.rondine import RANK_WORTH
from games.rules.strike import Strike

RANKS: Final = len(FRENCH_RANKS)
IN_PLACE_RANKS: Final = 4  # A, 2, 3, 4


class StrikeGame(Game):
    """The card play in Porrazo. Rulesets set the attributes declared here."""

    target: int
    wraps: bool  # runs continue from the king to the ace (P12)

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.events: list[Event] = []
        self.stock: list[str] = []
        self.last_capture = -1  # the side of the last capture in this deal
        self._clear_table()
        self._clear_batch()

    def _clear_table(self) -> None:
        self.table = []
        self.slots: list[list[str]] = [[] for _ in range(RANKS)]  # the cards on the table by rank, in order of arrival

    def _clear_batch(self) -> None:
        self.left = 0  # cards in all hands
        self.stayed = -1  # the rank of the last card, if it captured nothing in this batch (P14)
        self.strike: Strike | None = None

    def _put_on_table(self, cards: list[str]) -> None:
        for card in cards:  # P12: in the order of the pack
            self.table.append(card)
            self.slots[RANK_52[card]].append(card)

    def _has_choice(self, rank: int) -> bool:
        """P13: Return whether a card of ``rank`` would score in place, but could also capture or overcall."""
        in_place = rank == len(self.table) and rank < IN_PLACE_RANKS
        return in_place and (bool(self.slots[rank]) or (self.strike is not None and self.strike.rank == rank))

    def _play(self, seat: int, card: str, *, in_place: bool) -> None:
        """Play a card, and score it in the order that P19 defines."""
        rank = RANK_52[card]
        self.events = []
        self.hands[seat].remove(card)
        self.left -= 1
        if not in_place and self.strike is not None and self.strike.rank == rank:
            over = self._overcall(self.strike, seat, card)
        elif in_place or not self.slots[rank]:
            over = self._lay(seat, card, rank)
        else:
            over = self._capture(seat, card, rank)
        if over:
            return
        if not self.left:
            self._end_batch()
            return
        self.to_act = (seat + 1) % self.players
        while not self.hands[self.to_act]:  # P7
            self.to_act = (self.to_act + 1) % self.players

    def _lay(self, seat: int, card: str, rank: int) -> bool:
        """Lay a card that captures nothing. Return whether the match is over."""
        self.table.append(card)
        self.slots[rank].append(card)
        self.stayed = rank
        self.events.append(Event("play", seat, {"card": card}))
        if self._settle_strike():
            return True
        if rank >= IN_PLACE_RANKS or len(self.table) != rank + 1:
            return False
        self.events.append(Event("in_place", seat, {"points": rank + 1}))  # P13
        return self._score(seat, rank + 1)

    def _capture(self, seat: int, card: str, rank: int) -> bool:
        """P12, P14, P18: Capture with a card. Return whether the match is over."""
        taken = self._take_run(rank)
        side = self.sides[seat]
        self.captured[side] += len(taken) + 1
        self.last_capture = side
        self.events.append(Event("capture", seat, {"card": card, "cards": taken}))
        limpia = 0 if self.table or self._deal_is_played() else RANK_WORTH[RANK_52[taken[-1]]]
        struck, self.stayed = self.stayed == rank, -1
        if struck:  # the previous card stayed, so no other strike is pending
            self._wait(Strike(seat, rank, 2, (*taken, card), limpia))
            return False
        if self._settle_strike():
            return True
        if not limpia:
            return False
        self.events.append(Event("limpia", seat, {"points": limpia}))
        return self._score(seat, limpia)

    def _take_run(self, rank: int) -> list[str]:
        """Take a card of ``rank`` from the table, and one of each rank that follows without a gap (P12)."""
        taken = []
        at = rank
        while self.slots[at]:
            card = self.slots[at].pop()
            self.table.remove(card)
            taken.append(card)
            at += 1
            if at == RANKS:
                if not self.wraps:
                    break
                at = 0
            if at == rank:
                break
        return taken

    def _overcall(self, former: Strike, seat: int, card: str) -> bool:
        """P15, P16: Overcall a strike with the third or fourth card of its rank. Return whether the match is over."""
        side = self.sides[seat]
        self.captured[self.sides[former.seat]] -= len(former.cards)
        self.captured[side] += len(former.cards) + 1
        self.last_capture = side
        self.events.append(Event("overcall", seat, {"card": card, "cards": list(former.cards), "against": former.seat}))
        if former.equal == 3:
            self.strike = None
            self.events.append(Event("san_benito", seat, {}))
            self._end(side)
            return True
        limpia = 0 if self._deal_is_played() else former.limpia  # P18
        self._wait(Strike(seat, former.rank, 3, (*former.cards, card), limpia))
        return False

    def _deal_is_played(self) -> bool:
        """Return whether the card just played was the last of the deal."""
        return not self.left and not self.stock

    def _wait(self, strike: Strike) -> None:
        self.strike = strike
        self.events.append(Event(strike.kind, strike.seat, strike.as_json()))

    def _settle_strike(self) -> bool:
        """P17: Score a strike that was not overcalled. Return whether the match is over."""
        if self.strike is None:
            return False
        seat, points, limpia = self.strike.seat, self.strike.points, self.strike.limpia
        self.strike = None
        self.events.append(Event("stands", seat, {"points": points}))
        if limpia:
            self.events.append(Event("limpia", seat, {"points": limpia}))
        return self._score(seat, points + limpia)

    @abstractmethod
    def _end_batch(self) -> None:
        """P19 (3): End the batch, and deal the next one or end the deal."""

    # ---- scoring ----

    def _score(self, seat: int, points: int) -> bool:
        """Score points for the side of ``seat``. Return whether it wins the match (P20)."""
        side = self.sides[seat]
        self.scores[side] += points
        if self.scores[side] < self.target:
            return False
        self._end(side)
        return True

    def _end(self, winner: int) -> None:
        self.phase = "over"
        self.to_act = -1
        self.winners = (winner,)
        self.events.append(Event("won", -1, {"winners": [winner]}))
