"""Finishing hands of Mark Steere's game, with simple players or by exact search."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, sqrt
from typing import Final, Protocol, TypeAlias

from games.bots.steere_cards import CARDS, FIRST_WINS, HIGHER, THIRD_WINS, numbers_in, trick_winner

SEATS = 3
ODD_LEADS = 3  # three out of four leads are the lowest card, and the fourth is a random card
LAST_HAND_SPREAD = 0.5  # in tricks: the scale of a decisive lead if no further hand follows
SPREAD = 1.3  # added for further hands, multiplied by the square root of their number

Hands: TypeAlias = tuple[int, ...]


class Judge(Protocol):
    """The goal that the seats pursue in a hand."""

    def of(self, won: Sequence[int]) -> tuple[float, ...]:
        """Return what the hand is worth to each seat if the seats win these numbers of tricks."""


class Tricks:
    """The goal of winning more tricks than the average of the other seats."""

    def of(self, won: Sequence[int]) -> tuple[float, ...]:
        """Return the tricks that each seat won, minus the mean of the other seats."""
        total = sum(won)
        return tuple(mine - (total - mine) / (SEATS - 1) for mine in won)


TRICKS: Final = Tricks()


@dataclass(slots=True)
class Chances:
    """Each seat's chance of winning a match with ``hands_to_go`` more hands, given the tricks that all seats win."""

    scores: Sequence[int]
    hands_to_go: int
    known: dict[tuple[int, ...], tuple[float, ...]] = field(default_factory=dict)

    def of(self, won: Sequence[int]) -> tuple[float, ...]:
        """Return each seat's chance if the seats win these numbers of tricks in this hand."""
        key = tuple(won)
        if key not in self.known:
            spread = LAST_HAND_SPREAD + SPREAD * sqrt(self.hands_to_go)
            totals = [score + more for score, more in zip(self.scores, key, strict=True)]
            powers = [exp((total - max(totals)) / spread) for total in totals]
            self.known[key] = tuple(power / sum(powers) for power in powers)
        return self.known[key]


def play_out(hands: Sequence[int], leader: int, trick: Sequence[int], rng: random.Random) -> list[int]:
    """Return how many tricks each seat wins if simple players finish the hand.

    They usually lead their lowest card. The second player overtakes the first card in its suit if possible, with the
    highest or lowest card that does so. The third player wins the trick if possible, with the lowest card that does so.
    Otherwise, they play their lowest card.
    """
    left, won = list(hands), [0] * SEATS
    bits, draw = rng.getrandbits, 0
    first, second = (*trick, -1, -1)[:2]
    for _ in range(max(hand.bit_count() for hand in hands)):
        follower, last = (leader + 1) % SEATS, (leader + 2) % SEATS
        draw = bits(9)
        if first < 0:
            hand = left[leader]
            some = hand if draw & ODD_LEADS else (hand >> (draw >> 3) << (draw >> 3)) or hand
            first = (some & -some).bit_length() - 1
            left[leader] ^= 1 << first
        if second < 0:
            hand = left[follower]
            over = hand & HIGHER[first]
            if over and draw & 4:
                second = over.bit_length() - 1
            else:
                over = over or hand
                second = (over & -over).bit_length() - 1
            left[follower] ^= 1 << second
        pair = first * CARDS + second
        hand = left[last]
        taking = hand & THIRD_WINS[pair]
        if taking:
            left[last] ^= taking & -taking
            leader = last
        else:
            bit = hand & -hand
            left[last] ^= bit
            if not FIRST_WINS[pair] & bit:
                leader = follower
        won[leader] += 1
        first = second = -1
    return won


def solve(hands: Hands, leader: int, trick: tuple[int, ...], won: tuple[int, ...], judge: Judge) -> tuple[float, ...]:
    """Return the value for each seat with optimal play and all hands open."""
    seat = (leader + len(trick)) % SEATS
    if not trick and not hands[seat]:
        return judge.of(won)
    best: tuple[float, ...] = ()
    for card in numbers_in(hands[seat]):
        value = solve(*play_card(hands, leader, trick, won, card), judge)
        if not best or value[seat] > best[seat]:
            best = value
    return best


def play_card(
    hands: Hands, leader: int, trick: tuple[int, ...], won: tuple[int, ...], card: int
) -> tuple[Hands, int, tuple[int, ...], tuple[int, ...]]:
    """Return the hands, the leader, the trick and the tricks won after the next card."""
    seat = (leader + len(trick)) % SEATS
    hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
    if len(trick) < SEATS - 1:
        return hands, leader, (*trick, card), won
    winner = (leader + trick_winner(trick[0], trick[1], card)) % SEATS
    return hands, winner, (), (*won[:winner], won[winner] + 1, *won[winner + 1 :])


def every_world(own: int, seat: int, hidden: int, sizes: Sequence[int]) -> list[Hands]:
    """Return the hands of all seats, for each way to distribute the hidden cards among the others."""
    other = (seat + 1) % SEATS
    found = []
    for cards in combinations(numbers_in(hidden), sizes[other]):
        theirs = sum(1 << card for card in cards)
        found.append(_place(own, seat, theirs, hidden ^ theirs))
    return found


def random_world(own: int, seat: int, hidden: Sequence[int], sizes: Sequence[int], rng: random.Random) -> Hands:
    """Return the hands of all seats, dealing the hidden cards at random. ``hidden`` contains their numbers."""
    theirs = sum(1 << card for card in rng.sample(hidden, sizes[(seat + 1) % SEATS]))
    return _place(own, seat, theirs, sum(1 << card for card in hidden) ^ theirs)


def _place(own: int, seat: int, following: int, last: int) -> Hands:
    hands = [0] * SEATS
    for number, hand in enumerate((own, following, last)):
        hands[(seat + number) % SEATS] = hand
    return tuple(hands)
