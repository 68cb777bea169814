"""What a seat can work out from its own hand and from what everybody has seen: plain counting of ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.rules.cards import FRENCH_RANKS, SPANISH_40_RANKS, SPANISH_48_RANKS

JSON: TypeAlias = Mapping[str, Any]

COPIES = 4  # of each rank in every pack
RANKS_OF_PACK = {40: SPANISH_40_RANKS, 48: SPANISH_48_RANKS, 52: FRENCH_RANKS}


def rank_of(card: str) -> str:
    """The rank of a card's code."""
    return card[:-1]


def count_ranks(cards: Sequence[str]) -> Counter[str]:
    """How many of each rank."""
    return Counter(rank_of(card) for card in cards)


class Knowledge:
    """One seat's knowledge in the running deal. ``me`` is that seat, or -1 where nobody's hand can be seen."""

    def __init__(self, view: JSON, seen: Sequence[JSON]) -> None:
        self.seats = view["seats"]
        self.me = next((number for number, seat in enumerate(self.seats) if seat["hand"] is not None), -1)
        self.hand: list[str] = list(self.seats[self.me]["hand"]) if self.me >= 0 else []
        self.table: list[str] = list(view["table"])
        self.table_ranks = count_ranks(self.table)
        everywhere = view.get("stock", 0) + len(self.table) + sum(view["captured"])
        self.pack = everywhere + sum(seat["cards"] for seat in self.seats)
        self.ranks = RANKS_OF_PACK.get(self.pack, SPANISH_40_RANKS)
        self.seen = set(self.table)
        self.played: dict[int, Counter[str]] = {number: Counter() for number in range(len(self.seats))}
        self.last_rank = ""  # of the card played last in this batch
        self.last_kinds: list[str] = []  # what that card was, and what followed from it
        for event in seen:
            self._note(event)
        self._gone = count_ranks([*self.seen, *(card for card in self.hand if card not in self.seen)])

    def _note(self, event: JSON) -> None:
        kind, seat, card = event["kind"], event["seat"], event.get("card")
        if kind in {"deal", "batch"}:
            self.played = {number: Counter() for number in self.played}
            self.last_rank, self.last_kinds = "", []
        if kind == "put_back":
            self.seen.discard(str(card))
            return
        shown = event.get("cards")
        self.seen.update(shown if isinstance(shown, list) else ())
        if isinstance(card, str):
            self.seen.add(card)
            if seat in self.played:
                self.played[seat][rank_of(card)] += 1
            self.last_rank, self.last_kinds = rank_of(card), []
        self.last_kinds.append(kind)

    def unseen(self, rank: str) -> int:
        """How many of this rank this seat has not seen yet."""
        return max(0, COPIES - self._gone[rank])

    def chance_against(self, rank: str) -> float:
        """About how likely it is that the seats that follow hold a card of this rank."""
        others = sum(seat["cards"] for number, seat in enumerate(self.seats) if number != self.me)
        hidden = max(others, self.pack - sum(self._gone.values()))
        return min(1.0, self.unseen(rank) * others / hidden) if hidden else 0.0

    def run_from(self, rank: str) -> int:
        """How many table cards a card of this rank would take: its own rank and what continues upwards."""
        if not self.table_ranks[rank] or rank not in self.ranks:
            return min(1, self.table_ranks[rank])
        start = self.ranks.index(rank)
        return next(
            (length for length, other in enumerate(self.ranks[start:]) if not self.table_ranks[other]),
            len(self.ranks) - start,
        )

    def may_hold(self, seat: int, call: str) -> bool:
        """Whether the hand of ``seat`` could still be what it called, for all that this seat knows."""
        left = self.seats[seat]["cards"]
        played = self.played[seat]
        most = sorted((played[rank] + min(left, self.unseen(rank)) for rank in self.ranks), reverse=True)
        if call == "ronda":
            return most[:1] >= [2]
        if call == "tringa":
            return most[:1] >= [3]
        return most[:1] >= [COPIES] or most[1:2] >= [2]  # a bound for two rondas; others are never challenged
