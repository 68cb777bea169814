"""The fast batch engine matches the rules, and its search matches an exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.batch import ThreeSides, TwoSides, steps_of
from games.bots.calling_worlds import public_game
from games.bots.hands import hand_number
from games.bots.leaf import rules_of
from games.bots.observation import moves_of, observe
from games.bots.searching import hot_code, last_capture, table_bits
from games.rules import find_ruleset
from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Play
from games.rules.tringa import RANKS
from tests.bots.matches import deal_to

AUTOMATIC = {"declarations": "automatic", "target": 121}
TWO_SIDES: list[tuple[str, dict[str, Any]]] = [
    ("moroccan", {**AUTOMATIC}),
    ("moroccan", {**AUTOMATIC, "dealing": "four-all", "dealer_duty": True, "caida_scale": "1-6-15", "chain": True}),
    ("moroccan", {**AUTOMATIC, "players": 4, "dealer_duty": True}),
    ("one-deck", {}),
    ("mufts", {"level": "pro"}),
]
THREE_SIDES = [
    ("moroccan", {**AUTOMATIC, "players": 3}),
    ("moroccan", {**AUTOMATIC, "players": 3, "dealer_duty": True}),
]
NO_LEAF = [0.0] * (1 << RANKS)
SCORED = {"caida", "five", "ten", "missa", "duty_king"}


def random_plays(ruleset: str, options: dict[str, Any], rng: random.Random) -> Iterator[tuple[Moroccan, list[Event]]]:
    """Play one deal at random. Before each card is played, yield the game and the deal's events so far."""
    game = find_ruleset(ruleset)(options)
    assert isinstance(game, Moroccan)
    events = list(deal_to(game, rng))
    while game.phase == "play":
        yield game, events
        events += game.apply(rng.choice(game.legal()))


def compact(game: Moroccan, events: list[Event]) -> tuple[Any, int, int, int, tuple[int, ...]]:
    """Return the fast engine's rules, table, hot code and last capture, as the mover observes them, and all hands."""
    seat = game.to_act
    observation = observe(game, seat, moves_of(game, seat), events)
    public, _batches = public_game(observation)
    hands = tuple(
        hand_number(RANK_40[card] for card in game.hands[(seat + number) % game.players])
        for number in range(game.players)
    )
    card = 1.0 if game.target is None else 0.5
    rules = rules_of(public, last_batch=not game.stock, card=card)
    return rules, table_bits(public), hot_code(public), last_capture(public, seat), hands


def gained(game: Moroccan, before: list[int], events: list[Event], card: float) -> list[float]:
    """Return each side's gain from these events, without the points for calls.

    The gain consists of points, and of the value of the captured cards, except those taken in the final sweep.
    """
    swept = [0] * game.side_count
    points = [0.0] * game.side_count
    for kind, seat, data in events:
        if kind == "sweep":
            swept[data["side"]] += len(data["cards"])
        elif kind in SCORED:
            points[game.sides[seat]] += data["points"]
        elif kind in {"duty_ace", "duty_empty"}:
            for side in game.opposing[seat]:
                points[side] += data["points"]
        elif kind == "undone":
            points[data["side"]] -= data["points"]
    return [points[side] + card * (game.captured[side] - swept[side] - before[side]) for side in range(game.side_count)]


@pytest.mark.parametrize(("ruleset", "options"), [*TWO_SIDES, *THREE_SIDES])
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_each_card_does_what_the_rules_say(ruleset: str, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for game, events in random_plays(ruleset, options, rng):
        rules, table, hot, _last, hands = compact(game, events)
        seat, card = game.to_act, rng.choice(game.hands[game.to_act])
        final = rules.last_batch and sum(map(bool, hands)) == 1 and len(game.hands[seat]) == 1
        step = steps_of(rules)[(hot << 10 | table) << 5 | RANK_40[card] << 1 | final]
        twin = game.copy()
        made = twin.apply(Play(seat, "play", card))
        gain = gained(twin, game.captured, made, rules.card)
        mine = game.sides[seat]
        others = [points for side, points in enumerate(gain) if side != mine]
        if game.side_count == 2:
            assert step.gain == gain[mine] - others[0]
        elif not rules.duty:
            assert (step.gain - step.loss, -step.loss) == (gain[mine], gain[(seat - 1) % 3])
        if twin.phase == "play":
            assert step.table == table_bits(twin)
            if twin.batch == game.batch:
                assert step.hot == hot_code(twin)


def best_margin(game: Game, side: int) -> float:
    """Try every line of play, and return a side's lead at the end of the deal with optimal play by both sides."""
    if game.phase != "play":
        return float(game.scores[side] - game.scores[1 - side])
    values = []
    seat = game.to_act
    for card in {RANK_40[card]: card for card in game.hands[seat]}.values():
        twin = game.copy()
        twin.apply(Play(seat, "play", card))
        values.append(best_margin(twin, side))
    return max(values) if game.sides[game.to_act] == side else min(values)


@pytest.mark.parametrize(("ruleset", "options"), TWO_SIDES)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_search_of_the_last_batch_is_exact(ruleset: str, options: dict[str, Any], seed: int) -> None:
    for game, events in random_plays(ruleset, options, random.Random(seed)):
        waits = game.announces and game.award is None and any(call != "nothing" for call in game.call)
        if game.stock or len(game.hands[game.to_act]) > 2 or game.last_capture < 0 or waits:
            continue
        rules, table, hot, last, hands = compact(game, events)
        mine = game.sides[game.to_act]
        ahead = game.scores[mine] - game.scores[1 - mine]
        captured = (game.captured[mine] - game.captured[1 - mine]) * rules.card
        best = max(value for _rank, value in TwoSides(rules, NO_LEAF).moves(table, hot, last, hands))
        assert ahead + captured + best == best_margin(game, mine)
        return


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_three_sides_score_what_is_played_out(seed: int) -> None:
    """When every seat has one card, the search returns each side's exact gain from the rest of the deal."""
    for game, events in random_plays("moroccan", THREE_SIDES[0][1], random.Random(seed)):
        if game.stock or sum(map(len, game.hands)) > 3 or game.last_capture < 0:
            continue
        rules, table, hot, last, hands = compact(game, events)
        points = ThreeSides(rules, NO_LEAF).value(table, hot, last, hands)
        seat, twin, made = game.to_act, game.copy(), []
        while twin.phase == "play":
            made += twin.apply(twin.legal()[0])
        gain = gained(twin, game.captured, [event for event in made if event.kind != "sweep"], rules.card)
        assert points == tuple(gain[(seat + number) % 3] for number in range(3))
        return
