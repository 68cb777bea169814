"""The packed views of a replay."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

from games.rules.game import Game
from games.selectors.replay_views import PUBLIC, View, pack_views
from tests.browser.board_harness import deal_next
from tests.replay_views import unpack_views

MOVES = 120


def views_of(ruleset: str) -> list[dict[str, View]]:
    """Play a random match, and return the views after each of its first moves."""
    game, dice = Game.registry[ruleset](), random.Random(5)
    deal_next(game, dice)
    found: list[dict[str, View]] = []
    while len(found) < MOVES and not game.over:
        views: dict[str, Any] = {str(seat): deepcopy(game.view(seat)) for seat in range(game.players)}
        found.append({PUBLIC: deepcopy(game.view(None)), **views})
        game.apply(dice.choice(game.turn_moves(game.to_act)))
        if game.phase == "deal":
            deal_next(game, dice)
    return found


@pytest.mark.parametrize("ruleset", Game.registry)
def test_packed_views_unpack_to_the_same_and_are_much_smaller(ruleset: str) -> None:
    views = views_of(ruleset)
    packed = json.loads(json.dumps(list(pack_views(views))))
    assert unpack_views(packed) == json.loads(json.dumps(views))
    assert len(json.dumps(packed)) < len(json.dumps(views)) * 0.35


def test_only_the_items_of_a_list_that_change_are_packed() -> None:
    seats: list[list[View]] = [
        [{"cards": 3, "hand": None}, {"cards": 3, "hand": None}],
        [{"cards": 3, "hand": None}, {"cards": 2, "hand": None, "away": True}],
        [{"cards": 3, "hand": None}, {"cards": 2, "hand": None}],
        [{"cards": 3, "hand": None}],
    ]
    hands: list[list[View]] = [[{**step[0], "hand": ["1O"]}, *step[1:]] for step in seats]
    views = [{PUBLIC: {"seats": step}, "0": {"seats": seen}} for step, seen in zip(seats, hands, strict=True)]
    packed = list(pack_views(views))
    assert unpack_views(packed) == views
    assert [step["0"] for step in packed[:3]] == [{"seats": {"0": {"hand": ["1O"]}}}] * 3
    assert packed[1][PUBLIC] == {"seats": {"1": {"cards": 2, "away": True}}}
    assert packed[2][PUBLIC] == {"seats": {"1": {"-": ["away"]}}}
    assert packed[3][PUBLIC] == {"seats": [{"cards": 3, "hand": None}]}


def test_a_key_that_disappears_is_removed() -> None:
    views = [{PUBLIC: {"a": 1, "b": 2}, "0": {"a": 1}}, {PUBLIC: {"a": 1}, "0": {"a": 1, "c": 3}}]
    assert unpack_views(list(pack_views(views))) == views
