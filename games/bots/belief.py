"""A seat's beliefs about the other hands in a batch, represented as weighted hands without suits."""

import random
from collections.abc import Sequence
from typing import Final, TypeAlias

from games.bots.calling_worlds import Batch, put_back_cards
from games.bots.declaring import Likelihood
from games.bots.hands import EMPTY, PACKED, hand_number, possible_hands
from games.bots.hidden import hidden_cards, shown_cards
from games.bots.observation import Observation
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan
from games.rules.tringa import RANKS, is_true

TRIES: Final = 10  # random deals to try for each world that is needed

World: TypeAlias = tuple[tuple[int, ...], float]  # the hands of the other seats in turn order, and their weight


class Belief:
    """The hands that the other seats may hold, in turn order, starting with the next seat."""

    def __init__(
        self, observation: Observation, game: Moroccan, batches: Sequence[Batch], likelihood: Likelihood
    ) -> None:
        me, now = observation.seat, batches[-1]
        self._seats = [(me + number) % game.players for number in range(1, game.players)]
        self._known = {
            seat: hand_number(RANK_40[card] for card in shown - now.cards[seat]) for seat, shown in now.shown.items()
        }
        self._sizes = [observation.view["seats"][seat]["cards"] for seat in self._seats]
        self._played = game.played
        self._likelihood = likelihood
        self._chances: dict[tuple[int, int], float] = {}
        open_cards = {*put_back_cards(observation, batches)}
        for seat, shown in now.shown.items():
            open_cards |= shown - now.cards[seat]
        hidden = [card for card in hidden_cards(observation, shown_cards(observation.events)) if card not in open_cards]
        self._unseen = [0] * RANKS
        for card in hidden:
            self._unseen[RANK_40[card]] += 1

    def _hands(self, place: int, unseen: Sequence[int]) -> list[tuple[int, float]]:
        """Return the possible hands of the other seat at ``place`` in turn order, and their weights."""
        seat = self._seats[place]
        if seat in self._known:
            return [(self._known[seat], 1.0)]
        return [
            (hand, ways * likely)
            for hand, ways in possible_hands(unseen, self._sizes[place])
            if (likely := self._likely(seat, hand)) > 0
        ]

    def _likely(self, seat: int, hand: int) -> float:
        """Return the probability that a seat with this hand would have made the calls it did."""
        key = (seat, hand)
        if key not in self._chances:
            self._chances[key] = self._likelihood(seat, self._played[seat] + PACKED[hand])
        return self._chances[key]

    def may_be_true(self, seat: int, call: str) -> bool:
        """Return whether a seat's call may be true."""
        place = self._seats.index(seat)
        hands = (
            [self._known[seat]]
            if seat in self._known
            else [hand for hand, _ways in possible_hands(self._unseen, self._sizes[place])]
        )
        return any(is_true(call, self._played[seat] + PACKED[hand]) for hand in hands)

    def chance_true(self, seat: int, call: str) -> float:
        """Return the probability that a seat's call is true, regardless of the other seats' hands."""
        hands = self._hands(self._seats.index(seat), self._unseen)
        true = sum(weight for hand, weight in hands if is_true(call, self._played[seat] + PACKED[hand]))
        return true / sum(weight for _hand, weight in hands)

    def all_worlds(self) -> list[World]:
        """Return a world for each possible hand of the other seat. There must be only one other seat."""
        return [((hand,), weight) for hand, weight in self._hands(0, self._unseen)]

    def draw_worlds(self, count: int, rng: random.Random) -> list[World]:
        """Return up to ``count`` random worlds, but always more than half that many."""
        cards = [rank for rank in range(RANKS) for _copy in range(self._unseen[rank])]
        sizes = [0 if seat in self._known else size for seat, size in zip(self._seats, self._sizes, strict=True)]
        worlds: list[World] = []
        for _try in range(TRIES * count):
            dealt = rng.sample(cards, sum(sizes))
            hands, chance = [], 1.0
            for seat, size in zip(self._seats, sizes, strict=True):
                hand = self._known[seat] if seat in self._known else hand_number(dealt[:size])
                del dealt[:size]
                chance *= self._likely(seat, hand)
                hands.append(hand)
            if rng.random() < chance:
                worlds.append((tuple(hands), 1.0))
                if len(worlds) == count:
                    break
        # if the calls are rare, few deals are accepted
        return worlds if len(worlds) > count // 2 else self._draw_one_by_one(count, rng)

    def _draw_one_by_one(self, count: int, rng: random.Random) -> list[World]:
        """Return ``count`` worlds, drawing each hand to fit its call. The weights correct for the order of drawing."""
        worlds: list[World] = []
        places = list(range(len(self._seats)))
        while len(worlds) < count:  # the loop ends because at least the true hands fit
            rng.shuffle(places)
            hands, weight = [EMPTY] * len(places), 1.0
            unseen = list(self._unseen)
            for place in places:
                choices = self._hands(place, unseen)
                weights = [one for _hand, one in choices]
                weight *= sum(weights)
                if not weight:
                    break
                hands[place] = rng.choices(choices, weights)[0][0]
                if self._seats[place] not in self._known:
                    _take(unseen, hands[place])
            if weight:
                worlds.append((tuple(hands), weight))
        return worlds


def _take(unseen: list[int], hand: int) -> None:
    packed = PACKED[hand]
    for rank in range(RANKS):
        unseen[rank] -= packed >> 4 * rank & 15
