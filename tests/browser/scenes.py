"""Tables at chosen moments of a match, for screenshots and layout tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.rules.mufts import Mufts
from games.rules.one_deck import OneDeck
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from tests.browser.board_harness import NAMES, BoardHarness, still_clock

PATTERNS = ["star", "", "lattice", "waves", "arch", "sun", "tiles", "leaves"]
COLOURS = ["green", "", "plum", "clay", "night", "teal", "blue", "red"]


def table(game: Game, seed: int = 1, **options: Any) -> BoardHarness:
    """Return a table whose players have faces and stopped clocks."""
    stage = BoardHarness(game, seed=seed, **options)
    stage.faces = {name: face(seat) for seat, name in enumerate(NAMES)}
    stage.clock = still_clock(game.players)
    return stage


def face(seat: int) -> dict[str, str]:
    if seat == 1:
        return {"picture": "/static/bots/sota.svg", "colour": "", "flag": "", "country": "", "title": ""}
    picture = f"/static/avatars/patterns.svg#{PATTERNS[seat]}"
    flag = {"flag": "/static/flags/ma.svg", "country": "Morocco"} if seat % 2 == 0 else {}
    return {"picture": picture, "colour": COLOURS[seat], "flag": "", "country": "", "title": "", **flag}


def play_until(stage: BoardHarness, wanted: Callable[[Game, list[Event]], bool], seed: int = 5) -> Move:
    """Before the page is opened, make random moves until ``wanted`` is true after one of them. Return that move."""
    dice, game = random.Random(seed), stage.game
    while not game.over:
        move = dice.choice([move for move in game.turn_moves(game.to_act) if move[1] != "challenge"])
        events = stage.make(move)
        if wanted(game, events):
            return move
    raise AssertionError("the match never got there")


def is_asked(phase: str) -> Callable[[Game, list[Event]], bool]:
    """Return a condition that is true when the reader has to move in this phase and has a choice."""
    return lambda game, _events: game.phase == phase and game.to_act == 0 and len(game.turn_moves(0)) > 1


def announcing(make: Callable[[], Game]) -> BoardHarness:
    """Return a table at which it is the reader's turn to announce."""
    stage = table(make())
    if not is_asked("announce")(stage.game, []):
        play_until(stage, is_asked("announce"))
    return stage


def own_turn(make: Callable[[], Game], moves: int = 12) -> BoardHarness:
    """Return a table where it is the reader's turn, after at least this many moves, with several cards on the table."""
    stage = table(make())
    at_turn = is_asked("play")
    play_until(stage, lambda game, events: stage.version > moves and at_turn(game, events) and len(game.table) > 1)
    return stage


def before(make: Callable[[], Game], *kinds: str) -> tuple[BoardHarness, Move]:
    """Return a table just before a move that causes events of all these kinds, and the move itself."""
    told: list[int] = []

    def leads_to_it(_game: Game, events: list[Event]) -> bool:
        told.append(len(events))
        return {event.kind for event in events}.issuperset(kinds)

    move = play_until(table(make()), leads_to_it)
    stage = table(make())  # the same match again, up to that move
    play_until(stage, lambda _game, _events: stage.version == len(told))
    return stage, move


GAMES: dict[str, Callable[[], Game]] = {
    "moroccan-2": Moroccan,
    "moroccan-3": partial(Moroccan, {"players": 3}),
    "moroccan-4": partial(Moroccan, {"players": 4}),
    "one-deck": OneDeck,
    "mufts-2": Mufts,
    "mufts-4": partial(Mufts, {"players": 4}),
    "steere": Steere,
    **{f"porrazo-{players}": partial(Porrazo, {"players": players}) for players in range(2, 9)},
}
