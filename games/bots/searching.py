"""Level 4 in Moroccan ronda and its relatives: search the rest of the batch against every hand the others may hold."""

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from games.bots.batch import COOL, BatchRules, ThreeSides, TwoSides, chain_code, new_search
from games.bots.belief import Belief, World
from games.bots.calling_worlds import public_game
from games.bots.declaring import choose_call, gain_of_challenge, likelihood_of, may_gain_by_challenge
from games.bots.hands import hand_number
from games.bots.hidden import JSON
from games.bots.leaf import leaf_values, rules_of
from games.bots.observation import Observation
from games.bots.speech import find_claim, turn_moves
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan

MAX_STATES: Final = 16_000  # in one search, to limit its time and memory
MOST_WORLDS: Final = 50  # with more than one other seat
MOST_CARDS: Final = 12  # in all hands; with more, every seat looks ahead only to its next card
PROBABLY_TRUE: Final = 0.03  # a call that is more likely than this to be true is not worth a challenge
CARD_GRADES: Final = 4  # the worth of a captured card is rounded to this many steps
POINTS_OF_CARD: Final = 0.3  # points that a side scores with each of its cards, before the count


def choose_searching(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 4: weigh every card against every hand that the others may hold."""
    claim = find_claim(observation.moves)
    if claim is not None:
        return claim  # it costs nothing
    challenge = _find_challenge(observation)
    if challenge is not None:
        return challenge
    moves = turn_moves(observation.moves)
    if moves[0][0] == "announce":
        return ["announce", choose_call(observation, rng)]
    if moves[0][0] != "play" or len(moves) == 1:
        return moves[0]
    values = value_cards(observation, rng)
    return max(moves, key=lambda move: values[move[1]])


def value_cards(observation: Observation, rng: random.Random) -> dict[str, float]:
    """Return the value of playing each card in hand: expected points, minus the mean of the other sides.

    The points include an estimate of what follows the batch. With two seats, the value is the mean over all hands that
    the other seat may hold. With more seats, it is the mean over a random sample.
    """
    game, batches = public_game(observation)
    belief = Belief(observation, game, batches, likelihood_of(game))
    worlds = belief.all_worlds() if game.players == 2 else belief.draw_worlds(MOST_WORLDS, rng)
    rng.shuffle(worlds)  # if there are too many, only the first ones are searched
    values = search_worlds(observation, game, worlds)
    return {card: values[RANK_40[card]] for card in observation.my_hand}


def _find_challenge(observation: Observation) -> list[Any] | None:
    """Return a challenge that is better than not challenging, or None if there is none."""
    challenges = [move for move in observation.moves if move[0] == "challenge"]
    if not challenges:
        return None
    game, batches = public_game(observation)
    belief = Belief(observation, game, batches, likelihood_of(game))
    for _verb, seat in challenges:
        # accepting a call that wins the match for another side would lose the match anyway (M15)
        if (
            seat == observation.view["halted"]
            or not belief.may_be_true(seat, str(game.call[seat]))
            or (may_gain_by_challenge(game, seat) and _gain(observation, game, belief, seat) > 0)
        ):
            return ["challenge", seat]
    return None


def _gain(observation: Observation, game: Moroccan, belief: Belief, target: int) -> float:
    """Return how much a challenge to this seat would change the chance of winning the match."""
    chance_true = belief.chance_true(target, str(game.call[target]))
    told = 0.0
    if game.players == 2 and game.phase == "play" and chance_true < PROBABLY_TRUE:
        mean, open_hands = _search(observation, game, belief.all_worlds())
        told = open_hands - max(mean.values())
    cards = sum(seat["cards"] for seat in observation.view["seats"])
    return gain_of_challenge(game, observation.seat, target, chance_true, cards=cards, told=told)


def search_worlds(observation: Observation, game: Moroccan, worlds: Sequence[World]) -> dict[int, float]:
    """Return the value of playing each rank in hand: the mean over all worlds, or over as many as can be searched.

    ``game`` is the game as everyone sees it.
    """
    return _search(observation, game, worlds)[0]


def _search(observation: Observation, game: Moroccan, worlds: Sequence[World]) -> tuple[dict[int, float], float]:
    """Return the value of playing each rank, and the mean value of the best play in each world."""
    search = search_of(observation, game)
    table = table_bits(game)
    mine = hand_number(RANK_40[card] for card in observation.my_hand)
    hot, last = hot_code(game), last_capture(game, observation.seat)
    values: dict[int, float] = defaultdict(float)
    total = best = 0.0
    for hands, weight in worlds:
        total += weight
        found = search.moves(table, hot, last, (mine, *hands))
        for rank, value in found:
            values[rank] += weight * value
        best += weight * max(value for _rank, value in found)
        if len(search.values) > MAX_STATES:
            break
    return {rank: value / total for rank, value in values.items()}, best / total


def search_of(observation: Observation, game: Moroccan) -> TwoSides | ThreeSides:
    """Return a new search of the current batch. It uses only the public parts of the observation."""
    sizes = [seat["cards"] for seat in observation.view["seats"]]
    floor = max(sizes) - 1 if sum(sizes) > MOST_CARDS else 0
    next_batch = game.players * (4 if game.dealing == "four-all" else 3)
    leaf = leaf_values(f"{observation.ruleset}-{game.players}", observation.view["stock"] == next_batch)
    return new_search(game.side_count, batch_rules(observation, game), leaf, floor)


def batch_rules(observation: Observation, game: Moroccan) -> BatchRules:
    """Return the rules for a search of the current batch, including the current value of a captured card."""
    stock = observation.view["stock"]
    card = 1.0
    if game.target is not None:
        chance = 1.0 if game.transfer else _chance_of_count(game, game.target, [*observation.view["seats"]], stock)
        card = 0.5 * round(CARD_GRADES * chance) / CARD_GRADES
    return rules_of(game, last_batch=stock == 0, card=card)


def _chance_of_count(game: Moroccan, target: int, seats: Sequence[JSON], stock: int) -> float:
    """Estimate the probability that no side reaches the target before the cards are counted."""
    chance = 1.0
    for side, score in enumerate(game.scores):
        own = [seat["cards"] + stock / game.players for seat in seats if seat["side"] == side]
        mean = POINTS_OF_CARD * sum(own)
        term = math.exp(-mean)
        total = 0.0
        for points in range(max(0, target - score)):
            total += term
            term *= mean / (points + 1)
        chance *= total
    return chance


def table_bits(game: Moroccan) -> int:
    """Return the table as a set of bits."""
    return sum(1 << RANK_40[card] for card in game.table)


def hot_code(game: Moroccan) -> int:
    """Return the code of the card that a caida can capture, or of the chain that can be overcalled.

    Return ``COOL`` if there is neither.
    """
    if game.chain_rank >= 0:
        return chain_code(game.chain_rank, game.chain_length, game.chain_cards, game.chain_missa)
    return game.stayed + 1 if game.stayed >= 0 else COOL


def last_capture(game: Moroccan, seat: int) -> int:
    """Return the last side to capture, encoded as the searches expect it."""
    if game.side_count == 2:
        return 0 if game.last_capture < 0 else 1 if game.last_capture == game.sides[seat] else -1
    return -1 if game.last_capture < 0 else (game.last_capture - seat) % game.side_count
