"""Random matches for the bot tests, observed before each decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy
from typing import Any

from games.bots.observation import Observation, moves_of, observe
from games.rules import find_ruleset
from games.rules.caida import CaidaGame
from games.rules.debts import Piles
from games.rules.events import Event
from games.rules.game import Game

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("moroccan", {}),
    ("moroccan", {"target": 9, "dealing": "four-all", "undeclared_penalty": 5}),
    ("moroccan", {"players": 3, "target": 12, "ronda_order": "ace-high"}),
    ("moroccan", {"players": 4, "target": 12, "dealing": "four-first", "dealer_duty": True}),
    ("moroccan", {"players": 2, "declarations": "automatic", "scoring": "transfer", "chain": True}),
    ("moroccan", {"players": 3, "scoring": "transfer", "caida_scale": "paid"}),
    ("one-deck", {}),
    ("mufts", {}),
    ("mufts", {"players": 4, "level": "pro"}),
    ("porrazo", {"target": 30}),
    ("porrazo", {"players": 4, "partners": True, "declarations": "automatic"}),
    ("porrazo", {"players": 5, "leftover": "players", "tendido": "last", "ace_follows_king": False}),
    ("steere", {}),
]


def deal_to(game: Game, rng: random.Random) -> list[Event]:
    """Deal a shuffled pack."""
    deck = list(game.pack)
    rng.shuffle(deck)
    dealer = game.next_dealer
    drawn = rng.randrange(game.players) if dealer is None else dealer
    return game.deal(game.draw_deal(drawn, deck, lambda left: rng.randint(0, left)))


def public_events(observation: Observation) -> list[Event]:
    """Return an observation's events in the form that the rules return."""
    return [
        Event(event["kind"], event["seat"], {key: value for key, value in event.items() if key not in {"kind", "seat"}})
        for event in observation.events
    ]


def random_match(
    ruleset: str, options: dict[str, Any], rng: random.Random, share: float = 1.0
) -> Iterator[tuple[Game, Observation]]:
    """Play a random match with few challenges. Yield this share of its states, with the mover's observation."""
    game = find_ruleset(ruleset)(options)
    events: list[Event] = []
    while not game.over:
        if game.phase == "deal":
            events = list(deal_to(game, rng))
            continue
        everyone = [move for move in game.legal() if move[1] != "challenge" or rng.random() < 0.05]
        move = rng.choice(everyone or game.legal())
        if rng.random() < share:
            yield game, observe(game, move[0], moves_of(game, move[0]), events)
        events += game.apply(move)


def copy_game(game: Game) -> Game:
    """Return an independent copy of a game. This is several times faster than ``Game.copy``."""
    twin = copy(game)
    for name, value in vars(game).items():
        if isinstance(value, list):
            setattr(twin, name, [list(one) if isinstance(one, list) else one for one in value])
        elif isinstance(value, dict):
            setattr(twin, name, dict(value))
    if isinstance(twin, CaidaGame):
        piles = twin.piles
        twin.piles = Piles(len(piles.counts))
        twin.piles.counts, twin.piles.debts = list(piles.counts), [list(debt) for debt in piles.debts]
        twin.captured = twin.piles.counts
    return twin
