"""Random matches in every ruleset, with pairwise combinations of its options."""

import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.fair import SALT_BYTES, draw_dealer
from games.rules.game import Game
from games.rules.moves import Move
from games.rules.options import OptionError

Combination = dict[str, Any]


def sample_values(ruleset: type[Game]) -> dict[str, list[Any]]:
    """Return the values to combine for each option: every value in a list, or the ends and the default of a range."""
    values: dict[str, list[Any]] = {}
    for option in ruleset.options.options:
        if isinstance(option.values, range):
            default = option.default if isinstance(option.default, int) else option.values[0]
            values[option.name] = sorted({option.values[0], default, option.values[-1]})
        else:
            values[option.name] = list(option.values)
    return values


def is_allowed(ruleset: type[Game], options: Combination) -> bool:
    """Return whether the ruleset accepts these options."""
    try:
        ruleset.options.complete(options)
    except OptionError:
        return False
    return True


def pairwise(ruleset: type[Game]) -> list[Combination]:
    """Return allowed combinations of options in which every allowed pair of values occurs."""
    values = sample_values(ruleset)
    if len(values) < 2:
        return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    wanted = dict.fromkeys(
        ((a, x), (b, y)) for a, b in combinations(values, 2) for x, y in product(values[a], values[b])
    )
    rng = random.Random(0)
    chosen: list[Combination] = []
    while wanted:
        pair = next(iter(wanted))
        found = [
            candidate
            for _ in range(150)
            if is_allowed(ruleset, candidate := {name: rng.choice(some) for name, some in values.items()} | dict(pair))
        ]
        if not found:
            del wanted[pair]  # a pair that no combination allows
            continue
        pairs = [list(combinations(candidate.items(), 2)) for candidate in found]
        gains = [sum(one in wanted for one in covered) for covered in pairs]
        best = gains.index(max(gains))
        chosen.append(found[best])
        for one in pairs[best]:
            wanted.pop(one, None)
    return chosen


def all_combinations() -> Iterator[tuple[str, Combination]]:
    """Yield every ruleset with each of its pairwise combinations."""
    for name in sorted(Game.registry):
        for options in pairwise(Game.registry[name]):
            yield name, options


def draw_deal(game: Game, rng: random.Random) -> Deal:
    """Return a deal by the next dealer, with a pack that has been shuffled, committed to and cut."""
    salt = rng.randbytes(SALT_BYTES).hex()
    dealer = game.next_dealer
    if dealer is None:
        dealer = draw_dealer(salt, game.players)
    pack = rng.sample(game.pack, len(game.pack))
    return game.cut_deal(dealer, pack, salt, rng.randrange(1, len(pack)))


def choose(game: Game, rng: random.Random) -> Move:
    """Return a random legal move; challenges are rare, since they usually end the match."""
    moves = game.legal()
    move = rng.choice(moves)
    if move[1] == "challenge" and rng.random() < 0.97:
        calm = [one for one in moves if one[1] != "challenge"]
        move = rng.choice(calm or moves)
    return move


Observer = Callable[[Game, list[Event]], None]


def play_match(
    ruleset: type[Game], options: Combination, rng: random.Random, observe: Observer | None = None
) -> tuple[Game, list[Deal], list[Move], list[Event]]:
    """Play a complete random match. ``observe`` is called with the game and the new events after each deal and move."""
    game = ruleset(options)
    deals: list[Deal] = []
    moves: list[Move] = []
    events: list[Event] = []
    while not game.over:
        if game.phase == "deal":
            deals.append(draw_deal(game, rng))
            new = list(game.deal(deals[-1]))
        else:
            moves.append(choose(game, rng))
            new = list(game.apply(moves[-1]))
        events += new
        if observe is not None:
            observe(game, new)
    return game, deals, moves, events
