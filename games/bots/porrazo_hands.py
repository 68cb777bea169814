"""The hidden hands in Porrazo: every hand that a single opponent may hold, or a sample for several opponents."""

import random
from collections.abc import Iterator
from math import comb
from typing import Final, TypeAlias

from games.bots.porrazo_position import Hands
from games.bots.porrazo_table import Table
from games.rules.rondine import FOUR, NOTHING, RONDA, RONDINE, Holding, worth
from games.rules.strike_play import RANKS
from games.rules.tendido_deal import TENDIDO_CARDS

SILENCE: Final = 0.1  # the probability that a player does not announce a holding
EQUAL_NAMES: Final = {2: RONDA, 3: RONDINE, 4: FOUR}
PLACE_POINTS: Final = 8.4  # a tendido's points for places (P4) if all of its cards are aces to fours; measured
TRIES: Final = 40  # hands drawn for a seat before its call is ignored

WeightedHands: TypeAlias = tuple[Hands, float]  # the hands of all seats, and their weight


def possible_hands(table: Table, limit: int, rng: random.Random) -> list[WeightedHands]:
    """Return the hands that the seats may hold, and their weights.

    If there is a single opponent with at most ``limit`` possible hands, all of them are returned. Otherwise, ``limit``
    random ones are returned.
    """
    others = [seat for seat, size in enumerate(table.sizes) if size and seat != table.seat]
    if len(others) == 1:
        found = _hands_of(table, others[0])
        if len(found) > limit:
            weights = [weight for _, weight in found]
            found = [(hands, 1.0) for hands, _ in rng.choices(found, weights, k=limit)]
        return found
    return [(_deal(table, others, rng), 1.0) for _ in range(limit if others else 1)]


def call_chance(table: Table, seat: int, ranks: tuple[int, ...]) -> float:
    """Return the probability that ``seat`` would have made its call, assuming that it still holds these ranks."""
    call = table.game.call[seat]
    if call is None:
        return 1.0
    held = table.held(seat, ranks)
    if held is None:
        return float(call == NOTHING)
    if call == NOTHING:
        return SILENCE if table.game.manual else 0.0
    return float(call == held.name)


def _hands_of(table: Table, seat: int) -> list[WeightedHands]:
    """Return every hand that the only seat with hidden cards may hold."""
    found: list[WeightedHands] = []
    for ranks in _multisets(table.unseen, table.sizes[seat], 0):
        weight = call_chance(table, seat, ranks)
        for rank in set(ranks):
            weight *= comb(table.unseen[rank], ranks.count(rank))
        if weight:
            found.append((_place(table, {seat: ranks}), weight))
    return found


def _multisets(counts: list[int], size: int, start: int) -> Iterator[tuple[int, ...]]:
    """Yield every sorted tuple of ``size`` ranks, from ``start`` upwards, that can be drawn from these counts."""
    if not size:
        yield ()
        return
    for rank in range(start, RANKS):
        for copies in range(1, min(size, counts[rank]) + 1):
            for rest in _multisets(counts, size - copies, rank + 1):
                yield (rank,) * copies + rest


def _deal(table: Table, others: list[int], rng: random.Random) -> Hands:
    """Return random hands that are consistent with the calls. Seats that announced something are dealt first."""
    pool = [rank for rank, count in enumerate(table.unseen) for _ in range(count)]
    hands: dict[int, tuple[int, ...]] = {}
    for seat in sorted(others, key=lambda other: table.game.call[other] in {None, NOTHING}):
        drawn: tuple[int, ...] = ()
        for _ in range(TRIES):
            drawn = tuple(rng.sample(pool, table.sizes[seat]))
            if rng.random() < call_chance(table, seat, drawn):
                break
        hands[seat] = tuple(sorted(drawn))
        for rank in drawn:
            pool.remove(rank)
    return _place(table, hands)


def _place(table: Table, hands: dict[int, tuple[int, ...]]) -> Hands:
    """Return the hands of all seats: the seat's own hand, the given hands, and empty hands for the rest."""
    return tuple(table.hand if seat == table.seat else hands.get(seat, ()) for seat in range(len(table.sizes)))


def chance_to_score(table: Table, mine: Holding) -> float:
    """Return the probability that a holding beats those announced so far (P10)."""
    chance = 1.0
    for seat, call in enumerate(table.game.call):
        if call in {None, NOTHING} or seat == table.seat:
            continue
        theirs = [Holding(equal, rank) for equal, name in EQUAL_NAMES.items() if name == call for rank in range(RANKS)]
        ways = {held: comb(table.unseen[held.rank], held.equal) for held in theirs}
        total = sum(ways.values())
        chance *= sum(count for held, count in ways.items() if held < mine) / total if total else 0.0
    return chance


def expected_tendido(table: Table) -> float:
    """Return the expected score of laying a tendido of four unseen cards now (P4, P5)."""
    hidden = sum(table.unseen)
    ways = comb(hidden, TENDIDO_CARDS)
    points = PLACE_POINTS * sum(table.unseen[:TENDIDO_CARDS]) / hidden
    for rank, unseen in enumerate(table.unseen):
        lying = table.position.table >> 3 * rank & 7
        for laid in range(1, min(unseen, TENDIDO_CARDS) + 1):
            if lying + laid > 1:
                chance = comb(unseen, laid) * comb(hidden - unseen, TENDIDO_CARDS - laid) / ways
                points += chance * worth(lying + laid, rank)
    return points
