"""Level 4 in Moroccan ronda and its relatives: search the rest of the batch against every hand the others may hold."""

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from games.bots.batch import COOL, BatchRules, ThreeSides, TwoSides, chain_code, new_search
from games.bots.belief import Belief, Likelihood, World
from games.bots.calling import Setting, call_chances, decision_key
from games.bots.calling_worlds import public_game
from games.bots.hands import hand_number
from games.bots.hidden import JSON
from games.bots.leaf import leaf_values, rules_of
from games.bots.observation import Observation
from games.bots.speech import find_claim, turn_moves
from games.rules.calls import holding, is_true, pack_ranks
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan

MAX_STATES: Final = 16_000  # of one search, which bounds its time and memory
MOST_WORLDS: Final = 50  # with more than one other seat
MOST_CARDS: Final = 12  # in all hands; with more, every seat looks ahead only to its next card
NOISE: Final = 0.02  # the least probability of a call with any hand
CARD_GRADES: Final = 4  # by which the worth of a captured card is rounded
POINTS_OF_CARD: Final = 0.3  # that a side scores with each of its cards, before the count


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
    """Return the value of playing each card in hand: points above the other sides, to the end of the batch and beyond.

    With two seats this is the mean over all hands that the other may hold, otherwise over some drawn at random.
    """
    game, batches = public_game(observation)
    belief = Belief(observation, game, batches, likelihood_of(game))
    worlds = belief.all_worlds() if game.players == 2 else belief.draw_worlds(MOST_WORLDS, rng)
    rng.shuffle(worlds)  # the first will do if there are too many
    values = search_worlds(observation, game, worlds)
    return {card: values[RANK_40[card]] for card in observation.my_hand}


def _find_challenge(observation: Observation) -> list[Any] | None:
    """Return a challenge that cannot be worse than no challenge, if any.

    That is one of a call that cannot be true, which also shows the hand, and one of a call that wins the match (M15):
    accepting it loses, too.
    """
    challenges = [move for move in observation.moves if move[0] == "challenge"]
    if not challenges:
        return None
    game, batches = public_game(observation)
    belief = Belief(observation, game, batches, lambda _seat, _hand: 1.0)
    for move in challenges:
        if move[1] == observation.view["halted"] or not belief.may_be_true(move[1], str(game.call[move[1]])):
            return move
    return None


def choose_call(observation: Observation, rng: random.Random) -> str:
    """Draw a call from the solved strategy."""
    game, _batches = public_game(observation)
    hand = pack_ranks([RANK_40[card] for card in observation.my_hand])
    key = decision_key(_heard_before(game, observation.seat), hand, ace_high=game.ace_high)
    chances = call_chances(_setting(game), key)
    return rng.choices([*chances], [*chances.values()])[0] if chances else holding(hand)


def _setting(game: Moroccan) -> Setting:
    return Setting(game.sides, game.hand_size, game.silent_penalty)


def _heard_before(game: Moroccan, seat: int) -> list[str | None]:
    """Return the calls that were made before that of a seat."""
    order = game.turn_order()
    return [game.call[one] for one in order[: order.index(seat)]]


def search_worlds(observation: Observation, game: Moroccan, worlds: Sequence[World]) -> dict[int, float]:
    """Return the value of playing each rank in hand: the mean over all worlds, or over as many as can be searched.

    ``game`` is the game as everyone sees it.
    """
    search = search_of(observation, game)
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


def search_of(observation: Observation, game: Moroccan) -> TwoSides | ThreeSides:
    """Return a new search of the running batch. Of the observation it uses only what everyone knows."""
    sizes = [seat["cards"] for seat in observation.view["seats"]]
    floor = max(sizes) - 1 if sum(sizes) > MOST_CARDS else 0
    next_batch = game.players * (4 if game.dealing == "four-all" else 3)
    leaf = leaf_values(f"{observation.ruleset}-{game.players}", observation.view["stock"] == next_batch)
    return new_search(game.side_count, batch_rules(observation, game), leaf, floor)


def batch_rules(observation: Observation, game: Moroccan) -> BatchRules:
    """Return what a search of the running batch has to know of the rules, and what a captured card is worth now."""
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
    """Return how likely a seat's call is with each hand: one of level 4 and an honest one are equally likely seats."""

    def automatic(seat: int, hand: int) -> float:
        return float(holding(hand) == game.call[seat])

    def manual(seat: int, hand: int) -> float:
        call = game.call[seat]
        if call is None:
            return 1.0
        if game.void[seat] and is_true(call, hand):
            return 0.0
        solved = call_chances(setting, decision_key(heard[seat], hand, ace_high=game.ace_high)) or {}
        honest = float(holding(hand) == call)
        return max(NOISE, (honest + solved.get(call, honest)) / 2)

    if not game.announces:
        return lambda _seat, _hand: 1.0
    if not game.manual:
        return automatic
    setting = _setting(game)
    heard = [_heard_before(game, seat) for seat in range(game.players)]
    return manual
