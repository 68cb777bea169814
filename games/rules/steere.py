"""Ronda by Mark Steere (2022): clauses S1–S9 of docs/rules/steere.md. The rules and the name are used unchanged."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.rules.cards import SPANISH_48
from games.rules.deal import Deal, DealError
from games.rules.events import Event, EventText
from games.rules.game import Game
from games.rules.highlights import TRICK
from games.rules.moves import Move, PlayInPlace
from games.rules.options import Option, OptionSet, Value
from games.rules.refusals import IllegalMove
from games.rules.suit_ring import SUIT_RING, order_trick
from games.rules.texts import gettext_noop

PLAYERS: Final = 3

OPTIONS = OptionSet(
    options=(Option("hands", (3, 4, 5), 3, gettext_noop("Hands"), gettext_noop("Number of hands in a match.")),),
)

EVENT_TEXTS: Final[Mapping[str, EventText]] = {
    "deal": EventText(gettext_noop("{dealer} deals.")),
    "play": EventText(gettext_noop("{seat} plays {card}.")),
    "trick": EventText(gettext_noop("{seat} wins the trick: {cards}."), source=gettext_noop("Tricks")),
    "count": EventText(gettext_noop("Hand over. Trick count: {tally}.")),
    "tie": EventText(
        gettext_noop("Tied on tricks. One more card each will decide it."),
        gettext_noop("Tiebreaker"),
        gloss=gettext_noop("Players tied for the most tricks each get one card: the highest wins."),
    ),
    "tie_break": EventText(gettext_noop("One card each, face up: {cards}.")),
    "won": EventText(gettext_noop("The match is over.")),
}


class Steere(Game):
    """A match of Mark Steere's trick-taking game for three players."""

    name: ClassVar[str] = "steere"
    title: ClassVar[str] = gettext_noop("Ronda by Mark Steere")
    summary: ClassVar[str] = gettext_noop(
        "A trick-taking game for three, in which the suits beat each other in a ring."
    )
    credit: ClassVar[str] = gettext_noop("Rules by Mark Steere, 2022")
    clockwise: ClassVar[bool] = True
    pack: ClassVar[tuple[str, ...]] = SPANISH_48
    options: ClassVar[OptionSet] = OPTIONS
    event_texts: ClassVar[Mapping[str, EventText]] = EVENT_TEXTS
    highlights: ClassVar[Mapping[str, str]] = {"trick": TRICK, "tie_break": TRICK}
    pile_label: ClassVar[str] = gettext_noop("Tricks won")

    @classmethod
    def seats_for(cls, chosen: Mapping[str, Value]) -> int:
        """Return 3, the only number of seats (S1)."""
        return PLAYERS

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.hand_count = int(self.chosen["hands"])
        self.last_trick: dict[str, Any] | None = None
        self.tie_break: dict[str, Any] | None = None
        self.events: list[Event] = []

    # ---- dealing ----

    def dealer_after(self, dealer: int) -> int | None:
        """S2: Return None, because the next dealer depends on who wins the last trick."""
        return None

    @property
    def next_dealer(self) -> int | None:
        """S2, S9: Return the seat before the winner of the last trick, or None for the first deal.

        The first dealer is drawn.
        """
        return None if self.deal_number < 0 else (self.leader - 1) % PLAYERS

    def _deal(self, deal: Deal) -> list[Event]:
        if deal.returned:
            raise DealError("returned: no card is put back in this game")
        self.events = [Event("deal", -1, {"dealer": deal.dealer})]
        self.deal_number += 1
        self.dealer = deal.dealer
        self.captured = [0] * PLAYERS
        self.last_trick = None
        first = (deal.dealer + 1) % PLAYERS
        if self.deal_number == self.hand_count:
            self._break_tie(deal, first)
            return self.events
        for number in range(PLAYERS):  # S3: one card at a time
            self.hands[(first + number) % PLAYERS] = list(deal.deck[number::PLAYERS])
        self.phase = "play"
        self.leader = self.to_act = first  # S4
        return self.events

    def _break_tie(self, deal: Deal, first: int) -> None:
        """S9: Deal one card face up to each seat to break the tie."""
        self.leader = first
        self.table = list(deal.deck[:PLAYERS])
        by_value = [(first + place) % PLAYERS for place in order_trick(self.table)]
        winner = next(seat for seat in by_value if seat in self._leading())
        self.tie_break = {"leader": first, "cards": list(self.table), "winner": winner}
        self.events.append(Event("tie_break", -1, self.tie_break))
        self._end(winner)

    # ---- moves ----

    def legal(self) -> list[Move]:
        """Return every move that is legal now: any card in the hand (S4)."""
        return self.turn_moves(self.to_act)

    def turn_moves(self, seat: int) -> list[Move]:
        """Return the moves that ``seat`` can make on its turn, or an empty list if it is not to act."""
        if seat != self.to_act or self.phase != "play":
            return []
        return self._plays(seat)

    def apply(self, move: Move) -> list[Event]:
        """Make a move, and return its events. Raises IllegalMove, leaving the game unchanged."""
        seat = move.seat
        self._check_seat(seat)
        if move.verb != "play":
            raise IllegalMove("not_now")
        card = move.card
        self._check_play(seat, card)
        if isinstance(move, PlayInPlace):
            raise IllegalMove("not_in_place")
        self.events = [Event("play", seat, {"card": card})]
        self.hands[seat].remove(card)
        self.table.append(card)
        if len(self.table) < PLAYERS:
            self.to_act = (seat + 1) % PLAYERS
        else:
            self._take_trick()
        return self.events

    def _take_trick(self) -> None:
        cards, winner = self.table, (self.leader + order_trick(self.table)[0]) % PLAYERS
        self.last_trick = {"leader": self.leader, "cards": cards, "winner": winner}
        self.events.append(Event("trick", winner, {"cards": cards}))
        self.table = []
        self.captured[winner] += 1
        self.scores[winner] += 1
        self.leader = self.to_act = winner
        if not self.hands[winner]:
            self._end_hand()

    def _end_hand(self) -> None:
        counted = {"captured": list(self.captured), "points": list(self.captured), "scores": list(self.scores)}
        self.events.append(Event("count", -1, counted))
        leading = self._leading()
        if self.deal_number + 1 == self.hand_count and len(leading) == 1:
            self._end(leading[0])  # S8
            return
        if self.deal_number + 1 == self.hand_count:
            self.events.append(Event("tie", -1, {"sides": leading}))
        self.phase = "deal"
        self.to_act = -1

    def _leading(self) -> list[int]:
        """Return the seats with the most tricks."""
        most = max(self.scores)
        return [seat for seat in range(PLAYERS) if self.scores[seat] == most]

    def _end(self, winner: int) -> None:
        self.phase = "over"
        self.to_act = -1
        self.winners = (winner,)
        self.events.append(Event("won", -1, {"winners": [winner]}))

    # ---- what can be seen ----

    def view_extra(self) -> dict[str, Any]:
        """Return the current and previous trick, the tie-break, the number of hands to go, and the ring of suits.

        In tricks and tie-breaks, ``cards`` are in turn order from ``leader``.
        """
        return {
            "leader": self.leader,
            "target": None,
            "stock": 0,
            "hands_to_go": max(0, self.hand_count - self.deal_number - 1),
            "suit_ring": list(SUIT_RING),
            "trick": {"leader": self.leader, "cards": list(self.table)},
            "last_trick": self.last_trick,
            "tie_break": self.tie_break,
        }
