"""The reason that a hint gives is true of the move in the real game, and reveals nothing that the seat cannot see."""

from __future__ import annotations

import random
import re
from itertools import combinations, permutations
from typing import Any

from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from games.bots.counting import rank_of
from games.bots.evaluation import MoveValue
from games.bots.observation import Observation
from games.bots.reasons import KINDS, LEAST, SCORING, outcome_of, reason_of
from games.bots.speech import true_call, turn_moves
from games.bots.waiting import KINDS as WAITING
from games.bots.worlds import sample
from games.rules.caida import CaidaGame
from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import parse_move
from games.rules.suit_ring import order_trick
from games.rules.tringa import is_true, pack_ranks
from tests.bots.matches import SETTINGS, copy_game, random_match
from tests.bots.test_advice import seen_in

UNCOMPARED = {"claim", "challenge", "accept", "done"}
OVERCALLS = {"five", "ten", "counter", "san_benito"}
CHANCES = {"likely", "unlikely", "middling", "even"}
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


def rivals_of(game: Game, seat: int, card: str) -> int:
    """Return the number of cards in the other hands and in the stock that could take this card from the table."""
    ranks = list(dict.fromkeys(rank_of(one) for one in sorted(game.pack, key=game.pack.index)))
    lying = {rank_of(one) for one in game.table}
    reached, place = {rank_of(card)}, ranks.index(rank_of(card))
    for _step in ranks:  # a run from a lower rank also takes the card
        place = place - 1 if place or getattr(game, "wraps", False) else place
        if ranks[place] not in lying | reached:
            break
        reached.add(ranks[place])
    return sum(rank_of(other) in reached for other in cards_left(game, seat))


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
    if move[0] in UNCOMPARED:
        return reason[0] in {move[0], "halted"} and all(0 <= chance <= 100 for chance in reason[1:])
    if reason == ["best"]:
        points = {tuple(value.move): value.points for value in values}
        return points[tuple(move)] == max(points.values())
    if move[0] == "announce":
        hand = observation.my_hand
        is_exact, is_true_one = move == true_call(hand, observation.moves), is_true_call(game, hand, move[1])
        return {
            "true": is_exact,
            "silent": is_exact and move[1] == "nothing",
            "hides": is_true_one and not is_exact,
            "bluff": not is_true_one,
        }[reason[0]]
    if move[0] == "tendido":
        return reason == [move[1]]
    return holds_for_card(game, observation, values, move, reason)


def holds_for_card(
    game: Game, observation: Observation, values: list[MoveValue], move: list[Any], reason: list[Any]
) -> bool:
    """Return whether a reason to play a card is true."""
    events = events_of(game, observation.seat, move)
    kinds = {event.kind for event in events}
    taken = [card for event in events if event.kind == "capture" for card in event.data["cards"]]
    kind, number, cards = parts_of(reason)
    if kind in {"caida", "clears", "in_place"} and game.name != "porrazo":
        assert number == sum(event.data["points"] for event in events if event.kind in SCORING)
    if kind in {"capture", "caida", "clears", "porrazo"}:
        assert cards == taken
    effects = {
        "capture": bool(taken),
        "overcall": bool(kinds & OVERCALLS),
        "clears": bool(kinds & {"missa", "limpia"}),
        "trick": "trick" in kinds and cards == game.table,
        **{name: name in kinds for name in ("caida", "porrazo", "in_place")},
    }
    if kind in effects:
        return effects[kind]
    if kind in {"only", "most"}:
        others = [len(taken) > taken_with(game, observation.seat, one) for one in others_of(observation, move[1])]
        is_only = not any(takes(game, observation.seat, one) for one in others_of(observation, move[1]))
        return cards == [move[1], *taken] and (is_only if kind == "only" else all(others))
    if kind == "fewer":
        return cards[1:] == taken and is_worth_more(game, observation, values, move, len(taken))
    if kind in WAITING:
        points = {tuple(value.move): value.points for value in values}
        is_worse = points["play", cards[0]] + LEAST <= points[tuple(move)]
        return is_worse and holds_on_table(game, observation, move, reason)
    lays = "play" in kinds and not kinds & TAKES
    return lays and holds_for_hand(game, observation, values, move, reason)


def others_of(observation: Observation, card: str) -> list[list[Any]]:
    """Return the moves that play other cards."""
    return [move for move in turn_moves(observation.moves) if move[1] != card]


def parts_of(reason: list[Any]) -> tuple[str, int | None, list[str]]:
    """Return the kind, the number and the cards of a reason."""
    kind, *values = reason
    numbers = [value for value in values if isinstance(value, int)]
    return kind, numbers[0] if numbers else None, [value for value in values if isinstance(value, str)]


def is_worth_more(game: Game, observation: Observation, values: list[MoveValue], move: list[Any], number: int) -> bool:
    """Return whether other moves take more than this number of cards, and all of these are worth less."""
    points = next(value.points for value in values if value.move == move)
    more = [value.points for value in values if taken_with(game, observation.seat, value.move) > number]
    return bool(more) and max(more) + LEAST <= points


def most_taken(game: Game, seat: int, move: list[Any]) -> tuple[list[str], list[list[str]]]:
    """Return the table after a move, and what each card in the other hands and in the stock could take from it."""
    after = copy_game(game)
    after.apply(parse_move([seat, *move]))
    wraps = getattr(game, "wraps", False)
    ranks = list(dict.fromkeys(rank_of(card) for card in sorted(game.pack, key=game.pack.index)))
    found = []
    for rank in {rank_of(card) for card in cards_left(game, seat)}:
        place, taken = ranks.index(rank), list[str]()
        while len(taken) < len(ranks) and (place < len(ranks) or wraps):
            same = [card for card in after.table if rank_of(card) == ranks[place % len(ranks)]]
            if not same:
                break
            taken.append(same[-1])
            place += 1
        found.append(taken)
    return list(after.table), found


def holds_on_table(game: Game, observation: Observation, move: list[Any], reason: list[Any]) -> bool:
    """Return whether a reason is true that compares what this card and another one would leave on the table."""
    seat = observation.seat
    kind, number, (card, *cards) = parts_of(reason)
    assert card in observation.my_hand
    _table, now = most_taken(game, seat, move)
    if kind in {"clearable", "long"}:
        table, then = most_taken(game, seat, ["play", card])
        return cards in then if kind == "long" else cards == table and len(table) in map(len, then)
    rivals = sum(bool({*taken} & {*cards}) for taken in now)
    return bool(cards) and {"waits": not rivals, "keeps": bool(number), "builds": True}[kind]


def holds_for_hand(
    game: Game, observation: Observation, values: list[MoveValue], move: list[Any], given: list[Any]
) -> bool:
    """Return whether a reason that compares the card with the rest of the hand is true."""
    seat, hand = observation.seat, observation.my_hand
    reason, number, cards = parts_of(given)
    taking = [value.points for value in values if takes(game, seat, value.move)]
    points = next(value.points for value in values if value.move == move)
    measure = chance_of if reason in CHANCES else rivals_of
    measured = [measure(game, seat, card) for card in hand]
    own, differ = measure(game, seat, move[1]), min(measured) < max(measured)
    if reason in {"rare", "alike"}:
        assert number == own
    if reason in CHANCES:
        assert number == round(100 * own)
    waits = bool(taking) and max(taking, default=points) < points
    return {
        "patience": waits,
        "save": waits,
        "alike": not taking and not differ,
        "spares": bool(cards) and measure(game, seat, cards[0]) < own and cards[0] in hand,
        "even": not differ,
        "lost": not taking,
        "pair": [rank_of(card) for card in cards] == [rank_of(move[1])] and cards != [move[1]],
        "middling": min(measured) < own < max(measured),
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
        points = sorted(value.points for value in values)
        assert reason[0] not in {"alike", "even"} or reason[1] == 0 or points[-1] == points[-2]
        other = seen_in(sample(observation, rng), observation)
        assert reason_of(other, best, values) == reason
        for rival in moves:
            reason = reason_of(observation, best, values, rival=rival)
            assert holds(game, observation, values, best, reason), (observation, best, reason)
            assert reason[0] not in {"patience", "save"} or takes(game, observation.seat, rival)
            if reason[0] == "fewer":
                taken = taken_with(game, observation.seat, best)
                assert taken_with(game, observation.seat, rival) > taken


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


@given(st.integers(0, len(SETTINGS) - 1), st.integers(0, 1 << 30))
def test_no_reason_speaks_against_a_card_that_is_about_as_good(number: int, seed: int) -> None:
    rng = random.Random(seed)
    for _game, observation in random_match(*SETTINGS[number], rng, share=0.03):
        moves = turn_moves(observation.moves)
        best = rng.choice(moves)
        values = [MoveValue(move, float(move == best) * 0.01) for move in moves]
        assert reason_of(observation, best, values)[0] not in {*WAITING, "fewer", "patience", "save"}


def test_the_chance_that_another_player_holds_a_pair_is_counted_from_the_unseen_cards() -> None:
    checked = 0
    for _game, observation in random_match("moroccan", {}, random.Random(4)):
        heard = any(event["kind"] == "announce" for event in observation.events)
        if observation.moves[0][0] != "announce" or heard or observation.view["batch"] > 1:
            continue
        known = {*observation.my_hand, *observation.view["table"]}
        hands = list(combinations([rank_of(card) for card in Moroccan.pack if card not in known], 3))
        chance = round(100 * sum(len({*hand}) < len(hand) for hand in hands) / len(hands))
        call = true_call(observation.my_hand, observation.moves)
        assert reason_of(observation, call, []) in (["silent", chance], ["true", chance])
        checked += 1
    assert checked


def test_every_reason_is_given_somewhere() -> None:
    given = set()
    rng = random.Random(1)
    for setting in SETTINGS * 2:
        for _game, observation in random_match(*setting, rng, share=0.3):
            values = [MoveValue(move, rng.random()) for move in turn_moves(observation.moves)]
            best = max(values, key=lambda value: value.points).move
            given.add(reason_of(observation, best, values)[0])
            given.add(reason_of(observation, best, [MoveValue(value.move, 0.0) for value in values])[0])
            given |= {reason_of(observation, move, [])[0] for move in observation.moves if move[0] in UNCOMPARED}
    assert given == KINDS


def test_the_table_has_a_sentence_for_every_reason() -> None:
    script = (settings.BASE_DIR / "static/js/board/reasons.js").read_text()
    sentences = script[script.index("const REASONS") : script.index("const CHANCES")]
    assert set(re.findall(r"^  (\w+): ", sentences, re.MULTILINE)) == KINDS
