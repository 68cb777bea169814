"""The moves that the bots of levels 1 to 3 choose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.bots import BOTS, Observation
from games.bots.counting import Knowledge

ANNOUNCE = [["announce", call] for call in ("nothing", "ronda", "tringa")]
BATCH = {"kind": "batch", "seat": -1, "batch": 0, "size": 3}


def observation(
    hand: Sequence[str],
    table: Sequence[str] = (),
    moves: Sequence[list[Any]] = (),
    events: Sequence[dict[str, Any]] = (),
    *,
    seats: int = 2,
    **more: Any,
) -> Observation:
    """Return what seat 0 sees in a 40-card game."""
    others = [{"side": seat, "cards": 3, "hand": None} for seat in range(1, seats)]
    own = {"side": 0, "cards": len(hand), "hand": list(hand)}
    stock = 40 - len(hand) - len(table) - 3 * (seats - 1)
    view = {"seats": [own, *others], "table": list(table), "stock": stock, "captured": [0] * seats, **more}
    options = {"players": seats, "chain": seats > 2}
    return Observation("moroccan", options, 0, view, list(moves) or plays(hand), list(events))


def choose(key: str, seen: Observation, seed: int = 1) -> list[Any]:
    return BOTS[key].choose(seen, random.Random(seed))


def plays(hand: Sequence[str]) -> list[list[Any]]:
    return [["play", card] for card in hand]


def laid(seat: int, card: str) -> dict[str, Any]:
    return {"kind": "play", "seat": seat, "card": card}


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        (["1O", "2C", "3S"], "nothing"),
        (["5O", "5C", "3S"], "ronda"),
        (["7O", "7C", "7S"], "tringa"),
        (["5O", "5C", "3S", "3B"], "two-rondas"),
        (["5O", "5C", "5S", "5B"], "two-rondas"),
        (["5O", "5C", "5S", "1B"], "tringa"),
    ],
)
@pytest.mark.parametrize("key", ["siete", "sota", "caballo"])
def test_they_call_what_they_hold(key: str, hand: list[str], call: str) -> None:
    moves = [*ANNOUNCE, ["announce", "two-rondas"]]
    assert choose(key, observation(hand, moves=moves)) == ["announce", call]


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_they_capture_when_they_can(key: str) -> None:
    for seed in range(5):
        assert choose(key, observation(["1O", "5C", "7S"], ["5B", "12S"]), seed) == ["play", "5C"]


def test_siete_captures_when_it_notices_that_it_can() -> None:
    chosen = [choose("siete", observation(["1O", "5C", "7S"], ["5B", "12S"]), seed)[1] for seed in range(50)]
    assert set(chosen) == {"1O", "5C", "7S"}
    assert 20 < chosen.count("5C") < 45


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_they_take_the_longer_run(key: str) -> None:
    assert choose(key, observation(["1O", "5C"], ["1B", "5B", "6B", "7B", "10B"])) == ["play", "5C"]


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_they_prefer_a_caida_to_an_equal_capture(key: str) -> None:
    events = [BATCH, laid(1, "6B")]
    assert choose(key, observation(["3O", "6C"], ["3B", "6B", "12S"], events=events)) == ["play", "6C"]


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_they_overcall_a_caida_with_three_players(key: str) -> None:  # M21
    events = [
        laid(1, "6B"),
        {"kind": "capture", "seat": 2, "card": "6S", "cards": ["6B"]},
        {"kind": "caida", "seat": 2, "points": 1, "from": 1},
    ]
    assert choose(key, observation(["3O", "6C"], ["3B"], events=events, seats=3)) == ["play", "6C"]


def test_sota_lays_a_rank_that_it_holds_twice() -> None:
    for seed in range(10):
        assert choose("sota", observation(["3O", "6C", "6B"], ["12S"]), seed)[1][0] == "6"


def test_caballo_lays_a_rank_that_nobody_else_can_hold() -> None:
    gone = [{"kind": "capture", "seat": 1, "card": "6B", "cards": ["6S"]}, {"kind": "capture", "seat": 0, "card": "6O"}]
    assert choose("caballo", observation(["3O", "6C"], ["12S"], events=[*gone, BATCH])) == ["play", "6C"]


@pytest.mark.parametrize("chain", [False, True])
def test_caballo_fears_the_third_card_of_a_caida_that_can_be_overcalled(chain: bool) -> None:
    seen = observation(["6C", "1O"], ["6B", "1B"], events=[BATCH, laid(3, "6B")], seats=4)
    seen = replace(seen, options={"chain": chain})
    assert choose("caballo", seen) == ["play", "1O" if chain else "6C"]


def test_ten_follows_seven_in_a_run() -> None:  # M1
    known = Knowledge(observation(["7O"], ["7B", "10B", "11S", "1C"]))
    assert known.run_from("7") == 3
    assert known.run_from("10") == 2, "not round from the king to the ace"


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_they_claim_what_is_shown(key: str) -> None:
    assert choose(key, observation(["1O"], moves=[["play", "1O"], ["claim", 1]])) == ["claim", 1]


def test_caballo_challenges_a_tringa_only_when_counting_rules_it_out() -> None:
    hand = ["1O", "2O", "3O"]
    moves = [*plays(hand), ["challenge", 1]]
    calls = [{"call": "nothing"}, {"call": "tringa"}]

    def after(events: list[dict[str, Any]]) -> list[Any]:
        seen = observation(hand, moves=moves, events=events, calls=calls)
        seen.view["seats"][1]["cards"] = 2  # seat 1 has played a four, so its tringa can only be fours
        return choose("caballo", seen)

    two_left = [laid(1, "4O"), laid(0, "4C")]
    assert after(two_left)[0] == "play"
    one_left = [*two_left, {"kind": "capture", "seat": 0, "card": "4S", "cards": []}]
    assert after(one_left) == ["challenge", 1]


def test_caballo_challenges_the_call_that_would_lose_the_match() -> None:  # M15
    calls = [{"call": "nothing"}, {"call": "ronda"}]
    seen = observation(["1O"], moves=[["accept"], ["challenge", 1]], calls=calls)
    assert choose("caballo", seen) == ["challenge", 1]
