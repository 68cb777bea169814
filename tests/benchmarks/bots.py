"""Matches between bots, with the same packs for every arrangement of seats. Figures have confidence intervals.

The unit of every interval is a set of matches with the same packs, in which the first bot plays each side once. In
matches with more than two sides, the second bot plays all other sides.
"""

from __future__ import annotations

import math
import random
import resource
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, NamedTuple

from games.bots import BOTS, moves_of, observe
from games.bots.calling_worlds import public_game
from games.bots.hands import hand_number
from games.bots.observation import Observation
from games.bots.porrazo import weigh_choices
from games.bots.porrazo_table import Table, ranks_of
from games.bots.porrazo_worlds import sample_porrazo
from games.bots.searching import search_worlds
from games.bots.steere import find_best
from games.bots.steere_cards import NAME, to_bits
from games.rules import find_ruleset
from games.rules.cards import RANK_40, RANK_52
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import parse_move

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "moroccan": ("moroccan", {}),
    "moroccan-3": ("moroccan", {"players": 3}),
    "moroccan-4": ("moroccan", {"players": 4}),
    "mufts": ("mufts", {}),
    "mufts-pro": ("mufts", {"level": "pro"}),
    "mufts-4": ("mufts", {"players": 4}),
    "mufts-pro-4": ("mufts", {"players": 4, "level": "pro"}),
    "one-deck": ("one-deck", {}),
    "porrazo": ("porrazo", {}),
    "porrazo-4": ("porrazo", {"players": 4}),
    "porrazo-4-partners": ("porrazo", {"players": 4, "partners": True}),
    "steere": ("steere", {}),
}
LEVELS = {bot.level: bot for bot in BOTS.values()}
CHEAT = 5  # stands for the search bots that see the other hands

# Players are also passed the game, but only cheaters look at it.
Player = Callable[[Game, Observation, random.Random], list[Any]]


def honest_player(level: int) -> Player:
    """Return a player that chooses moves like the bot of this level."""
    bot = LEVELS[level]
    return lambda _game, observation, rng: bot.choose(observation, rng)


def cheat(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Choose a move like the best bot, but look at the other hands when playing cards."""
    if game.phase != "play" or any(move[0] == "claim" for move in observation.moves):
        return LEVELS[4].choose(observation, rng)
    others = [game.hands[(observation.seat + number) % game.players] for number in range(1, game.players)]
    hands = tuple(hand_number(RANK_40[card] for card in hand) for hand in others)
    values = search_worlds(observation, public_game(observation)[0], [(hands, 1.0)])
    cards = [move for move in observation.moves if move[0] == "play"]
    return max(cards, key=lambda move: values[RANK_40[move[1]]])


def cheat_at_porrazo(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Choose a move like the best bot, but look at the other hands when playing cards."""
    if game.phase != "play" or any(move[0] == "claim" for move in observation.moves):
        return LEVELS[4].choose(observation, rng)
    table = Table(observation, sample_porrazo(observation, rng))
    values = weigh_choices(table, [(tuple(ranks_of(hand) for hand in game.hands), 1.0)])
    cards = [move for move in observation.moves if move[0] == "play"]
    return max(cards, key=lambda move: values[RANK_52[move[1]], len(move) > 2])


def cheat_at_steere(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Choose a move like the best bot, but look at the other hands."""
    return ["play", NAME[find_best(observation, rng, tuple(to_bits(hand) for hand in game.hands))]]


CHEATS: dict[str, Player] = {
    "moroccan": cheat,
    "one-deck": cheat,
    "mufts": cheat,
    "porrazo": cheat_at_porrazo,
    "steere": cheat_at_steere,
}


@dataclass
class Tally:
    """The results of the first bot, with one entry for each set of matches with the same packs."""

    sides: int
    scores: list[float] = field(default_factory=list)  # the share of matches won
    margins: list[float] = field(default_factory=list)  # points per deal above the mean of the other sides
    seconds: list[float] = field(default_factory=list)  # for each decision of the first bot

    def elo(self, score: float) -> float:
        """Return the Elo difference at which a side would be expected to win this share of matches."""
        score = min(max(score, 1e-6), 1 - 1e-6)
        return 400 * math.log10((self.sides - 1) * score / (1 - score))

    def lines(self) -> Iterator[str]:
        """Yield the figures as lines of text."""
        score, error = _mean(self.scores)
        low, high = self.elo(score - error), self.elo(score + error)
        yield f"score {score:.1%}, Elo {self.elo(score):+.0f} [{low:+.0f}, {high:+.0f}]"
        margin, error = _mean(self.margins)
        yield f"points a deal {margin:+.2f} ± {error:.2f}"
        times = sorted(self.seconds)
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        yield f"ms a decision: p50 {1000 * p50:.1f}, p99 {1000 * p99:.1f}, most {1000 * times[-1]:.1f}; {memory} MB"


def _mean(values: list[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95% confidence interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def play_match(
    ruleset: str,
    options: dict[str, Any],
    players: list[Player],
    seed: str,
    seconds: dict[Player, list[float]],
    most_deals: int | None = None,
) -> tuple[Game, int]:
    """Play a match, or only its first deals, with packs from ``seed``. Return the game and its number of deals."""
    game = find_ruleset(ruleset)(options)
    events: list[Event] = []
    while not game.over:
        if game.phase == "deal":
            if game.deal_number + 1 == most_deals:
                break
            events = _deal(game, seed)
            continue
        seat = game.to_act
        observation = observe(game, seat, moves_of(game, seat), events)
        # the same in every match with these packs, so that matches differ only in the players' choices
        turn = f"{game.deal_number}:{game.batch}:{game.phase}:{seat}:{len(game.hands[seat])}"
        rng = random.Random(f"choices {seed}:{turn}")
        start = process_time()
        move = players[seat](game, observation, rng)
        seconds[players[seat]].append(process_time() - start)
        events += game.apply(parse_move([seat, *move]))
    return game, game.deal_number + 1


def _deal(game: Game, seed: str) -> list[Event]:
    rng = random.Random(f"{seed}:{game.deal_number}")
    deck = list(game.pack)
    rng.shuffle(deck)
    drawn = rng.randrange(game.players)
    dealer = drawn if game.next_dealer is None else game.next_dealer
    return list(game.deal(game.draw_deal(dealer, deck, lambda left: rng.randint(0, left))))


def duel(name: str, first: Player, second: Player, pairs: int, seed: str = "bench", **more: Any) -> Tally:
    """Have two players play ``pairs`` sets of matches, and return the first player's results."""
    ruleset, options = GAMES[name]
    options = {**options, **more}
    sides = find_ruleset(ruleset)(options).sides
    count = max(sides) + 1
    seconds: dict[Player, list[float]] = {first: [], second: []}
    tally = Tally(count, seconds=seconds[first])
    for number in range(pairs):
        scores, margins, deals = 0.0, 0.0, 0
        for mine in range(count):
            players = [first if side == mine else second for side in sides]
            game, dealt = play_match(ruleset, options, players, f"{seed}:{number}", seconds)
            scores += (mine in game.winners) / len(game.winners) if game.winners else 1 / count
            others = [score for side, score in enumerate(game.scores) if side != mine]
            margins += game.scores[mine] - sum(others) / len(others)
            deals += dealt
        tally.scores.append(scores / count)
        tally.margins.append(margins / deals)
    return tally


def bots(game: str = "", strong: int = 0, weak: int = 0, pairs: int = 20, seed: str = "bench") -> None:
    """Print how each level performs against the one below, and a cheater against the best; or compare two levels."""
    for name in [game] if game else GAMES:
        ruleset = GAMES[name][0]
        players = {level: honest_player(level) for level in LEVELS}
        if ruleset in CHEATS:
            players[CHEAT] = CHEATS[ruleset]
        for above in [strong] if strong else [level for level in players if level > 1]:
            below = weak or above - 1
            tally = duel(name, players[above], players[below], pairs, seed)
            for line in tally.lines():
                print(f"bots {name} {above} over {below}, {pairs} pairs: {line}", flush=True)


def _plain(observation: Observation) -> Observation:
    """Return the observation without the claims and challenges among its moves, unless there are no other moves."""
    moves = [move for move in observation.moves if move[0] not in {"claim", "challenge"}]
    return replace(observation, moves=moves or observation.moves)


def honest_strong(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Play cards like the best bot, but make only true calls, and never claim or challenge."""
    if game.phase == "announce":
        return _true_call(game, observation)
    return LEVELS[4].choose(_plain(observation), rng)


def true_caller(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Play cards like level 3, make only true calls, and never claim or challenge."""
    if game.phase == "announce":
        return _true_call(game, observation)
    return LEVELS[3].choose(_plain(observation), rng)


def false_caller(game: Game, observation: Observation, rng: random.Random) -> list[Any]:
    """Play cards like level 3, make random calls, and never claim or challenge."""
    if game.phase == "announce":
        return rng.choice([move for move in observation.moves if move[0] == "announce"])
    return LEVELS[3].choose(_plain(observation), rng)


def _true_call(game: Game, observation: Observation) -> list[Any]:
    return list(game.true_call(observation.seat)[1:])


class FreePlayer:
    """The best bot. ``differs`` is True once it makes a call, claim or challenge that ``honest_strong`` would not."""

    def __init__(self) -> None:
        self.differs = False

    def __call__(self, game: Game, observation: Observation, rng: random.Random) -> list[Any]:
        """Choose a move."""
        move = LEVELS[4].choose(observation, rng)
        if game.phase == "announce" and move != _true_call(game, observation):
            self.differs = True
        if move[0] in {"claim", "challenge"}:
            self.differs = True
        return move


OPPONENTS: dict[str, Player] = {
    "true-caller": true_caller,
    "false-caller": false_caller,
    "level-3": honest_player(3),
}


def bluffs(against: str = "", pairs: int = 200, target: int = 41, deals: int = 0, seed: str = "bench") -> None:
    """Print what level 4 gains over its own honest play, against all of OPPONENTS or only the one named ``against``.

    Level 4 and its honest version play the same matches or, with ``deals``, only their first deals. Their moves are the
    same up to the first difference, so matches without a difference are played only once.
    """
    for name in [against] if against else OPPONENTS:
        gains = [gain_by_bluffs(name, target, deals or None, f"{seed}:{number}") for number in range(pairs)]
        points, error = _mean([gain.points for gain in gains])
        won, won_error = _mean([gain.won for gain in gains])
        length = f"{deals} deals" if deals else f"to {target}"
        print(
            f"bluffs against {name}, {length}, {pairs} pairs: {points:+.3f} ± {error:.3f} points a deal, "
            f"{won:+.1%} ± {won_error:.1%} of the matches; {sum(gain.changed for gain in gains)} matches differ",
            flush=True,
        )


class Gain(NamedTuple):
    """Level 4's gain over its honest play in a pair of matches: points per deal, and the share of matches won."""

    points: float
    won: float
    changed: int


def gain_by_bluffs(against: str, target: int, most_deals: int | None, seed: str) -> Gain:
    """Play a pair of matches with packs drawn from ``seed``, with and without bluffs. Return the gain."""

    def play(player: Player, mine: int) -> tuple[float, float, float]:
        players = [OPPONENTS[against]] * 2
        players[mine] = player
        seconds: dict[Player, list[float]] = {one: [] for one in players}
        game, deals = play_match("moroccan", {"target": target}, players, seed, seconds, most_deals)
        return game.scores[mine] - game.scores[1 - mine], deals, float(mine in game.winners)

    free, honest, changed = [0.0] * 3, [0.0] * 3, 0
    for mine in range(2):
        player = FreePlayer()
        result = forced = play(player, mine)
        if player.differs:
            forced = play(honest_strong, mine)
        changed += player.differs
        free = [sum(two) for two in zip(free, result, strict=True)]
        honest = [sum(two) for two in zip(honest, forced, strict=True)]
    return Gain(free[0] / free[1] - honest[0] / honest[1], (free[2] - honest[2]) / 2, changed)
