"""The time it takes to analyse a match, and each bot level's accuracy according to the analysis."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

from games.bots import choose_move
from games.bots.analysis import DealtPack, MatchLog, Step, analyse_steps
from games.bots.luck import accuracy_of
from games.bots.observation import moves_of, observe
from games.rules import find_ruleset
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import parse_move

LEVELS = ("siete", "sota", "caballo", "rey")
MOST_SECONDS = 10.0  # for a two-player match
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "moroccan": ("moroccan", {}),
    "moroccan four-all": ("moroccan", {"dealing": "four-all"}),
    "one-deck": ("one-deck", {}),
    "mufts pro": ("mufts", {"level": "pro"}),
    "porrazo": ("porrazo", {}),
    "moroccan-3": ("moroccan", {"players": 3}),
    "moroccan-4": ("moroccan", {"players": 4}),
    "porrazo-4-partners": ("porrazo", {"players": 4, "partners": True}),
    "steere": ("steere", {}),
}


def analysis(matches: int = 3) -> None:
    """Analyse matches between bots of all levels; print the processor time and the accuracies."""
    print("seconds a match (longest), longest step, accuracy by level")
    slowest = 0.0
    for name, (ruleset, options) in GAMES.items():
        times, steps, accuracies = _measure(ruleset, options, matches)
        levels = ", ".join(f"{level} {sum(found) / len(found):.0f} %" for level, found in accuracies.items())
        print(f"{name:20} {sum(times) / len(times):6.2f} ({max(times):.2f})  {steps:6.3f}  {levels}")
        if find_ruleset(ruleset)(options).players == 2:
            slowest = max(slowest, *times)
    ratio = slowest / MOST_SECONDS
    print(f"two players, longest: {slowest:.2f} s, ratio to the {MOST_SECONDS:.0f} s allowed: {ratio:.2f}")


def _measure(ruleset: str, options: dict[str, Any], matches: int) -> tuple[list[float], float, dict[str, list[float]]]:
    """Return the processor time for each match and for the longest step, in seconds, and each level's accuracies."""
    rng = random.Random(f"analysis {ruleset} {options}")
    times, longest, accuracies = [], 0.0, {level: list[float]() for level in LEVELS}
    for number in range(matches):
        players = find_ruleset(ruleset)(options).players
        bots = [LEVELS[(number + 2 * seat) % len(LEVELS)] for seat in range(players)]
        log = _play(ruleset, options, bots, rng)
        steps: list[Step] = []
        began = before = process_time()
        for step in analyse_steps(log):
            now = process_time()
            longest, before = max(longest, now - before), now
            steps.append(step)
        times.append(process_time() - began)
        for seat, level in enumerate(bots):
            found = accuracy_of(steps, seat)
            accuracies[level] += [found[0]] if found else []
    return times, longest, {level: found for level, found in accuracies.items() if found}


def _play(ruleset: str, options: dict[str, Any], bots: list[str], rng: random.Random) -> MatchLog:
    """Play a match between bots and return its log."""
    game: Game = find_ruleset(ruleset)(options)
    deals: list[DealtPack] = []
    moves: list[list[Any]] = []
    seen: list[Event] = []
    while not game.over:
        if game.phase == "deal":
            pack = rng.sample(game.pack, len(game.pack))
            dealer = game.next_dealer
            deal = game.draw_deal(dealer or 0, pack, lambda left: rng.randint(0, left))
            seen = list(game.deal(deal))
            deals.append(DealtPack(len(moves), deal.dealer, deal.deck, deal.returned))
            continue
        seat = game.to_act
        observation = observe(game, seat, moves_of(game, seat), seen)
        moves.append([seat, *choose_move(bots[seat], observation, rng.randrange(10**6))])
        seen += game.apply(parse_move(moves[-1]))
    return MatchLog(ruleset, options, deals, moves)
