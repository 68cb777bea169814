"""Dealing in Moroccan ronda: the hands, the four table cards, and cards put back (M3–M6)."""

from collections.abc import Callable, Sequence

from games.rules.cards import RANK_40
from games.rules.deal import Deal, DealError
from games.rules.declarations import CallingGame
from games.rules.events import Event

TABLE_CARDS = 4


class DealingGame(CallingGame):
    """Dealing in Moroccan ronda. Rulesets set the attributes declared here."""

    dealing: str  # "table", "four-first" or "four-all"
    announces: bool  # whether ronda and tringa exist at all

    def draw_deal(self, dealer: int, deck: Sequence[str], place: Callable[[int], int]) -> Deal:
        """M5: Return the deal, using ``place`` to draw a place for each card put back."""
        returned: list[int] = []

        def draw(stock_left: int) -> int:
            returned.append(place(stock_left))
            return returned[-1]

        if self.dealing == "table":
            self._lay_table(list(deck[3 * self.players :]), draw)
        return Deal(dealer, tuple(deck), tuple(returned))

    def _lay_table(self, stock: list[str], place: Callable[[int], int]) -> list[Event]:
        """Deal the four table cards, taking them from ``stock``, and return the events (M3, M5)."""
        table: list[str] = []
        back: list[str] = []
        while len(table) < TABLE_CARDS:
            card = stock.pop(0)
            table.append(card)
            ranks = sorted(RANK_40[one] for one in table)
            in_a_row = len(table) == TABLE_CARDS and ranks[-1] - ranks[0] == TABLE_CARDS - 1
            if len(set(ranks)) < len(ranks) or in_a_row:
                stock.insert(place(len(stock)), table.pop())
                back.append(card)
        put_back = [Event("put_back", -1, {"cards": back})] if back else []
        return [*put_back, Event("table", -1, {"cards": table})]

    def _deal(self, deal: Deal) -> list[Event]:
        places = iter(deal.returned)

        def place(stock_left: int) -> int:
            at = next(places, None)
            if at is None:
                raise DealError("returned: the place of a card put back is missing")
            if not 0 <= at <= stock_left:
                raise DealError(f"returned: {at} is not a place in a stock of {stock_left} cards")
            return at

        size = 3 if self.dealing == "table" else 4
        stock = list(deal.deck[size * self.players :])
        laid = self._lay_table(stock, place) if self.dealing == "table" else []
        if next(places, None) is not None:
            raise DealError("returned: a place is given where no card is put back")

        self.events = [Event("deal", -1, {"dealer": deal.dealer})]
        self.deal_number += 1
        self.dealer = deal.dealer
        self.leader = (deal.dealer + 1) % self.players  # M6
        self.batch = -1
        self.last_capture = -1
        self.piles.counts[:] = [0] * self.side_count
        self.table = list(laid[-1].data["cards"]) if laid else []
        self.slots[:] = [None] * 10
        for card in self.table:
            self.slots[RANK_40[card]] = card
        self.stock = [*deal.deck[: size * self.players], *stock]
        self._next_batch(size, laid)
        return self.events

    def _next_batch(self, size: int, laid: Sequence[Event] = ()) -> None:
        self.batch += 1
        # M17: until it has spoken, a seat may claim what the previous batch proved
        self.former_claimable = self.claimable if self.batch else {}
        self._clear_batch(size)
        for number in range(self.players):  # M3: all cards of a hand at once, from the leader
            seat = (self.leader + number) % self.players
            self.hands[seat] = self.stock[number * size : (number + 1) * size]
        del self.stock[: size * self.players]
        self.events.append(Event("batch", -1, {"batch": self.batch, "size": size}))
        self.events.extend(laid)
        self.to_act = self.leader
        if not self.announces:
            self.phase = "play"
        elif self.manual:
            self.phase = "announce"
        else:
            self._call_all()
