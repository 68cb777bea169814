"""Level 4 in Moroccan ronda and its relatives: its beliefs, how it values cards, and its calls and challenges."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games.bots import choose_move
from games.bots.belief import Belief
from games.bots.calling import SETTINGS, Solver, call_chances, decision_key, payoff
from games.bots.calling_worlds import public_game
from games.bots.declaring import likelihood_of
from games.bots.hands import ranks_of
from games.bots.hidden import hidden_cards, shown_cards
from games.bots.leaf import least_squares
from games.bots.observation import Observation, moves_of, observe
from games.bots.searching import value_cards
from games.rules import find_ruleset
from games.rules.cards import RANK_40
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Announce, parse_move
from games.rules.tringa import holding, pack_ranks
from tests.bots.matches import deal_to

HONEST = {"declarations": "automatic", "target": 121}


def deal_out(options: dict[str, Any], seed: int = 1) -> tuple[Game, list[Event]]:
    game = find_ruleset("moroccan")(options)
    return game, list(deal_to(game, random.Random(seed)))


def seen_by_turn(game: Game, events: list[Event]) -> Observation:
    return observe(game, game.to_act, moves_of(game, game.to_act), events)


def belief_of(observation: Observation) -> Belief:
    game, batches = public_game(observation)
    return Belief(observation, game, batches, likelihood_of(game))


def hidden_ranks(observation: Observation) -> list[int]:
    cards = hidden_cards(observation, shown_cards(observation.events))
    back = {card for event in observation.events if event["kind"] == "put_back" for card in event["cards"]}
    return [RANK_40[card] for card in cards if card not in back]


@pytest.mark.parametrize("seed", range(5))
def test_every_hand_that_agrees_with_the_call_is_believed_as_often_as_it_can_be_dealt(seed: int) -> None:
    game, events = deal_out(HONEST, seed)
    observation = seen_by_turn(game, events)
    call = observation.view["calls"][1 - game.to_act]["call"]
    dealt = Counter(
        tuple(sorted(hand))
        for hand in combinations(hidden_ranks(observation), 3)
        if holding(pack_ranks(list(hand))) == call
    )
    assert {ranks_of(hands[0]): weight for hands, weight in belief_of(observation).all_worlds()} == dealt


def test_a_false_call_is_less_likely_than_a_true_one() -> None:
    game, events = deal_out({"target": 121})
    events += game.apply(Announce(game.to_act, "announce", "ronda"))
    worlds = belief_of(seen_by_turn(game, events)).all_worlds()
    paired = sum(weight for hands, weight in worlds if len(set(ranks_of(hands[0]))) < 3)
    assert paired / sum(weight for _hands, weight in worlds) > 0.9
    assert len(worlds) > 150, "no hand is ruled out"


@pytest.mark.parametrize("players", [3, 4])
def test_drawn_hands_come_from_one_pack(players: int) -> None:
    game, events = deal_out({**HONEST, "players": players})
    observation = seen_by_turn(game, events)
    unseen = Counter(hidden_ranks(observation))
    for hands, weight in belief_of(observation).draw_worlds(20, random.Random(1)):
        assert weight > 0
        assert not Counter(rank for hand in hands for rank in ranks_of(hand)) - unseen


def test_it_takes_what_wins_most() -> None:
    game, events = deal_out(HONEST)
    observation = seen_by_turn(game, events)
    values = value_cards(observation, random.Random(1))
    assert choose_move("rey", observation, 1)[1] in [card for card in values if values[card] == max(values.values())]


def play_until(game: Game, events: list[Event], *moves: tuple[Any, ...]) -> Observation:
    for move in moves:
        events += game.apply(parse_move(list(move)))
    return seen_by_turn(game, events)


def stacked(hands: list[list[str]], **options: Any) -> tuple[Game, list[Event]]:
    """Deal these hands, the leader's first, in a match whose dealer is the last seat."""
    game = find_ruleset("moroccan")(options)
    dealt = [card for hand in hands for card in hand]
    ranks = ("1", "3", "5", "7")
    table = [next(card for card in game.pack if card[:-1] == rank and card not in dealt) for rank in ranks]
    rest = [card for card in game.pack if card not in dealt and card not in table]
    return game, game.deal(Deal(game.players - 1, (*dealt, *table, *rest)))


def test_it_challenges_a_call_that_cannot_be_true() -> None:
    hands = [["2O", "2C", "2S"], ["2B", "4O", "6O"]]
    game, events = stacked(hands, target=121)
    said = [(0, "announce", "tringa"), (1, "announce", "tringa")]
    observation = play_until(game, events, *said, (0, "play", "2O"), (1, "play", "2B"))
    assert choose_move("rey", observation, 1) == ["challenge", 1]


def test_it_challenges_the_call_that_would_end_the_match() -> None:  # M15
    game, events = stacked([["2O", "2C", "6S"], ["2B", "4O", "6O"]], target=5)
    game.scores[0] = 4
    observation = play_until(game, events, (0, "announce", "ronda"), (1, "announce", "nothing"))
    assert observation.view["halted"] == 0
    assert choose_move("rey", observation, 1) == ["challenge", 0]


def test_it_claims_what_is_shown() -> None:
    game, events = stacked([["2O", "2C", "6S"], ["2B", "4O", "6O"]], target=121)
    said = [(0, "announce", "nothing"), (1, "announce", "nothing")]
    observation = play_until(game, events, *said, (0, "play", "2O"), (1, "play", "4O"), (0, "play", "2C"))
    assert choose_move("rey", observation, 1) == ["claim", 0]


def test_calls_score_by_the_rules() -> None:
    pair, higher, nothing = pack_ranks([0, 0, 5]), pack_ranks([1, 1, 5]), pack_ranks([2, 3, 5])
    two = SETTINGS[0]
    assert payoff(two, [pair, nothing], ["ronda", "nothing"])[0] == pytest.approx(0.9)
    assert payoff(two, [pair, higher], ["ronda", "ronda"])[0] == pytest.approx(-2)
    assert payoff(two, [pair, higher], ["nothing", "ronda"])[0] == pytest.approx(-1 - 0.8 + 0.1)
    assert payoff(two, [nothing, nothing], ["tringa", "nothing"])[0] == -5


def test_the_solver_learns_not_to_call_falsely_and_to_call_a_high_ronda() -> None:
    solved = Solver(SETTINGS[0], random.Random(1)).solve(3000)
    assert solved[decision_key([], pack_ranks([1, 2, 3]))] == [1.0, 0.0, 0.0]
    assert solved[decision_key([], pack_ranks([9, 9, 3]))] == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_solved_strategy_is_a_distribution(setting: Any) -> None:
    chances = call_chances(setting, decision_key([], pack_ranks(list(range(setting.size)))))
    assert chances is not None
    assert sum(chances.values()) == pytest.approx(1)
    assert list(chances) == list(setting.calls)


def test_least_squares_finds_the_weights() -> None:
    rows = [[1.0, x, y] for x in range(4) for y in range(3)]
    assert least_squares(rows, [2 - x + 3 * y for _one, x, y in rows]) == pytest.approx([2, -1, 3])
