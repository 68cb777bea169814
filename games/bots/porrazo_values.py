"""Level 4's values for the moves in Porrazo, and for positions with all hands open."""

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from games.bots.observation import Observation
from games.bots.porrazo import (
    announcing_worth,
    card_worth,
    search_depth,
    side_values,
    tendido_worth,
    weigh_choices,
    worlds_of,
)
from games.bots.porrazo_hands import expected_tendido
from games.bots.porrazo_position import Batch
from games.bots.porrazo_search import Value, search, search_greedy
from games.bots.porrazo_table import Table, compact, ranks_of
from games.bots.porrazo_worlds import sample_porrazo
from games.rules.cards import RANK_52
from games.rules.porrazo import Porrazo
from games.rules.rondine import NOTHING, find_holding, judge_holdings
from games.rules.strike_play import RANKS
from games.rules.tendido_deal import LATER, NOW

WIN_BONUS: Final = 10.0  # what winning the match is worth in addition to the lead


def value_moves(observation: Observation, moves: Sequence[list[Any]], rng: random.Random) -> list[float]:
    """Return the points that level 4 expects to gain from each of these moves, which must belong to the same turn."""
    table = Table(observation, sample_porrazo(observation, rng))
    if moves[0][0] == "tendido":
        worth = {NOW: expected_tendido(table), LATER: tendido_worth(table.game)}
        return [worth[move[1]] for move in moves]
    if moves[0][0] == "announce":
        gain, silent = announcing_worth(table)
        return [silent if move[1] == NOTHING else gain for move in moves]
    worlds = worlds_of(table, rng)
    totals = weigh_choices(table, worlds, win_bonus=WIN_BONUS)
    weight = sum(one for _hands, one in worlds)
    now = Value(table.game.sides[table.seat], card_worth(table.game)).lead(table.position)
    return [totals[RANK_52[move[1]], len(move) > 2] / weight - now for move in moves]


def open_leads(game: Porrazo) -> list[float]:
    """Return the lead that each side can expect if all hands are open.

    Holdings that are not announced yet are assumed to be announced, and a tendido is assumed to be laid at the best
    moment.
    """
    in_play = game.phase == "play"
    batch = Batch(game.sides, game.target, game.wraps, not game.stock, _awards(game))
    seat = game.to_act if in_play else game.leader if game.phase != "close" else -1
    position = compact(game)._replace(seat=seat)
    in_stock = ranks_of(game.stock)
    values = side_values(game, [in_stock.count(rank) for rank in range(RANKS)], win_bonus=0.0)
    if game.side_count == 2:
        lead = search(batch, values[0], position, search_depth(game), -math.inf, math.inf)
        leads = [lead, -lead]
    else:
        leads = [search_greedy(batch, values, position, side) for side in range(game.side_count)]
        mean = sum(leads) / len(leads)
        leads = [lead - mean for lead in leads]  # each side is searched separately, so the leads do not add up to 0
    if game.tendido is None:
        worth = tendido_worth(game)
        dealer = game.sides[game.dealer]
        leads = [lead + (worth if side == dealer else -worth / (len(leads) - 1)) for side, lead in enumerate(leads)]
    return leads


def _awards(game: Porrazo) -> tuple[int, ...]:
    """P10: Return the points of each side for its holdings, as if all of them had been announced."""
    points = [0] * game.side_count
    dealt = game.phase == "tendido"  # before the players look at their hands
    found = [find_holding(ranks_of(hand)) for hand in game.hands] if dealt else game.held
    holdings = {seat: held for seat in game.turn_order() if (held := found[seat])}
    if game.phase != "close" and holdings:
        silent = [seat for seat in holdings if game.call[seat] == NOTHING]
        for seat in judge_holdings(holdings, silent, game.sides)[0]:
            points[game.sides[seat]] += holdings[seat].points
    return tuple(points)
