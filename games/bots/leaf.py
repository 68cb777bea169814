"""The value of a table between two batches, computed from a few fitted weights, and the function that fits them."""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from games.bots.batch import COOL, BatchRules, new_search
from games.bots.data import read_table, write_table
from games.bots.hands import hand_number
from games.rules import find_ruleset
from games.rules.moroccan import Moroccan
from games.rules.tringa import RANKS

FILE: Final = "leaf.json"
KINDS: Final[dict[str, dict[str, int]]] = {  # the options for each fitted combination of ruleset and number of seats
    "moroccan-2": {},
    "moroccan-3": {"players": 3},
    "moroccan-4": {"players": 4},
    "mufts-2": {},
    "mufts-4": {"players": 4},
    "one-deck-2": {},
}
SAMPLES: Final = {2: 4000, 3: 1000, 4: 600}  # random tables, by the number of seats
MOST_ON_TABLE: Final = 8


def features(table: int) -> list[float]:
    """Return the features of a table: a constant 1, its number of cards, and how many of them continue a run."""
    return [1.0, table.bit_count(), (table & table << 1).bit_count()]


@lru_cache(maxsize=32)
def leaf_values(kind: str, last_follows: bool) -> tuple[float, ...]:
    """Return the value of each table for the side that leads the next batch.

    ``kind`` is the ruleset and the number of seats, as in ``KINDS``. ``last_follows`` says whether the next batch is
    the last one.
    """
    fitted = read_table(FILE).get(kind)
    if fitted is None:
        return (0.0,) * (1 << RANKS)
    weights = fitted["last" if last_follows else "earlier"]
    return tuple(_product(weights, features(table)) for table in range(1 << RANKS))


def _product(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def fit_leaf(seed: int, report: Callable[[str], None]) -> None:
    """Fit the weights by searching random hands, from the last batch backwards, and write them to their file.

    The value of a table has two parts: the leader's margin over the others in the next batch, with optimal play and
    all hands open, and the value of the table left afterwards.
    """
    fitted: dict[str, dict[str, list[float]]] = {}
    for kind, options in KINDS.items():
        rng = random.Random(f"{seed} {kind}")
        game = find_ruleset(kind.rpartition("-")[0])(options)
        if not isinstance(game, Moroccan):
            raise TypeError(kind)
        last = _fit(game, None, rng)
        leaf = [_product(last, features(table)) for table in range(1 << RANKS)]
        earlier = _fit(game, leaf, rng)
        fitted[kind] = {"last": [round(one, 3) for one in last], "earlier": [round(one, 3) for one in earlier]}
        report(f"{kind}: {fitted[kind]}")
    write_table(FILE, fitted)


def rules_of(game: Moroccan, *, last_batch: bool, card: float) -> BatchRules:
    """Return the rules in the form that a search needs."""
    return BatchRules(game.scale, game.chain_allowed, game.keeps_points, game.duty, last_batch, card)


def _fit(game: Moroccan, leaf: Sequence[float] | None, rng: random.Random) -> list[float]:
    """Return the weights that best fit the values of random tables. ``leaf`` is None before the last batch."""
    card = 1.0 if game.target is None else 0.5
    rules = rules_of(game, last_batch=leaf is None, card=card)
    rows, values = [], []
    for _sample in range(SAMPLES[game.players]):
        pack = [rank for rank in range(RANKS) for _suit in range(4)]
        rng.shuffle(pack)
        table = sum(1 << rank for rank in set(pack[: rng.randint(0, MOST_ON_TABLE)]))
        dealt = pack[MOST_ON_TABLE : MOST_ON_TABLE + 3 * game.players]
        hands = tuple(hand_number(dealt[seat :: game.players]) for seat in range(game.players))
        nothing = leaf or [0.0] * (1 << RANKS)
        search = new_search(game.side_count, rules, nothing)
        rows.append(features(table))
        values.append(max(value for _rank, value in search.moves(table, COOL, search.no_capture, hands)))
    return least_squares(rows, values)


def least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Return the weights for which the weighted sums of the rows come closest to the values."""
    size = len(rows[0])
    system = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * value for row, value in zip(rows, values, strict=True))]
        for i in range(size)
    ]
    for pivot in range(size):
        for other in range(size):
            if other != pivot:
                factor = system[other][pivot] / system[pivot][pivot]
                system[other] = [a - factor * b for a, b in zip(system[other], system[pivot], strict=True)]
    return [system[at][size] / system[at][at] for at in range(size)]
