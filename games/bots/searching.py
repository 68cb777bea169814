"""Level 4 in Moroccan ronda and its relatives: search the rest of the batch against every hand the others may hold."""

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from games.bots.batch import COOL, BatchRules, ThreeSides, TwoSides, chain_code
from games.bots.belief import Belief, Likelihood, World
from games.bots.calling_worlds import public_game
from games.bots.counting import Knowledge
from games.bots.hands import hand_number
from games.bots.observation import Observation
from games.bots.speech import find_challenge, find_claim, true_call, turn_moves
from games.rules.calls import NOTHING, RANKS, holding
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan

MAX_STATES: Final = 40_000  # of one search, which bounds its time and memory
MOST_WORLDS: Final = 100  # with more than one other seat
MOST_CARDS: Final = 12  # in all hands; with more, every seat looks ahead only to its next card
SILENT, FALSE = 0.1, 0.02  # how often a hand is not called, and how often a call is false

NO_LEAF: Final = [0.0] * (1 << RANKS)


def choose_searching(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 4: weigh every card against every hand that the others may hold."""
    claim = find_claim(observation.moves)
    if claim is not None:
        return claim
    known = Knowledge(observation)
    challenge = find_challenge(known, observation.view.get("calls") or (), observation.moves)
    if challenge is not None:
        return challenge
    moves = turn_moves(observation.moves)
    if moves[0][0] == "announce":
        return true_call(observation.my_hand, moves)
    if moves[0][0] != "play" or len(moves) == 1:
        return moves[0]
    values = value_ranks(observation, rng)
    return max(moves, key=lambda move: values[RANK_40[move[1]]])


def value_ranks(observation: Observation, rng: random.Random) -> dict[int, float]:
    """Return the value of playing each rank in hand: points more than the other sides, to the end of the batch."""
    game, batches = public_game(observation)
    belief = Belief(observation, game, batches, likelihood_of(game))
    worlds = belief.all_worlds() if game.players == 2 else belief.draw_worlds(MOST_WORLDS, rng)
    rng.shuffle(worlds)  # the first will do if there are too many
    return search_worlds(observation, game, worlds)


def search_worlds(observation: Observation, game: Moroccan, worlds: Sequence[World]) -> dict[int, float]:
    """Return the value of playing each rank in hand: the mean over all worlds, or over as many as can be searched.

    ``game`` is the game as everyone sees it.
    """
    sizes = [seat["cards"] for seat in observation.view["seats"]]
    floor = max(sizes) - 1 if sum(sizes) > MOST_CARDS else 0
    search = (TwoSides if game.side_count == 2 else ThreeSides)(batch_rules(observation, game), NO_LEAF, floor)
    table = table_bits(game)
    mine = hand_number(RANK_40[card] for card in observation.my_hand)
    hot, last = hot_code(game), last_capture(game, observation.seat)
    values: dict[int, float] = defaultdict(float)
    total = 0.0
    for hands, weight in worlds:
        total += weight
        for rank, value in search.moves(table, hot, last, (mine, *hands)):
            values[rank] += weight * value
        if len(search.values) > MAX_STATES:
            break
    return {rank: value / total for rank, value in values.items()}


def batch_rules(observation: Observation, game: Moroccan) -> BatchRules:
    """Return what a search of the running batch has to know of the rules."""
    return BatchRules(
        scale=game.scale,
        chain=game.chain_allowed,
        keeps=game.keeps_points,
        duty=game.duty,
        last_batch=observation.view["stock"] == 0,
        card=1.0 if game.target is None else 0.5,
    )


def table_bits(game: Moroccan) -> int:
    """Return the table as a set of bits."""
    return sum(1 << RANK_40[card] for card in game.table)


def hot_code(game: Moroccan) -> int:
    """Return the code of what the next card may capture for more than its cards."""
    if game.chain_rank >= 0:
        return chain_code(game.chain_rank, game.chain_length, game.chain_cards, game.chain_missa)
    return game.stayed + 1 if game.stayed >= 0 else COOL


def last_capture(game: Moroccan, seat: int) -> int:
    """Return who captured last, as the searches count it."""
    if game.side_count == 2:
        return 0 if game.last_capture < 0 else 1 if game.last_capture == game.sides[seat] else -1
    return -1 if game.last_capture < 0 else (game.last_capture - seat) % game.side_count


def likelihood_of(game: Moroccan) -> Likelihood:
    """Return how likely a seat's call is with each hand."""

    def automatic(seat: int, hand: int) -> float:
        return float(holding(hand) == game.call[seat])

    def manual(seat: int, hand: int) -> float:
        call = game.call[seat]
        if call is None:
            return 1.0
        held = holding(hand)
        return 1.0 if call == held else SILENT if call == NOTHING else FALSE

    if not game.announces:
        return lambda _seat, _hand: 1.0
    return manual if game.manual else automatic
