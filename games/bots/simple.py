"""Levels 1 to 3: bots that consider one card at a time."""

import random
from collections.abc import Callable
from typing import Any

from games.bots.counting import Knowledge, rank_of
from games.bots.observation import Observation
from games.bots.speech import find_challenge, find_claim, true_call, turn_moves

NOTICES = 1 / 3  # the probability that level 1 notices that it can capture
CARD_WORTH = 0.5  # in points: about half of all cards score in the final count
CAIDA_WORTH = 1.0
OVERCALL_WORTH = 5.0
RUN_COST = 0.2  # for each card after the first in the longest run on the table
CHAIN_KINDS = frozenset({"caida", "five", "porrazo", "counter"})


def choose_any(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 1: make true calls and random moves, but capture if the bot notices that it can."""
    moves = turn_moves(observation.moves)
    known = Knowledge(observation)
    if moves[0][0] == "announce" and known.hand:
        return true_call(known.hand, moves)
    captures = [move for move in moves if move[0] == "play" and known.run_from(rank_of(move[1]))]
    return rng.choice(captures if captures and rng.random() < NOTICES else moves)


def choose_most(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 2: take as much as possible now, or lay the card that seems safest; claim holdings that are proved."""
    return _choose(observation, rng, _greedy_worth)


def choose_counting(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 3: count cards in order to challenge calls and to lay the cards that are least likely to be captured."""
    known = Knowledge(observation)
    challenge = find_challenge(known, observation.view.get("calls") or (), observation.moves)
    return challenge or _choose(observation, rng, _counting_worth)


def _choose(observation: Observation, rng: random.Random, worth: Callable[[Knowledge, str], float]) -> list[Any]:
    claim = find_claim(observation.moves)
    if claim is not None:
        return claim
    known = Knowledge(observation)
    moves = turn_moves(observation.moves)
    if moves[0][0] == "announce" and known.hand:
        return true_call(known.hand, moves)
    if moves[0][0] != "play":
        return rng.choice(moves)
    return max(moves, key=lambda move: (worth(known, rank_of(move[1])), rng.random()))


def _taken_worth(known: Knowledge, rank: str, card: float = CARD_WORTH) -> float:
    """Return the points gained by playing a card of this rank now, or 0 if it captures nothing."""
    fresh = known.last_rank == rank
    if fresh and known.overcalls and not CHAIN_KINDS.isdisjoint(known.last_kinds):
        return OVERCALL_WORTH
    taken = known.run_from(rank)
    if not taken:
        return 0.0
    caida = fresh and known.last_kinds[0] == "play"
    return (taken + 1) * card + caida * CAIDA_WORTH + (taken == len(known.table))


def _greedy_worth(known: Knowledge, rank: str) -> float:
    # the more cards of a rank the seat holds itself, the less likely another seat is to hold one
    return _taken_worth(known, rank) or -CARD_WORTH / _own(known, rank)


def _own(known: Knowledge, rank: str) -> int:
    return sum(rank_of(card) == rank for card in known.hand)


def _counting_worth(known: Knowledge, rank: str) -> float:
    card = 2 * CARD_WORTH if known.each_card_counts else CARD_WORTH
    worth = _taken_worth(known, rank, card)
    chance = known.chance_against(rank)
    if worth:
        caida = known.last_rank == rank and known.last_kinds[0] == "play" and known.table_ranks[rank]
        # the next seat may overcall the caida with the third card
        return worth - chance * OVERCALL_WORTH if caida and known.overcalls else worth
    if known.overcalls and _own(known, rank) > 1:
        return chance * OVERCALL_WORTH  # if this card is captured for a caida, the other one can overcall it
    # a card left on the table can be captured for a caida, together with the run above it
    return -chance * (CAIDA_WORTH + 2 * card) - card * _longer_run(known, rank)


def _longer_run(known: Knowledge, rank: str) -> float:
    """Return the cost of the longest run on the table after a card of this rank is laid."""
    known.table_ranks[rank] += 1
    longest = max(known.run_from(other) for other in known.table_ranks if known.table_ranks[other])
    known.table_ranks[rank] -= 1
    return RUN_COST * (longest - 1)
