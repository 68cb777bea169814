"""Porrazo: the fast engine matches the rules, its search matches an exhaustive one, and the levels play sensibly."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.bots import BOTS
from games.bots.data import read_table
from games.bots.observation import Observation, moves_of, observe
from games.bots.porrazo import FILE
from games.bots.porrazo_hands import expected_tendido, possible_hands
from games.bots.porrazo_position import Batch, Position, choices, step
from games.bots.porrazo_search import Value, value_choices
from games.bots.porrazo_table import Table, compact, ranks_of
from games.bots.porrazo_worlds import sample_porrazo
from games.rules.cards import RANK_52
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import AnswerTendido, Move, parse_move
from games.rules.porrazo import Porrazo
from tests.bots.matches import copy_game, deal_to
from tests.random_sizes import scaled
from tests.rules.matches import Combination, pairwise
from tests.rules.tables import stack

COMBINATIONS = pairwise(Porrazo)


def random_plays(options: Combination, rng: random.Random) -> Iterator[tuple[Porrazo, list[Event], Move]]:
    """Play one deal at random. Before each card is played, yield the game, the deal's events so far and the move."""
    game = Porrazo(options)
    events = list(deal_to(game, rng))
    while game.phase not in {"deal", "over"}:
        move = rng.choice(game.legal())
        if move[1] == "play":
            yield game, events, move
        events += game.apply(move)


def know(game: Game, events: list[Event]) -> Table:
    """Return what the seat to act knows."""
    observation = observe(game, game.to_act, moves_of(game, game.to_act), events)
    return Table(observation, sample_porrazo(observation, random.Random(0)))


def world_of(game: Porrazo, events: list[Event]) -> tuple[Batch, Position]:
    """Return the batch and the position with the real hands, as the seat to act would search them."""
    return know(game, events).world(tuple(ranks_of(hand) for hand in game.hands))


def to_choice(move: Move) -> tuple[int, bool]:
    return RANK_52[str(move[2])], len(move) > 3  # type: ignore[misc]


@pytest.mark.parametrize("options", COMBINATIONS)
def test_the_engine_agrees_with_the_rules(options: Combination) -> None:
    rng = random.Random(f"engine {options}")
    for _ in range(scaled(1)):  # one deal for each pairwise combination of options
        for game, events, move in random_plays(options, rng):
            batch, position = world_of(game, events)
            assert position == compact(game)
            assert set(choices(position)) == {to_choice(one) for one in game.turn_moves(game.to_act)}
            after = step(batch, position, to_choice(move))
            twin = copy_game(game)
            made = twin.apply(move)
            if after.seat >= 0 and after.winner < 0:
                assert after == compact(twin)
                continue
            # the points for the next batch's tendido and for the count are scored after the end of the batch
            scores = list(twin.scores)
            for event in made:
                if event.kind == "tendido":
                    scores[twin.sides[event.seat]] -= event.data["points"]
                if event.kind == "count":
                    scores = [score - more for score, more in zip(scores, event.data["points"], strict=True)]
            assert list(after.scores) == scores
            won_now = twin.over and not {"tendido", "count"} & {event.kind for event in made}
            assert after.winner == (twin.winners[0] if won_now else -1)


def minimax(game: Porrazo, events: list[Event], value: Value) -> float:
    """Try every line of play with the rules themselves, and return the value of a state with best play."""
    batch, position = world_of(game, events)
    results = []
    for move in game.turn_moves(game.to_act):
        after = step(batch, position, to_choice(move))
        if after.seat < 0 or after.winner >= 0:
            results.append(value.of(batch, after))
            continue
        twin = copy_game(game)
        results.append(minimax(twin, [*events, *twin.apply(move)], value))
    return max(results) if game.sides[game.to_act] == value.side else min(results)


@pytest.mark.parametrize("options", [{}, {"players": 4, "partners": True}])
def test_the_search_agrees_with_trying_every_line(options: Combination) -> None:
    rng = random.Random(f"search {options}")
    for game, events, _move in random_plays({**options, "declarations": "automatic"}, rng):
        if sum(len(hand) for hand in game.hands) > 4 or rng.random() < 0.5:
            continue
        batch, position = world_of(game, events)
        values = [Value(side, 1.0) for side in range(2)]
        found = value_choices(batch, values, position, depth=4)
        assert max(found.values()) == minimax(game, events, values[batch.sides[position.seat]])


def against_greedy(game: Porrazo, events: list[Event], values: list[Value], side: int) -> float:
    """Try all of a side's lines of play against greedy opponents, using the rules, and return the best value."""
    batch, position = world_of(game, events)
    after = {move: step(batch, position, to_choice(move)) for move in game.turn_moves(game.to_act)}
    if game.sides[game.to_act] != side:
        own = values[game.sides[game.to_act]]
        # among moves of equal value, the others prefer one that is not in place, and then the lowest rank
        order = {move: (not to_choice(move)[1], -to_choice(move)[0]) for move in after}
        taken = max(after, key=lambda move: (own.of(batch, after[move]), order[move]))
        after = {taken: after[taken]}
    results = []
    for move, one in after.items():
        if one.seat < 0 or one.winner >= 0:
            results.append(values[side].of(batch, one))
        else:
            twin = copy_game(game)
            results.append(against_greedy(twin, [*events, *twin.apply(move)], values, side))
    return max(results)


def test_the_search_among_many_sides_agrees_with_trying_every_line() -> None:
    rng = random.Random(3)
    for game, events, _move in random_plays({"players": 4, "declarations": "automatic"}, rng):
        if sum(len(hand) for hand in game.hands) > 5 or rng.random() < 0.5:
            continue
        batch, position = world_of(game, events)
        side = batch.sides[position.seat]
        values = [Value(one, 0.5) for one in range(4)]
        assert max(value_choices(batch, values, position, depth=5).values()) == against_greedy(
            game, events, values, side
        )


def test_the_possible_hands_are_those_that_the_rules_allow() -> None:
    rng = random.Random(1)
    for game, events, _move in random_plays({"declarations": "automatic"}, rng):
        table, other = know(game, events), 1 - game.to_act
        assert sum(table.unseen) == len(game.stock) + len(game.hands[other])
        hands = dict(possible_hands(table, 1000, rng))
        assert tuple(ranks_of(hand) for hand in game.hands) in hands
        assert len(hands) == 1 or game.stock
        if table.game.call[other] == "nothing":
            continue
        name = game.held[other].name
        assert all(table.held(other, world[other]).name == name for world in hands)


def test_hands_are_weighed_by_the_cards_not_seen() -> None:
    game, events = deal("AS 2S 3S", "KS QS JS", declarations="automatic")
    table = know(game, events)
    table.game.call[1] = None  # a seat that has not called yet may hold anything
    assert sum(weight for _, weight in possible_hands(table, 1000, random.Random(1))) == math.comb(49, 3)


@pytest.mark.parametrize("options", [{"players": 4}, {"players": 8, "partners": True}, {"players": 3}])
def test_sampled_hands_agree_with_calls_and_counts(options: Combination) -> None:
    rng = random.Random(f"sample {options}")
    for game, events, _move in random_plays({**options, "declarations": "automatic"}, rng):
        table = know(game, events)
        for hands, _weight in possible_hands(table, 3, rng):
            assert [len(hand) for hand in hands] == table.sizes
            assert hands[table.seat] == table.hand
            dealt = [rank for seat, hand in enumerate(hands) if seat != table.seat for rank in hand]
            assert all(dealt.count(rank) <= table.unseen[rank] for rank in dealt)


# ---- choices ----


def deal(*groups: str, now: str = "later", **options: Any) -> tuple[Porrazo, list[Event]]:
    """Deal a stacked pack: the hands, starting with the leader's, then the tendido cards. Seat 0 leads."""
    game = Porrazo(options)
    events = list(game.deal(game.draw_deal(game.players - 1, stack(game.pack, *groups), lambda left: left)))
    if game.phase == "tendido":
        events += game.apply(AnswerTendido(game.to_act, "tendido", now))
    return game, events


def make(game: Porrazo, events: list[Event], *moves: tuple[Any, ...]) -> None:
    for move in moves:
        events += game.apply(parse_move(list(move)))


def ask(key: str, game: Porrazo, events: list[Event]) -> list[Any]:
    return BOTS[key].choose(seen(game, events), random.Random(1))


def seen(game: Porrazo, events: list[Event]) -> Observation:
    return observe(game, game.to_act, moves_of(game, game.to_act), events)


@pytest.mark.parametrize("key", ["sota", "caballo", "rey"])
def test_they_take_the_longest_run(key: str) -> None:
    game, events = deal("5S 9S KS", "2H 3H 4H", "9D 5D 6D 7D", now="now", declarations="automatic")
    assert ask(key, game, events) == ["play", "5S"]


@pytest.mark.parametrize("key", ["sota", "caballo", "rey"])
def test_they_play_an_ace_in_place(key: str) -> None:
    game, events = deal("AS 9S 8S", "2H 3H 4H", declarations="automatic")
    assert ask(key, game, events) == ["play", "AS"]


@pytest.mark.parametrize("key", ["sota", "caballo", "rey"])
def test_they_strike_back(key: str) -> None:  # P15
    game, events = deal("9S 9H 5S", "9D 4H QH", declarations="automatic")
    make(game, events, (0, "play", "9S"), (1, "play", "9D"))
    assert ask(key, game, events) == ["play", "9H"]


@pytest.mark.parametrize("key", ["caballo", "rey"])
def test_counting_levels_lay_a_rank_that_nobody_else_can_hold(key: str) -> None:
    game, events = deal("9S 9H 9D", "8H 4H QH", "8S QS 10S JS", declarations="automatic")
    make(game, events, (0, "play", "9S"), (1, "play", "4H"))
    assert ask(key, game, events)[1] == "9H"


def test_the_best_level_strikes_no_card_of_a_rondine() -> None:  # P15
    game, events = deal("5S 9H KD", "9S 9D 9C", declarations="automatic")
    make(game, events, (0, "play", "5S"), (1, "play", "9S"))
    assert ask("sota", game, events) == ["play", "9H"]
    assert ask("rey", game, events) == ["play", "KD"], "seat 1 has announced a rondine, and would strike back"


def test_the_best_level_announces_unless_it_cannot_score() -> None:  # P10
    game, events = deal("KS KH 2S", "AS AH 9S")
    assert ask("rey", game, events) == ["announce", "ronda"]
    make(game, events, (0, "announce", "ronda"))
    assert ask("rey", game, events) == ["announce", "nothing"], "no pair is lower than aces"
    game, events = deal("AS AH 9S", "KS KH 2S")
    make(game, events, (0, "announce", "ronda"))
    assert ask("rey", game, events) == ["announce", "ronda"]


@pytest.mark.parametrize("key", ["sota", "caballo", "rey"])
def test_they_claim_a_hidden_holding(key: str) -> None:  # P11
    game, events = deal("KS KH 2S", "9S 8S 7S", tendido="last")
    make(game, events, (0, "announce", "nothing"), (1, "announce", "nothing"))
    for cards in (("KS", "9S"), ("2S", "8S"), ("KH", "7S")):
        make(game, events, (0, "play", cards[0]), (1, "play", cards[1]))
    make(game, events, next(move for move in game.legal() if move[:2] == (0, "announce")))
    assert ask(key, game, events) == ["claim", 0]


def move_to_table(game: Porrazo, cards: list[str]) -> None:
    """Move cards from the hands and the stock to the table."""
    for card in cards:
        for hand in (*game.hands, game.stock):
            if card in hand:
                hand.remove(card)
                game.stock.append("?")
        game._put_on_table([card])
    game.stock = [card for card in game.stock if card != "?"]


def test_the_best_level_waits_for_a_good_tendido() -> None:  # P3
    game = Porrazo()
    events = list(deal_to(game, random.Random(1)))
    assert ask("rey", game, events) == ["tendido", "later"], "no card lies on the table"
    poor = expected_tendido(know(game, events))
    move_to_table(game, ["KS", "QS", "JS", "KH", "QH", "JH", "7S", "8S"])
    assert expected_tendido(know(game, events)) > poor + 3
    assert ask("rey", game, events) == ["tendido", "now"]


# ---- the fitted table ----


def test_a_tendido_has_to_be_the_better_the_more_batches_follow() -> None:
    table = read_table(FILE)
    assert len(table["tendido"]) == Porrazo().batches
    assert table["tendido"] == sorted(table["tendido"])
    assert table["next_lead"] > 0
