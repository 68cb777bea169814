"""Levels 1 to 4 in Mark Steere's game, where nothing is captured and only tricks count.

To compare its cards, level 4 has simple players finish the hand in the same random worlds for each card. It repeatedly
drops the worse half of the cards until one is left. The last tricks are solved exactly in every world.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.bots.hidden import hidden_cards, shown_cards
from games.bots.observation import Observation
from games.bots.steere_cards import (
    CARDS,
    FIRST_WINS,
    HIGHER,
    NAME,
    NUMBER,
    SUITS,
    THIRD_WINS,
    lowest,
    numbers_in,
    to_bits,
)
from games.bots.steere_search import (
    SEATS,
    TRICKS,
    Chances,
    Hands,
    every_world,
    play_card,
    play_out,
    random_world,
    solve,
)

PLAYOUTS: Final = 1500  # for each decision
EXACT_CARDS: Final = 3  # with this many cards in hand or fewer, the rest is solved exactly
VALUED_WORLDS: Final = 300  # worlds in which the cards are valued if the rest cannot be solved exactly
RANK_COST: Final = 0.3  # how much more the highest rank costs than the lowest, in tricks


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick as the seat to play sees it. ``cards`` contains the cards played to it, in turn order."""

    seat: int
    own: int
    hidden: int
    sizes: tuple[int, ...]
    leader: int
    cards: tuple[int, ...]


def observe_trick(observation: Observation) -> Trick:
    """Return the trick as the observing seat sees it."""
    view = observation.view
    hidden = hidden_cards(observation, shown_cards(observation.events))
    return Trick(
        observation.seat,
        to_bits(observation.my_hand),
        to_bits(hidden),
        tuple(seat["cards"] for seat in view["seats"]),
        view["trick"]["leader"],
        tuple(NUMBER[card] for card in view["trick"]["cards"]),
    )


def choose_any(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 1: play any card, but win the trick if possible when playing last."""
    known = observe_trick(observation)
    return _move(rng.choice(numbers_in(_winning(known) or known.own)))


def choose_most(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 2: lead any card; when second, overtake in suit if possible; when last, win the trick if possible.

    Overtake or win with the lowest card that does so. If there is none, play the lowest card in the hand.
    """
    known = observe_trick(observation)
    if not known.cards:
        return _move(rng.choice(numbers_in(known.own)))
    if len(known.cards) == 1:
        return _move(lowest(known.own & HIGHER[known.cards[0]] or known.own))
    return _move(lowest(_winning(known) or known.own))


def choose_counting(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 3: like level 2, but lead low and, when playing second, count the hidden cards that would win the trick."""
    known = observe_trick(observation)
    if len(known.cards) != 1:
        return _move(lowest(_winning(known) or known.own))
    return _move(max(numbers_in(known.own), key=lambda card: _worth_second(known, card)))


def choose_thinking(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 4: play the hand out in many worlds; solve the last tricks exactly."""
    return _move(find_best(observation, rng))


def find_best(observation: Observation, rng: random.Random, seen: Hands | None = None) -> int:
    """Return the number of the best card. ``seen`` contains all hands if a benchmark lets the bot look at them."""
    known = observe_trick(observation)
    cards = numbers_in(known.own)
    if len(cards) == 1:
        return cards[0]
    chances = Chances(observation.view["scores"], observation.view["hands_to_go"])
    if len(cards) <= EXACT_CARDS:
        worlds = [seen] if seen else every_world(known.own, known.seat, known.hidden, known.sizes)
        return _solve_last(known, cards, chances, worlds)
    hidden = numbers_in(known.hidden)
    return _halve(
        known, cards, chances, rng, lambda: seen or random_world(known.own, known.seat, hidden, known.sizes, rng)
    )


def value_cards(observation: Observation, rng: random.Random) -> dict[str, float]:
    """Return each card's value: how many tricks the seat can expect to win in the rest of the hand after playing it.

    The mean of the other seats' expected tricks is subtracted.
    """
    known = observe_trick(observation)
    cards = numbers_in(known.own)
    nothing_won = (0,) * SEATS
    totals = dict.fromkeys(cards, 0.0)
    if len(cards) <= EXACT_CARDS:
        worlds = every_world(known.own, known.seat, known.hidden, known.sizes)
        for card in cards:
            after = (play_card(hands, known.leader, known.cards, nothing_won, card) for hands in worlds)
            totals[card] = sum(solve(*state, TRICKS)[known.seat] for state in after)
        return {NAME[card]: total / len(worlds) for card, total in totals.items()}
    hidden = numbers_in(known.hidden)
    for _ in range(VALUED_WORLDS):
        hands = random_world(known.own, known.seat, hidden, known.sizes, rng)
        for card in cards:
            left, leader, trick, won = play_card(hands, known.leader, known.cards, nothing_won, card)
            more = play_out(left, leader, trick, rng)
            totals[card] += TRICKS.of([a + b for a, b in zip(won, more, strict=True)])[known.seat]
    return {NAME[card]: total / VALUED_WORLDS for card, total in totals.items()}


def _move(card: int) -> list[Any]:
    return ["play", NAME[card]]


def _winning(known: Trick) -> int:
    """Return the seat's cards that win the trick, or no cards if the seat does not play last."""
    if len(known.cards) < SEATS - 1:
        return 0
    return known.own & THIRD_WINS[known.cards[0] * CARDS + known.cards[1]]


def _worth_second(known: Trick, card: int) -> float:
    """Return the chance that the second card wins the trick, minus the cost of its rank."""
    pair, hidden = known.cards[0] * CARDS + card, known.hidden.bit_count()
    third = (known.hidden & THIRD_WINS[pair]).bit_count() / hidden
    first = (known.hidden & FIRST_WINS[pair]).bit_count() / hidden
    last = known.sizes[(known.seat + 1) % SEATS]
    chance = (1 - third) ** last * (1 - first / (1 - third)) if third < 1 else 0.0
    return chance - RANK_COST * (card // SUITS) * SUITS / CARDS


def _solve_last(known: Trick, cards: list[int], chances: Chances, worlds: Sequence[Hands]) -> int:
    """Return the card with the best average chance over these worlds, assuming that everyone then sees all hands."""
    nothing_won = (0,) * SEATS

    def value(card: int) -> float:
        after = (play_card(hands, known.leader, known.cards, nothing_won, card) for hands in worlds)
        return sum(solve(*state, chances)[known.seat] for state in after)

    return max(cards, key=value)


def _halve(
    known: Trick, cards: list[int], chances: Chances, rng: random.Random, draw_world: Callable[[], Hands]
) -> int:
    """Return the best of these cards: try all of them in the same worlds, keep the better half, and repeat."""
    nothing_won = (0,) * SEATS
    totals = dict.fromkeys(cards, 0.0)
    rounds = (len(cards) - 1).bit_length()
    while len(cards) > 1:
        for _ in range(PLAYOUTS // rounds // len(cards)):
            hands = draw_world()
            for card in cards:
                left, leader, trick, won = play_card(hands, known.leader, known.cards, nothing_won, card)
                more = play_out(left, leader, trick, rng)
                totals[card] += chances.of([a + b for a, b in zip(won, more, strict=True)])[known.seat]
        cards = sorted(cards, key=totals.__getitem__, reverse=True)[: (len(cards) + 1) // 2]
    return cards[0]
