"""Dealing in Porrazo: the batches, the tendido and the leftover cards (P2–P7)."""

from collections.abc import Mapping
from typing import Final

from games.rules.cards import FRENCH_52
from games.rules.deal import Deal, DealError
from games.rules.events import Event
from games.rules.refusals import IllegalMove
from games.rules.rondine_calls import RondineGame
from games.rules.tendido import Tendido, score_tendido

HAND_CARDS: Final = 3
TENDIDO_CARDS: Final = 4
NOW, LATER = "now", "later"


class TendidoGame(RondineGame):
    """Dealing in Porrazo. Rulesets set the attributes declared here."""

    tendido_last: bool  # the last four cards of the pack are the tendido (P6)
    leftover_to_hands: bool  # P7

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.batches = (len(FRENCH_52) - TENDIDO_CARDS) // (HAND_CARDS * self.players)  # P2
        self.tendido: Tendido | None = None  # the tendido laid in this deal
        self.tendido_batch = -1  # the batch in which it was laid

    def _deal(self, deal: Deal) -> list[Event]:
        if deal.returned:
            raise DealError("returned: no card is put back in this game")
        self.events = [Event("deal", -1, {"dealer": deal.dealer})]
        self.deal_number += 1
        self.dealer = deal.dealer
        self.leader = (deal.dealer + 1) % self.players
        self.batch = -1
        self.last_capture = -1
        self.captured = [0] * self.side_count
        self.stock = list(deal.deck)
        self.tendido = None
        self.claimable = {}
        self._clear_table()
        self._next_batch()
        return self.events

    def _next_batch(self) -> None:
        self.batch += 1
        self._clear_batch()
        for number in range(self.players):  # P2: all cards of a hand at once, from the leader
            seat = (self.leader + number) % self.players
            self.hands[seat] = self.stock[number * HAND_CARDS : (number + 1) * HAND_CARDS]
        del self.stock[: HAND_CARDS * self.players]
        self.events.append(Event("batch", -1, {"batch": self.batch, "size": HAND_CARDS}))
        if self.batch == self.batches - 1:
            self._deal_rest()
        elif self.tendido is None and not self.tendido_last:  # P3
            self.phase = "tendido"
            self.to_act = self.dealer
        else:
            self._open_batch()

    def _answer_tendido(self, seat: int, answer: str) -> None:
        """P3: Lay the tendido now or later."""
        if answer not in {NOW, LATER}:
            raise IllegalMove("not_now")
        self.events = []
        if answer == LATER:
            self.events.append(Event("later", seat, {}))
        elif self._lay_tendido():
            return
        self._open_batch()

    def _deal_rest(self) -> None:
        """In the last batch, deal the leftover cards, and lay the tendido if it is still due (P3, P6, P7)."""
        if self.tendido_last:
            self._deal_leftover()
        if self.tendido is None and self._lay_tendido():
            return
        if not self.tendido_last:
            self._deal_leftover()
        self._open_batch()

    def _lay_tendido(self) -> bool:
        """P3–P5: Lay the tendido. Return whether the match is over."""
        cards = self.stock[:TENDIDO_CARDS]
        del self.stock[:TENDIDO_CARDS]
        self.tendido = score_tendido(cards, self.table)
        self.tendido_batch = self.batch
        self._put_on_table(cards)
        self.events.append(Event("tendido", self.dealer, self.tendido.as_json()))
        return self._score(self.dealer, self.tendido.points)

    def _deal_leftover(self) -> None:
        count = len(self.stock) - (TENDIDO_CARDS if self.tendido_last else 0)
        cards = self.stock[:count]
        del self.stock[:count]
        if not cards:
            return
        if not self.leftover_to_hands:
            self._put_on_table(cards)
            self.events.append(Event("leftover", -1, {"cards": cards}))
            return
        for number, card in enumerate(cards):
            self.hands[(self.leader + number) % self.players].append(card)
        self.events.append(Event("leftover_hands", -1, {"count": count}))

    def hand_is_seen(self, seat: int) -> bool:
        """P3: Return whether the dealer has decided when to lay the tendido. Until then, nobody may look at a hand."""
        return self.phase != "tendido"
