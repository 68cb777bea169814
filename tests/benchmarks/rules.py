"""Random matches played through the rules' public interface, on one core."""

from __future__ import annotations

import random
from time import perf_counter

import games.rules  # noqa: F401  # finds the rulesets
from games.rules.game import Game

SECONDS = 3.0


def play_random(ruleset: type[Game], rng: random.Random) -> int:
    """Play a whole match, choosing each legal move with equal probability; return the number of moves."""
    game = ruleset()
    pack = list(ruleset.pack)
    moves = 0
    while game.phase != "over":
        if game.phase == "deal":
            rng.shuffle(pack)
            dealer = game.next_dealer
            dealt = game.draw_deal(0 if dealer is None else dealer, pack, lambda left: int(rng.random() * (left + 1)))
            game.deal(dealt)
            continue
        legal = game.legal()
        game.apply(legal[int(rng.random() * len(legal))])
        moves += 1
    return moves


def rules() -> None:
    """Print each ruleset's moves and matches per second with default options, and its speed relative to moroccan."""
    speeds: dict[str, float] = {}
    for name, ruleset in sorted(Game.registry.items()):
        rng = random.Random(1)
        matches = moves = 0
        start = perf_counter()
        while (took := perf_counter() - start) < SECONDS:
            moves += play_random(ruleset, rng)
            matches += 1
        speeds[name] = moves / took
        print(f"rules {name:10} {moves / took:9,.0f} moves/s {matches / took:7,.0f} matches/s")
    for name, speed in speeds.items():
        print(f"ratio rules {name} to moroccan, a move: {speed / speeds['moroccan']:.2f}")
    print(f"ratio rules moroccan to 100,000 moves/s: {speeds['moroccan'] / 100_000:.2f}")
