"""Levels 2 to 4 in Porrazo, where almost every card scores and a captured card is worth up to a point.

Level 4 searches the rest of the batch in every world or in a sample of them, and lays the tendido when it is unlikely
to get a better one.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from games.bots.data import read_table
from games.bots.observation import Observation
from games.bots.porrazo_hands import WeightedHands, chance_to_score, expected_tendido, possible_hands
from games.bots.porrazo_position import Batch, Choice, Position, choices, step
from games.bots.porrazo_search import Value, expect_best, holding_chances, value_choices
from games.bots.porrazo_table import Table
from games.bots.porrazo_worlds import sample_porrazo
from games.bots.speech import find_claim, true_call, turn_moves
from games.rules.cards import RANK_52
from games.rules.porrazo import Porrazo
from games.rules.rondine import NOTHING, RANK_WORTH
from games.rules.tendido_deal import LATER, NOW

FILE: Final = "porrazo.json"
CARD_WORTH: Final = 1.0  # two sides score the difference between their piles
MANY_SIDES_CARD_WORTH: Final = 0.5  # a pile counts only if it is one of the two largest
LAY_COST: Final = 0.3  # the points that laying a card of the lowest worth puts at risk
MOST_HANDS: Final = 150  # possible hands of one opponent; there are at most 91 hands of two cards, and 455 of three
MANY_SIDES_SAMPLES: Final = 240  # the number of worlds times the number of seats, with more than two sides
SAMPLES: Final = 16, 80  # the minimum and maximum number of worlds to search in matches with partners
SAMPLED_LINES: Final = 800  # divided by the square root of a world’s lines of play, this gives the number of worlds
DEPTH, SHORT_DEPTH = 8, 6  # how many cards the search looks ahead, with up to four seats and with more
USUAL_TENDIDO: Final = 5.5  # the points of an average tendido
SECRECY: Final = 0.1  # the value, in points, of not announcing a holding

Chooser: TypeAlias = Callable[[Table, random.Random], Choice]


def choose_most(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 2: take as much as possible now."""
    return _choose(observation, rng, _greedy)


def choose_counting(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 3: weigh a card's immediate gain against the next seat's reply, judging by the unseen cards."""
    if observation.moves[0][0] == "tendido" and find_claim(observation.moves) is None:
        table = Table(observation, sample_porrazo(observation, rng))
        return ["tendido", NOW if expected_tendido(table) >= USUAL_TENDIDO else LATER]
    return _choose(observation, rng, _counting)


def choose_thinking(observation: Observation, rng: random.Random) -> list[Any]:
    """Level 4: weigh every card against every hand that the others may hold."""
    moves = turn_moves(observation.moves)
    if find_claim(observation.moves) is None and moves[0][0] in {"tendido", "announce"} and len(moves) > 1:
        table = Table(observation, sample_porrazo(observation, rng))
        if moves[0][0] == "tendido":
            return ["tendido", NOW if _is_time(observation, table) else LATER]
        return next(move for move in moves if (move[1] == NOTHING) == _stays_silent(table))
    return _choose(observation, rng, _thinking)


def _choose(observation: Observation, rng: random.Random, choose_card: Chooser) -> list[Any]:
    """Claim if possible. Otherwise, make a true call or choose a card."""
    claim = find_claim(observation.moves)
    if claim is not None:
        return claim
    moves = turn_moves(observation.moves)
    if moves[0][0] == "announce":
        return true_call(observation.my_hand, moves)
    if moves[0][0] != "play" or len(moves) == 1:
        return rng.choice(moves)
    rank, in_place = choose_card(Table(observation, sample_porrazo(observation, rng)), rng)
    return next(move for move in moves if RANK_52[move[1]] == rank and (len(move) > 2) == in_place)


def card_worth(game: Porrazo) -> float:
    """Return the value of a captured card in points."""
    if game.side_count > 2:
        return MANY_SIDES_CARD_WORTH
    return CARD_WORTH / 2 if game.over_half else CARD_WORTH


def _greedy(table: Table, rng: random.Random) -> Choice:
    batch, position = table.world(table.position.hands)
    value = Value(batch.sides[table.seat], card_worth(table.game), table.game.over_half)

    def worth(choice: Choice) -> float:
        after = step(batch, position, choice)
        return value.of(batch, after) - (LAY_COST * RANK_WORTH[after.stayed] if after.stayed >= 0 else 0.0)

    return max(choices(position), key=lambda choice: (worth(choice), rng.random()))


def _counting(table: Table, rng: random.Random) -> Choice:
    batch, position = table.world(table.position.hands)
    value = Value(batch.sides[table.seat], card_worth(table.game), table.game.over_half)
    return max(
        choices(position),
        key=lambda choice: (_expect_reply(table, batch, value, step(batch, position, choice)), rng.random()),
    )


def _expect_reply(table: Table, batch: Batch, value: Value, position: Position) -> float:
    """Return the expected value after the next seat has played the best card that it may hold."""
    now = value.of(batch, position)
    if position.seat < 0 or position.winner >= 0:
        return now
    seat, hands = position.seat, position.hands
    sign = 1 if batch.sides[seat] == value.side else -1
    replies = []
    for rank, chance in enumerate(holding_chances(table.unseen, len(hands[seat]))):
        if chance:
            holding = (*hands[:seat], (rank, *hands[seat][1:]), *hands[seat + 1 :])
            world = position._replace(hands=holding)
            options = (choice for choice in choices(world) if choice[0] == rank)
            values = (value.of(batch, step(batch, world, choice)) for choice in options)
            replies.append((max(sign * one for one in values), chance))
    expected, none_yet = expect_best(replies)
    return sign * expected + none_yet * now


def _thinking(table: Table, rng: random.Random) -> Choice:
    worth = weigh_choices(table, worlds_of(table, rng))
    return max(worth, key=lambda choice: (worth[choice], rng.random()))


def worlds_of(table: Table, rng: random.Random) -> list[WeightedHands]:
    """Return the weighted hands that level 4 searches: all hands that the others may hold, or a sample of them."""
    game = table.game
    if game.side_count > 2:
        limit = MANY_SIDES_SAMPLES // game.players
    else:
        limit = MOST_HANDS if game.players == 2 else _sample_size(table, search_depth(table.game))
    return possible_hands(table, limit, rng)


def weigh_choices(
    table: Table, worlds: Sequence[WeightedHands], *, win_bonus: float | None = None
) -> dict[Choice, float]:
    """Return the value of each choice for the seat to act, summed over all worlds. See ``Value`` for ``win_bonus``."""
    game = table.game
    values = side_values(game, table.unseen, win_bonus)
    totals: dict[Choice, float] = defaultdict(float)
    for hands, weight in worlds:
        batch, position = table.world(hands)
        for choice, worth in value_choices(batch, values, position, search_depth(table.game)).items():
            totals[choice] += weight * worth
    return totals


def side_values(game: Porrazo, unseen: Sequence[int], win_bonus: float | None) -> list[Value]:
    """Return a ``Value`` for each side. ``unseen`` contains the number of unseen cards of each rank."""
    lead_worth = read_table(FILE).get("next_lead", 0.0)
    chances = holding_chances(unseen) if game.stock else ()
    return [
        Value(side, card_worth(game), game.over_half, game.sides[game.leader], lead_worth, chances, win_bonus)
        for side in range(game.side_count)
    ]


def search_depth(game: Porrazo) -> int:
    """Return how many cards the search looks ahead."""
    return min(sum(map(len, game.hands)), DEPTH if game.players <= 4 else SHORT_DEPTH)


def _sample_size(table: Table, depth: int) -> int:
    """Return the number of worlds to search, which falls with the number of ways to play the next cards."""
    sizes, seat, lines = list(table.sizes), table.seat, 1
    for _ in range(depth):
        while not sizes[seat]:
            seat = (seat + 1) % len(sizes)
        lines *= sizes[seat]
        sizes[seat] -= 1
        seat = (seat + 1) % len(sizes)
    fewest, most = SAMPLES
    return max(fewest, min(most, round(SAMPLED_LINES / math.sqrt(lines))))


def _is_time(observation: Observation, table: Table) -> bool:
    """Return whether to lay the tendido now rather than wait for a better one."""
    return expected_tendido(table) >= tendido_worth(table.game)


def tendido_worth(game: Porrazo) -> float:
    """Return the expected score of a tendido if the dealer waits for the best moment."""
    following = game.batches - 1 - game.batch
    thresholds: list[float] = read_table(FILE).get("tendido") or [USUAL_TENDIDO]
    return thresholds[min(following, len(thresholds) - 1)]


def _stays_silent(table: Table) -> bool:
    """Return whether a holding is unlikely to score and therefore better kept secret."""
    announced, silent = announcing_worth(table)
    return silent > announced


def announcing_worth(table: Table) -> tuple[float, float]:
    """Return the expected points of announcing the holding, and of keeping it secret.

    The opponents can claim a holding that would have scored, so silence costs those points twice. In matches with
    partners, silence gains nothing, because it also hides the holding from the partner.
    """
    held, game = table.held(table.seat, table.hand), table.game
    if held is None:
        return 0.0, SECRECY
    points = held.points * chance_to_score(table, held)
    return points, (SECRECY if game.side_count == game.players else 0.0) - points
