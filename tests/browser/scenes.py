"""Moments of matches for screenshots: what is on the table, who sits there, and what the page says."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from games.rules.game import Event, Game
from games.rules.moroccan import Moroccan
from games.rules.mufts import Mufts
from games.rules.one_deck import OneDeck
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from tests.browser.board_harness import NAMES, BoardHarness

PATTERNS = ["star", "rosette", "lattice", "weave", "arches", "sun", "tiles", "knot"]
COLOURS = ["green", "blue", "plum", "saffron", "red", "green", "blue", "plum"]
BANK = 300_000  # milliseconds

Scene = Callable[[], BoardHarness]


def table(game: Game, seed: int = 1, **options: Any) -> BoardHarness:
    """Return a table whose players have faces and, as its clock stands, the time of a match of five minutes."""
    stage = BoardHarness(game, seed=seed, **options)
    stage.faces = {name: face(seat) for seat, name in enumerate(NAMES)}
    banks = [BANK - 7_000 * seat for seat in range(game.players)]
    stage.clock = {"text": "5 min + 10 s per turn", "increment": 10_000, "banks": banks, "turn": None, "left": None}
    return stage


def face(seat: int) -> dict[str, str]:
    if seat == 1:
        return {"picture": "/static/bots/sota.svg", "colour": "", "flag": "", "country": "", "title": ""}
    picture = f"/static/avatars/patterns.svg#{PATTERNS[seat]}"
    flag = {"flag": "/static/vendor/circle-flags/ma.svg", "country": "Morocco"} if seat % 2 == 0 else {}
    return {"picture": picture, "colour": COLOURS[seat], "flag": "", "country": "", "title": "", **flag}


def play_until(stage: BoardHarness, wanted: Callable[[Game, list[Event]], bool]) -> list[Event]:
    """Play at random, before the page is opened, until a move leads to what is wanted. Return its events."""
    dice, game = random.Random(5), stage.game
    for _ in range(5000):
        moves = [move for move in game.turn_moves(game.to_act) if move[1] != "challenge"]
        events = list(game.apply(dice.choice(moves)))
        if game.phase == "deal":
            events += stage.deal_due()
        stage.recent += [event.as_json() for event in events]
        if any(event.kind in ("deal", "batch") for event in events):
            stage.recent = [event.as_json() for event in events]
        stage.version += 1
        if wanted(game, events):
            stage.moved = stage.version
            return events
    raise AssertionError("the match never got there")


def asks(stage: BoardHarness, phase: str) -> Callable[[Game, list[Event]], bool]:
    """Return whether the reader is asked in this phase."""
    return lambda game, _events: game.phase == phase and game.to_act == stage.me


def announcing(game: Game) -> BoardHarness:
    stage = table(game)
    is_asked = asks(stage, "announce")
    if not is_asked(game, []):
        play_until(stage, is_asked)
    return stage


def own_turn(game: Game, moves: int = 12) -> BoardHarness:
    """Return a table at the reader's turn, with cards on it, after a number of moves."""
    stage = table(game)
    is_asked = asks(stage, "play")
    play_until(stage, lambda game, events: stage.version > moves and is_asked(game, events) and len(game.table) > 1)
    return stage


def after(game: Game, kind: str) -> tuple[BoardHarness, list[Event]]:
    """Return a table right before an event of this kind, and the events that the page has yet to hear of."""
    stage = table(game)
    events = play_until(stage, lambda _game, events: any(event.kind == kind for event in events))
    return stage, events


GAMES: dict[str, Callable[[], Game]] = {
    "moroccan-2": Moroccan,
    "moroccan-3": lambda: Moroccan({"players": 3}),
    "moroccan-4": lambda: Moroccan({"players": 4}),
    "one-deck": OneDeck,
    "mufts-2": Mufts,
    "mufts-4": lambda: Mufts({"players": 4}),
    "steere": Steere,
    **{f"porrazo-{players}": lambda players=players: Porrazo({"players": players}) for players in range(2, 9)},
}
