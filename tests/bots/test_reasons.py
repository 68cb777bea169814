"""The reason that a hint gives: it is true of the move in the real game, and says nothing that the seat cannot see."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.bots.counting import rank_of
from games.bots.evaluation import MoveValue
from games.bots.observation import Observation
from games.bots.reasons import KINDS, reason_of
from games.bots.speech import true_call, turn_moves
from games.bots.worlds import sample
from games.rules.caida import CaidaGame
from games.rules.calls import is_true, pack_ranks
from games.rules.cards import RANK_40
from games.rules.game import Event, Game
from games.rules.moves import parse_move
from games.rules.steere import order_trick
from tests.bots.matches import SETTINGS, copy_game, random_match
from tests.bots.test_advice import seen_in

OVERCALLS = {"five", "ten", "counter", "san_benito"}
TAKES = {"capture", "overcall", "five", "ten", "trick"}


def events_of(game: Game, seat: int, move: list[Any]) -> list[Event]:
    """Return what a move does to the real game, as events of its seat."""
    return [event for event in copy_game(game).apply(parse_move([seat, *move])) if event.seat == seat]


def cards_left(game: Game, seat: int) -> list[str]:
    """Return the cards of the other hands and of the stock."""
    hidden = [card for other, hand in enumerate(game.hands) if other != seat for card in hand]
    return hidden + list(getattr(game, "stock", []))


def left_of(game: Game, seat: int, card: str) -> int:
    return sum(rank_of(other) == rank_of(card) for other in cards_left(game, seat))


def chance_of(game: Game, seat: int, card: str) -> float:
    """Return the share of the cards that may follow with which a card wins the trick."""
    before = list(game.table)
    rest = list(permutations(cards_left(game, seat), 2 - len(before)))
    return sum(order_trick([*before, card, *after])[0] == len(before) for after in rest) / len(rest)


def takes(game: Game, seat: int, move: list[Any]) -> bool:
    return any(event.kind in TAKES for event in events_of(game, seat, move))


def holds(game: Game, observation: Observation, values: list[MoveValue], move: list[Any], reason: list[Any]) -> bool:
    """Return whether a reason is true."""
    seat, hand = observation.seat, observation.my_hand
    events = events_of(game, seat, move)
    kinds = {event.kind for event in events}
    plays = [value for value in values if value.move[0] == "play"]
    taking = [value for value in plays if takes(game, seat, value.move)]
    points = next(value.points for value in values if value.move == move)
    match reason:
        case ["capture", number]:
            return [len(event.data["cards"]) for event in events if event.kind == "capture"] == [number]
        case ["caida" | "porrazo" | "in_place" | "trick"]:
            return reason[0] in kinds
        case ["overcall"]:
            return bool(kinds & OVERCALLS)
        case ["clears"]:
            return bool(kinds & {"missa", "limpia"})
        case ["patience"]:
            return bool(taking) and all(value.points < points for value in taking) and not takes(game, seat, move)
        case ["none"]:
            return not taking
        case ["safe"]:
            return "play" in kinds and left_of(game, seat, move[1]) == 0
        case ["rare"]:
            counts = [left_of(game, seat, card) for card in hand]
            return "play" in kinds and min(counts) == left_of(game, seat, move[1]) < max(counts)
        case ["likely" | "unlikely"]:
            chances = [chance_of(game, seat, card) for card in hand]
            best = (max if reason == ["likely"] else min)(chances)
            return best == chance_of(game, seat, move[1]) and min(chances) < max(chances)
        case ["true"]:
            return move == true_call(hand, observation.moves)
        case ["hides"]:
            return is_true_call(game, hand, move[1]) and move != true_call(hand, observation.moves)
        case ["bluff"]:
            return not is_true_call(game, hand, move[1])
    return False


def is_true_call(game: Game, hand: list[str], call: str) -> bool:
    """Return whether a call says nothing that the hand does not hold."""
    if call == "nothing" or not isinstance(game, CaidaGame):
        return True
    return is_true(call, pack_ranks([RANK_40[card] for card in hand]))


@given(st.integers(0, len(SETTINGS) - 1), st.integers(0, 1 << 30))
def test_a_reason_is_true_and_does_not_depend_on_any_hidden_card(number: int, seed: int) -> None:
    rng = random.Random(seed)
    for game, observation in random_match(*SETTINGS[number], rng, share=0.03):
        moves = turn_moves(observation.moves)
        values = [MoveValue(move, float(rng.randint(0, 2))) for move in moves]
        best = max(values, key=lambda value: value.points).move
        reason = reason_of(observation, best, values)
        if reason is not None:
            assert holds(game, observation, values, best, reason), (observation, best, reason)
        other = seen_in(sample(observation, rng), observation)
        assert reason_of(other, best, values) == reason


def test_every_reason_is_given_somewhere() -> None:
    given = set()
    rng = random.Random(1)
    for setting in SETTINGS * 2:
        for _game, observation in random_match(*setting, rng, share=0.3):
            values = [MoveValue(move, rng.random()) for move in turn_moves(observation.moves)]
            best = max(values, key=lambda value: value.points).move
            given.add((reason_of(observation, best, values) or [None])[0])
    assert given == {None, *KINDS}
