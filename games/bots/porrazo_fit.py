"""``manage.py train porrazo``: fit the two values that level 4 cannot find by search in Porrazo."""

import random
from collections.abc import Callable
from typing import Final

from games.bots.data import write_table
from games.bots.leaf import least_squares
from games.bots.observation import moves_of, observe
from games.bots.porrazo import FILE, choose_most
from games.bots.porrazo_hands import expected_tendido
from games.bots.porrazo_position import CARD, Batch, Position
from games.bots.porrazo_search import Value, holding_chances, value_choices
from games.bots.porrazo_table import Table
from games.bots.porrazo_worlds import sample_porrazo
from games.rules.events import Event
from games.rules.moves import parse_move
from games.rules.porrazo import Porrazo
from games.rules.strike_play import RANKS
from games.rules.tendido_deal import HAND_CARDS, LATER

BATCHES: Final = 1000  # random batches, searched with open hands
MOST_ON_TABLE: Final = 9
DEALS: Final = 250  # deals played by level 2, with the tendido laid as late as possible
NEVER: Final = 1000  # a target that no batch reaches


def fit_porrazo(seed: int, report: Callable[[str], None]) -> None:
    """Fit the table and write it to its file."""
    rng = random.Random(f"{seed} porrazo")
    table = {"next_lead": fit_next_lead(rng), "tendido": fit_tendido(rng)}
    report(f"porrazo: {table}")
    write_table(FILE, table)


def fit_next_lead(rng: random.Random) -> float:
    """Return the additional points that a leader scores for each card that its best card is expected to take.

    Two seats play random batches optimally, with all hands open.
    """
    rows, values = [], []
    for _ in range(BATCHES):
        pack = [rank for rank in range(RANKS) for _suit in range(4)]
        rng.shuffle(pack)
        lying = [pack.pop() for _ in range(rng.randint(0, MOST_ON_TABLE))]
        chances = holding_chances([pack.count(rank) for rank in range(RANKS)])
        hands = tuple(tuple(sorted(pack.pop() for _ in range(HAND_CARDS))) for _seat in range(2))
        batch = Batch((0, 1), NEVER, wraps=True, ends_deal=False, awards=(0, 0))
        start = Position(sum(CARD[rank] for rank in lying), len(lying), hands, 0, -1, None, (0, 0), (0, 0), -1, -1)
        values_of_sides = [Value(side, 1.0) for side in range(2)]
        rows.append([1.0, Value(0, 1.0, chances=chances).expected_lead(batch, start.table)])
        values.append(max(value_choices(batch, values_of_sides, start, 2 * HAND_CARDS).values()))
    return round(least_squares(rows, values)[1], 2)


def fit_tendido(rng: random.Random) -> list[float]:
    """Return the lowest score that makes laying a tendido better than waiting, by number of remaining batches.

    The scores are computed backwards: the dealer waits as long as a better tendido can be expected.
    """
    expected: dict[int, list[float]] = {}
    for _ in range(DEALS):
        _play_deal(expected, rng)
    thresholds, later = [0.0], _mean(expected[0])
    for following in sorted(expected)[1:]:
        thresholds.append(round(later, 2))
        later = _mean([max(points, later) for points in expected[following]])
    return thresholds


def _play_deal(expected: dict[int, list[float]], rng: random.Random) -> None:
    """Play a deal, and record the expected score of a tendido in each batch."""
    game, events = Porrazo({"target": 121}), []
    deck = rng.sample(game.pack, len(game.pack))
    events += game.deal(game.draw_deal(rng.randrange(game.players), deck, lambda _places: 0))
    while game.phase not in {"deal", "over"}:
        seat = game.to_act
        observation = observe(game, seat, moves_of(game, seat), events)
        if game.phase == "tendido":
            table = Table(observation, sample_porrazo(observation, rng))
            expected.setdefault(game.batches - 1 - game.batch, []).append(expected_tendido(table))
            move = ["tendido", LATER]
        else:
            move = choose_most(observation, rng)
        made: list[Event] = game.apply(parse_move([seat, *move]))
        expected.setdefault(0, []).extend(event.data["points"] for event in made if event.kind == "tendido")
        events += made


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
