"""The reason that a hint gives is true of the move in the real game, and reveals nothing that the seat cannot see."""

from __future__ import annotations

import random
import re
from itertools import permutations
from typing import Any

from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games.bots.counting import rank_of
from games.bots.evaluation import MoveValue
from games.bots.observation import Observation
from games.bots.reasons import KINDS, outcome_of, reason_of
from games.bots.speech import true_call, turn_moves
from games.bots.worlds import sample
from games.rules.caida import CaidaGame
from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import parse_move
from games.rules.suit_ring import order_trick
from games.rules.tringa import is_true, pack_ranks
from tests.bots.matches import SETTINGS, copy_game, random_match
from tests.bots.test_advice import seen_in

UNCOMPARED = {"claim", "challenge", "accept", "done"}
OVERCALLS = {"five", "ten", "counter", "san_benito"}
TAKES = {"capture", "overcall", "five", "ten", "trick"}


def events_of(game: Game, seat: int, move: list[Any]) -> list[Event]:
    """Return the events that a move in the real game causes for the seat that makes it."""
    return [event for event in copy_game(game).apply(parse_move([seat, *move])) if event.seat == seat]


def cards_left(game: Game, seat: int) -> list[str]:
    """Return the cards in the other hands and in the stock."""
    hidden = [card for other, hand in enumerate(game.hands) if other != seat for card in hand]
    return hidden + list(getattr(game, "stock", []))


def left_of(game: Game, seat: int, card: str) -> int:
    return sum(rank_of(other) == rank_of(card) for other in cards_left(game, seat))


def chance_of(game: Game, seat: int, card: str) -> float:
    """Return the proportion of possible continuations of the trick in which this card wins it."""
    before = list(game.table)
    rest = list(permutations(cards_left(game, seat), 2 - len(before)))
    return sum(order_trick([*before, card, *after])[0] == len(before) for after in rest) / len(rest)


def taken_with(game: Game, seat: int, move: list[Any]) -> int:
    """Return the number of cards that a move captures from the table."""
    return sum(len(event.data["cards"]) for event in events_of(game, seat, move) if event.kind == "capture")


def takes(game: Game, seat: int, move: list[Any]) -> bool:
    return any(event.kind in TAKES for event in events_of(game, seat, move))


def holds(game: Game, observation: Observation, values: list[MoveValue], move: list[Any], reason: list[Any]) -> bool:
    """Return whether a reason is true."""
    if reason == ["best"] or move[0] in UNCOMPARED:
        points = {tuple(value.move): value.points for value in values}
        return reason == [move[0]] or points[tuple(move)] == max(points.values())
    if move[0] == "announce":
        hand = observation.my_hand
        is_exact, is_true_one = move == true_call(hand, observation.moves), is_true_call(game, hand, move[1])
        return {"true": is_exact, "hides": is_true_one and not is_exact, "bluff": not is_true_one}[reason[0]]
    return holds_for_card(game, observation, values, move, reason)


def holds_for_card(
    game: Game, observation: Observation, values: list[MoveValue], move: list[Any], reason: list[Any]
) -> bool:
    """Return whether a reason to play a card is true."""
    events = events_of(game, observation.seat, move)
    kinds = {event.kind for event in events}
    match reason:
        case ["capture", number]:
            return [len(event.data["cards"]) for event in events if event.kind == "capture"] == [number]
        case ["fewer", number]:
            points = next(value.points for value in values if value.move == move)
            taken = [(taken_with(game, observation.seat, value.move), value.points) for value in values]
            more = [worth for count, worth in taken if count > number]
            return taken_with(game, observation.seat, move) == number and bool(more) and max(more) < points
        case ["overcall"]:
            return bool(kinds & OVERCALLS)
        case ["clears"]:
            return bool(kinds & {"missa", "limpia"})
        case ["caida" | "porrazo" | "in_place" | "trick"]:
            return reason[0] in kinds
        case _:
            lays = "play" in kinds and not kinds & TAKES
            return lays and holds_for_hand(game, observation, values, move, reason[0])


def holds_for_hand(game: Game, observation: Observation, values: list[MoveValue], move: list[Any], reason: str) -> bool:
    """Return whether a reason that compares the card with the rest of the hand is true."""
    seat, hand = observation.seat, observation.my_hand
    taking = [value.points for value in values if takes(game, seat, value.move)]
    points = next(value.points for value in values if value.move == move)
    measure = chance_of if reason in {"likely", "unlikely"} else left_of
    measured = [measure(game, seat, card) for card in hand]
    own, differ = measure(game, seat, move[1]), min(measured) < max(measured)
    return {
        "patience": bool(taking) and max(taking, default=points) < points,
        "none": not taking,
        "safe": own == 0,
        "rare": own == min(measured) and differ,
        "likely": own == max(measured) and differ,
        "unlikely": own == min(measured) and differ,
    }[reason]


def is_true_call(game: Game, hand: list[str], call: str) -> bool:
    """Return whether a call names only what the hand holds."""
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
        assert holds(game, observation, values, best, reason), (observation, best, reason)
        other = seen_in(sample(observation, rng), observation)
        assert reason_of(other, best, values) == reason
        for rival in moves:
            reason = reason_of(observation, best, values, rival=rival)
            assert holds(game, observation, values, best, reason), (observation, best, reason)
            assert reason != ["patience"] or takes(game, observation.seat, rival)
            if reason[0] in {"capture", "fewer"}:
                assert (reason[0] == "fewer") <= (taken_with(game, observation.seat, rival) > reason[1])


@given(st.integers(0, len(SETTINGS) - 1), st.integers(0, 1 << 30))
def test_the_outcome_of_every_card_is_true_and_does_not_depend_on_any_hidden_card(number: int, seed: int) -> None:
    rng = random.Random(seed)
    for game, observation in random_match(*SETTINGS[number], rng, share=0.03):
        cards = [move for move in turn_moves(observation.moves) if move[0] == "play"]
        values = [MoveValue(move, 0.0) for move in cards]
        other = seen_in(sample(observation, rng), observation)
        for move in cards:
            outcome = outcome_of(observation, move)
            assert outcome_of(other, move) == outcome
            match outcome:
                case ["lies", number]:
                    assert not takes(game, observation.seat, move)
                    assert number == left_of(game, observation.seat, move[1])
                case ["loses"]:
                    assert len(game.table) == 2
                    assert not takes(game, observation.seat, move)
                case [_, *_]:
                    assert holds_for_card(game, observation, values, move, outcome), (observation, move, outcome)


def test_every_reason_is_given_somewhere() -> None:
    given = set()
    rng = random.Random(1)
    for setting in SETTINGS * 2:
        for _game, observation in random_match(*setting, rng, share=0.3):
            values = [MoveValue(move, rng.random()) for move in turn_moves(observation.moves)]
            best = max(values, key=lambda value: value.points).move
            given.add(reason_of(observation, best, values)[0])
            given |= {reason_of(observation, move, [])[0] for move in observation.moves if move[0] in UNCOMPARED}
    assert given == KINDS


def test_the_table_has_a_sentence_for_every_reason() -> None:
    script = (settings.BASE_DIR / "static/js/board/reasons.js").read_text()
    sentences = script[script.index("const REASONS") : script.index("};")]
    assert set(re.findall(r"^  (\w+): gettext", sentences, re.MULTILINE)) == KINDS - {"capture", "fewer"}
