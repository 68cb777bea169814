"""The moves that Sota chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from games.bots import REGISTRY
from games.bots.counting import Knowledge
from games.bots.sota import SotaBot
from games.rules import find_ruleset
from games.rules.game import Deal, Game
from games.rules.moves import parse_move

ANNOUNCE = [["announce", call] for call in ("nothing", "ronda", "tringa")]


class Dice(random.Random):
    """A random generator that always returns the same number."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def random(self) -> float:
        return self.value


def view(hand: Sequence[str], table: Sequence[str] = (), seats: int = 2, **more: Any) -> dict[str, Any]:
    """Return what seat 0 sees in a 40-card game."""
    others = [{"side": seat, "cards": 3, "hand": None} for seat in range(1, seats)]
    own = {"side": 0, "cards": len(hand), "hand": list(hand)}
    stock = 40 - len(hand) - len(table) - 3 * (seats - 1)
    return {"seats": [own, *others], "table": list(table), "stock": stock, "captured": [0] * seats, **more}


def choose(
    seen: dict[str, Any], moves: list[list[Any]], events: Sequence[dict[str, Any]] = (), dice: float = 0.5
) -> list[Any]:
    return SotaBot().choose(seen, moves, events, Dice(dice))


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
def test_it_calls_what_it_holds(hand: list[str], call: str) -> None:
    assert choose(view(hand), [*ANNOUNCE, ["announce", "two-rondas"]]) == ["announce", call]


def test_it_sometimes_bluffs_or_stays_silent() -> None:
    assert choose(view(["1O", "2C", "3S"]), ANNOUNCE, dice=0.01) == ["announce", "ronda"]
    assert choose(view(["5O", "5C", "3S"]), ANNOUNCE, dice=0.01) == ["announce", "nothing"]


def test_it_takes_the_longer_run() -> None:
    hand = ["1O", "5C"]
    assert choose(view(hand, ["1B", "5B", "6B", "7B", "10B"]), plays(hand)) == ["play", "5C"]


def test_ten_follows_seven_in_its_runs() -> None:  # M1
    known = Knowledge(view(["7O"], ["7B", "10B", "11S", "1C"]), [])
    assert known.run_from("7") == 3
    assert known.run_from("10") == 2, "not round from the king to the ace"


def test_it_prefers_a_caida_to_an_equal_capture() -> None:
    hand = ["3O", "6C"]
    events = [{"kind": "batch", "seat": -1, "batch": 0, "size": 3}, laid(1, "6B")]
    assert choose(view(hand, ["3B", "6B", "12S"]), plays(hand), events) == ["play", "6C"]


def test_it_prefers_to_clear_the_table() -> None:
    hand = ["3O", "6C"]
    assert choose(view(hand, ["6B"]), plays(hand)) == ["play", "6C"]


def test_it_plays_a_rank_that_nobody_else_can_hold() -> None:
    hand = ["3O", "6C"]
    gone = [{"kind": "capture", "seat": 1, "card": "6B", "cards": ["6S"]}, {"kind": "capture", "seat": 0, "card": "6O"}]
    events = [*gone, {"kind": "batch", "seat": -1, "batch": 1, "size": 3}]
    assert choose(view(hand, ["12S"]), plays(hand), events) == ["play", "6C"]


def test_it_overcalls_a_caida_with_three_players() -> None:  # M21
    hand = ["3O", "6C"]
    events = [
        laid(1, "6B"),
        {"kind": "capture", "seat": 2, "card": "6S", "cards": ["6B"]},
        {"kind": "caida", "seat": 2, "points": 1, "from": 1},
    ]
    assert choose(view(hand, ["3B"], seats=3), plays(hand), events) == ["play", "6C"]


def test_it_claims_exactly_what_it_has_noticed() -> None:
    hand = ["1O"]
    moves = [*plays(hand), ["claim", 1]]
    assert choose(view(hand), moves, dice=0.59) == ["claim", 1]
    assert choose(view(hand), moves, dice=0.61) == ["play", "1O"]


def test_it_challenges_a_tringa_only_when_counting_rules_it_out() -> None:
    hand = ["1O", "2O", "3O"]
    seen = view(hand, calls=[{"call": "nothing"}, {"call": "tringa"}])
    seen["seats"][1]["cards"] = 2  # it has played one four, so its tringa can only be fours
    moves = [*plays(hand), ["challenge", 1]]
    two_left = [laid(1, "4O"), laid(0, "4C")]
    assert choose(seen, moves, two_left)[0] == "play"
    one_left = [*two_left, {"kind": "capture", "seat": 0, "card": "4S", "cards": []}]
    assert choose(seen, moves, one_left) == ["challenge", 1]


def test_it_challenges_the_call_that_would_lose_the_match() -> None:  # M15
    seen = view(["1O"], calls=[{"call": "nothing"}, {"call": "ronda"}])
    assert choose(seen, [["accept"], ["challenge", 1]]) == ["challenge", 1]


def test_it_never_challenges_by_chance() -> None:
    seen = view(["1O"], calls=[{"call": "nothing"}, {"call": "rondine"}])
    for number in range(50):
        move = SotaBot().choose(seen, [["sing"], ["challenge", 1]], [], random.Random(number))
        assert move == ["sing"]


def test_it_makes_some_legal_move_in_an_unknown_game() -> None:
    unseen = {"seats": [{"side": 0, "cards": 3, "hand": None}], "table": [], "captured": []}
    assert choose(unseen, [["tendido", "now"], ["tendido", "later"]]) in (["tendido", "now"], ["tendido", "later"])
    french = view(["QH", "2S"], ["QS", "KS"])
    assert choose(french, plays(["QH", "2S"]), [{"kind": "dance", "seat": 1, "card": "10D"}]) == ["play", "QH"]


def deal_to(game: Game, rng: random.Random) -> None:
    deck = list(game.pack)
    rng.shuffle(deck)
    dealer = game.next_dealer
    drawn = rng.randrange(game.players) if dealer is None else dealer
    deal: Deal = game.draw_deal(drawn, deck, lambda places: rng.randint(0, places))
    game.deal(deal)


def honest(game: Game, seat: int, rng: random.Random) -> list[Any]:
    """Return a true call or a random card: how someone plays who knows only the rules."""
    if game.phase == "announce":
        return list(game.true_call(seat)[1:])
    return list(rng.choice([turn for turn in game.turn_moves(seat) if turn[1] != "accept"])[1:])


def simulate(game: Game, seed: int, bots: set[int]) -> tuple[int, ...]:
    """Play a match of bots on these seats against honest random play on the others, and return the winners."""
    rng = random.Random(seed)
    seen: list[dict[str, Any]] = []
    while not game.over:
        if game.phase == "deal":
            deal_to(game, rng)
            seen = []
            continue
        seat = game.to_act
        if seat in bots:
            moves = [list(move[1:]) for move in game.legal() if move[0] == seat]
            move = REGISTRY["sota"].choose(game.view(seat), moves, seen, rng)
            assert move in moves
        else:
            move = honest(game, seat, rng)
        seen += [event.as_json() for event in game.apply(parse_move([seat, *move]))]
    return game.winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_makes_only_legal_moves(players: int) -> None:
    for seed in range(5):
        game = find_ruleset("moroccan")({"players": players})
        assert simulate(game, seed, set(range(players)))


@pytest.mark.parametrize("name", sorted(Game.registry))
def test_it_finishes_a_match_of_every_ruleset(name: str) -> None:
    game = find_ruleset(name)()
    simulate(game, 1, set(range(game.players)))
    assert game.over


def test_it_beats_honest_random_play() -> None:
    won = sum(simulate(find_ruleset("moroccan")(), seed, {seed % 2}) == (seed % 2,) for seed in range(40))
    assert won >= 30
