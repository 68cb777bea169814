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
    assert len(json.dumps(packed)) < len(json.dumps(views)) * 0.6


def test_a_key_that_disappears_is_removed() -> None:
    views = [{PUBLIC: {"a": 1, "b": 2}, "0": {"a": 1}}, {PUBLIC: {"a": 1}, "0": {"a": 1, "c": 3}}]
    assert unpack_views(list(pack_views(views))) == views
