"""The lead that each side can expect, estimated with all hands open. Analyses use it to measure luck.

A lead is a side's points minus the mean of the others. The estimate does not depend on what any seat knows, because
level 4 searches only the real hands, up to the end of the batch or the hand.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from games.bots import porrazo_values
from games.bots.calling import Setting, payoff
from games.bots.hands import hand_number
from games.bots.observation import observe
from games.bots.searching import batch_rules, hot_code, last_capture, search_of, table_bits
from games.bots.steere_cards import NUMBER, to_bits
from games.bots.steere_search import SEATS, TRICKS, play_out, solve
from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.rules.tringa import holding, pack_ranks

PLAYOUTS: Final = 150  # for a hand of Mark Steere’s game
SOLVED_CARDS: Final = 3  # with this many cards in a hand or fewer, the rest is solved exactly
CALL_POINTS: Final = {"award": 1, "award_back": -1}

Leads: TypeAlias = list[float]
Estimate: TypeAlias = Callable[[Game, Sequence[Event], random.Random], Leads]


def leads_of(points: Sequence[float]) -> Leads:
    """Return each side's points minus the mean of the others."""
    total = sum(points)
    return [mine - (total - mine) / (len(points) - 1) for mine in points]


def open_leads(game: Game, events: Sequence[Event], rng: random.Random) -> Leads:
    """Return the expected lead of each side. ``events`` contains the events of the current deal.

    After the match, between two deals, and in rulesets without an estimate, this is the current lead in points.
    """
    estimate = ESTIMATES.get(game.name)
    if estimate is None or game.phase in {"over", "deal"}:
        return leads_of(game.scores)
    return estimate(game, events, rng)


def _add(*leads: Leads) -> Leads:
    return [sum(row) for row in zip(*leads, strict=True)]


# ---- Moroccan ronda and its relatives ----


def _calling_leads(game: Game, events: Sequence[Event], _rng: random.Random) -> Leads:
    if not isinstance(game, Moroccan):
        raise TypeError(game.name)
    public = observe(game, game.to_act, (), events)
    card = batch_rules(public, game).card
    cards = list(game.captured)
    for payer, row in enumerate(game.owed or ()):
        for payee, owed in enumerate(row):
            cards[payer] -= owed
            cards[payee] += owed
    now = leads_of([score + card * count for score, count in zip(game.scores, cards, strict=True)])
    seat = _next_to_play(game)
    order = [(seat + number) % game.players for number in range(game.players)]
    hands = tuple(hand_number(RANK_40[one] for one in game.hands[other]) for other in order)
    search = search_of(public, game)
    found = search.value(table_bits(game), hot_code(game), last_capture(game, seat), hands)
    if isinstance(found, tuple):
        by_side = {game.sides[other]: points for other, points in zip(order, found, strict=True)}
        to_come = leads_of([by_side[side] for side in range(game.side_count)])
    else:
        to_come = [found if side == game.sides[seat] else -found for side in range(2)]
    return _add(now, to_come, _calls_to_come(game, events))


def _next_to_play(game: Moroccan) -> int:
    """Return the seat that plays the next card once everyone has spoken."""
    if game.phase == "play":
        return game.to_act
    return game.resume_seat if game.phase == "respond" else game.leader


def _calls_to_come(game: Moroccan, events: Sequence[Event]) -> Leads:
    """Return the remaining value of the batch's calls: their total value minus the points already scored.

    Seats that have not spoken yet are assumed to make true calls.
    """
    nothing = [0.0] * game.side_count
    if not game.announces or game.phase == "close":
        return nothing
    order = game.turn_order()
    setting = Setting(tuple(game.sides[seat] for seat in order), game.hand_size, game.silent_penalty)
    dealt = [game.played[seat] + pack_ranks([RANK_40[card] for card in game.hands[seat]]) for seat in order]
    said = [game.call[seat] or holding(hand) for seat, hand in zip(order, dealt, strict=True)]
    worth = payoff(setting, dealt, said)
    in_all = [worth[setting.sides.index(side)] for side in range(game.side_count)]
    return [left - scored for left, scored in zip(in_all, leads_of(_scored_by_calls(game, events)), strict=True)]


def _scored_by_calls(game: Moroccan, events: Sequence[Event]) -> list[float]:
    """Return the points that each side has scored for calls, false calls and claims in this batch."""
    points = [0.0] * game.side_count
    called = 0
    for event in events:
        kind, data = event.kind, event.data
        if kind == "batch":
            points, called = [0.0] * game.side_count, 0
        elif kind == "announce":
            called += 1
        elif kind in CALL_POINTS:
            points[data["side"]] += CALL_POINTS[kind] * data["points"]
        elif kind == "false_call":
            for side in game.opposing[event.seat]:
                points[side] += data["points"]
        elif kind == "claim" and called == game.players:  # an earlier claim is about the previous batch (M17)
            points[game.sides[event.seat]] += data["points"]
    return points


# ---- The other rulesets ----


def _porrazo_leads(game: Game, _events: Sequence[Event], _rng: random.Random) -> Leads:
    if not isinstance(game, Porrazo):
        raise TypeError(game.name)
    return porrazo_values.open_leads(game)


def _steere_leads(game: Game, _events: Sequence[Event], rng: random.Random) -> Leads:
    if not isinstance(game, Steere):
        raise TypeError(game.name)
    hands = tuple(to_bits(hand) for hand in game.hands)
    trick = tuple(NUMBER[card] for card in game.table)
    if max(map(len, game.hands)) <= SOLVED_CARDS:
        to_come: Leads = list(solve(hands, game.leader, trick, (0,) * SEATS, TRICKS))
    else:
        won = [
            sum(row) for row in zip(*(play_out(hands, game.leader, trick, rng) for _ in range(PLAYOUTS)), strict=True)
        ]
        to_come = leads_of([tricks / PLAYOUTS for tricks in won])
    return _add(leads_of(game.scores), to_come)


ESTIMATES: Final[Mapping[str, Estimate]] = {
    **dict.fromkeys(("moroccan", "one-deck", "mufts"), _calling_leads),
    "porrazo": _porrazo_leads,
    "steere": _steere_leads,
}
