"""Card counting: inferences that a seat can draw from its own hand and the public events."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from games.bots.observation import Observation
from games.rules import find_ruleset
from games.rules.cards import FRENCH_RANKS, SPANISH_40_RANKS, SPANISH_48_RANKS

JSON: TypeAlias = Mapping[str, Any]

COPIES = 4  # of each rank in every pack
RANKS_OF_PACK = {40: SPANISH_40_RANKS, 48: SPANISH_48_RANKS, 52: FRENCH_RANKS}


def rank_of(card: str) -> str:
    """Return the rank of a card."""
    return card[:-1]


def count_ranks(cards: Sequence[str]) -> Counter[str]:
    """Return the number of cards of each rank."""
    return Counter(rank_of(card) for card in cards)


@lru_cache(maxsize=256)
def _rules(ruleset: str, options: tuple[tuple[str, Any], ...]) -> tuple[bool, bool]:
    game = find_ruleset(ruleset)(dict(options))
    return getattr(game, "chain_allowed", True), getattr(game, "target", 0) is None


class Knowledge:
    """A seat's knowledge about the current deal.

    ``overcalls`` says whether a caida can be overcalled (M21, P15), and ``each_card_counts`` whether each captured card
    scores a point (O4).
    """

    def __init__(self, observation: Observation) -> None:
        view = observation.view
        self.seats = view["seats"]
        self.me = observation.seat
        self.hand = observation.my_hand
        self.table: list[str] = list(view["table"])
        self.table_ranks = count_ranks(self.table)
        self.pack = len(find_ruleset(observation.ruleset).pack)
        self.ranks = RANKS_OF_PACK.get(self.pack, SPANISH_40_RANKS)
        self.seen = set(self.table)
        self.played: dict[int, Counter[str]] = {number: Counter() for number in range(len(self.seats))}
        self.last_rank = ""  # the rank of the last card played in this batch
        self.last_kinds: list[str] = []  # the kinds of events that this card caused
        self.overcalls, self.each_card_counts = _rules(observation.ruleset, tuple(observation.options.items()))
        for event in observation.events:
            self._note(event)
        self._gone = count_ranks([*self.seen, *(card for card in self.hand if card not in self.seen)])

    def _note(self, event: JSON) -> None:
        kind, seat, card = event["kind"], event["seat"], event.get("card")
        if kind in {"deal", "batch"}:
            self.played = {number: Counter() for number in self.played}
            self.last_rank, self.last_kinds = "", []
        if kind == "put_back":
            self.seen.difference_update(event["cards"])
            return
        shown = event.get("cards") or event.get("row")
        self.seen.update(shown if isinstance(shown, list) else ())
        if isinstance(card, str):
            self.seen.add(card)
            if seat in self.played:
                self.played[seat][rank_of(card)] += 1
            self.last_rank, self.last_kinds = rank_of(card), []
        self.last_kinds.append(kind)

    def unseen(self, rank: str) -> int:
        """Return how many cards of this rank the seat has not seen yet."""
        return max(0, COPIES - self._gone[rank])

    def chance_against(self, rank: str) -> float:
        """Estimate the probability that another seat holds a card of this rank."""
        others = sum(seat["cards"] for number, seat in enumerate(self.seats) if number != self.me)
        hidden = max(others, self.pack - sum(self._gone.values()))
        return min(1.0, self.unseen(rank) * others / hidden) if hidden else 0.0

    def run_from(self, rank: str) -> int:
        """Return how many table cards a card of this rank would capture: its own rank and the run upwards from it."""
        if not self.table_ranks[rank] or rank not in self.ranks:
            return min(1, self.table_ranks[rank])
        start = self.ranks.index(rank)
        return next(
            (length for length, other in enumerate(self.ranks[start:]) if not self.table_ranks[other]),
            len(self.ranks) - start,
        )

    def may_hold(self, seat: int, call: str) -> bool:
        """Return whether this call by ``seat`` may be true, as far as the observing seat knows."""
        left = self.seats[seat]["cards"]
        played = self.played[seat]
        most = sorted((played[rank] + min(left, self.unseen(rank)) for rank in self.ranks), reverse=True)
        if call == "ronda":
            return most[:1] >= [2]
        if call == "tringa":
            return most[:1] >= [3]
        return most[:1] >= [COPIES] or most[1:2] >= [2]  # a bound for two rondas; other calls are never challenged
