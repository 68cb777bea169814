"""Level 4's calls and challenges in Moroccan ronda, and how far it trusts other players' calls."""

import math
import random
from collections.abc import Callable
from typing import Final, TypeAlias

from games.bots.bluffs import MOST_NEEDED, bluffs_of
from games.bots.calling import Setting, call_chances, decision_key
from games.bots.calling_worlds import public_game
from games.bots.observation import Observation
from games.bots.opponents import RANDOM_CALLS, chance_heedless, share_of_random_calls
from games.bots.race import race_of
from games.rules.cards import RANK_40
from games.rules.moroccan import Moroccan
from games.rules.tringa import NOTHING, WORTH, holding, is_true, pack_ranks

HEEDLESS_GRADES: Final = 20  # the probability that opponents are heedless is rounded to this many steps

Likelihood: TypeAlias = Callable[[int, int], float]  # how likely a seat's call is, given its packed hand as dealt


def choose_call(observation: Observation, rng: random.Random) -> str:
    """Choose a false call that could win the match, or draw a call from the solved strategy."""
    game, _batches = public_game(observation)
    hand = pack_ranks([RANK_40[card] for card in observation.my_hand])
    false = _find_bluff(game, observation.seat, hand)
    if false is not None:
        return false
    key = decision_key(_heard_before(game, observation.seat), hand, ace_high=game.ace_high)
    chances = call_chances(_setting(game), key)
    return rng.choices([*chances], [*chances.values()])[0] if chances else holding(hand)


def likelihood_of(game: Moroccan) -> Likelihood:
    """Return a function that gives the likelihood of a seat's call if the seat was dealt a given hand.

    The seat is assumed to be as likely to call honestly as to call like level 4. A share of its calls is also assumed
    to be random. This share grows with the number of its calls that have misled others.
    """

    def automatic(seat: int, hand: int) -> float:
        return float(holding(hand) == game.call[seat])

    def manual(seat: int, hand: int) -> float:
        call = game.call[seat]
        if call is None:
            return 1.0
        if game.void[seat] and is_true(call, hand):
            return 0.0
        solved = call_chances(setting, decision_key(heard[seat], hand, ace_high=game.ace_high)) or {}
        honest = float(holding(hand) == call)
        meant = (honest + solved.get(call, honest)) / 2
        return meant + randomly[seat] * (1 / len(setting.calls) - meant)

    if not game.announces:
        return lambda _seat, _hand: 1.0
    if not game.manual:
        return automatic
    setting = _setting(game)
    heard = [_heard_before(game, seat) for seat in range(game.players)]
    randomly = [share_of_random_calls(conduct) for conduct in game.conduct]
    return manual


def may_gain_by_challenge(game: Moroccan, target: int) -> bool:
    """Return whether challenging a call that may be true is worth considering.

    A challenge is considered only if two sides are racing to the target. In addition, either the batch may end the
    match, or the caller must have misled others before.
    """
    near = _needed(game, game.sides[target]) <= MOST_NEEDED
    return _is_race(game) and (near or share_of_random_calls(game.conduct[target]) > RANDOM_CALLS)


def gain_of_challenge(game: Moroccan, seat: int, target: int, chance_true: float, *, cards: int, told: float) -> float:
    """Return how much a challenge now would change the chance of winning the race to the target.

    ``cards`` is the number of cards left in all hands. ``told`` is the value, in points, of seeing the hand of
    ``target``.
    """
    race, side, against = race_of(game.players), game.sides[seat], game.sides[target]
    own, other = _needed(game, side), _needed(game, against)
    own_award, award = (game.award[side], game.award[against]) if game.award else (0, 0)
    penalty = WORTH[str(game.call[target])]
    unchallenged = 1 - race.play_out(
        other, own, cards, lambda theirs, mine: race.win(theirs + award, mine + own_award - penalty)
    )
    void = 1 - race.play_out(other + award, own + own_award - penalty, cards, race.win)
    seen = told * (race.win(own - 1, other) - race.win(own, other))
    if_true = 1 - race.play_out(other, own, cards, race.win)
    return (1 - chance_true) * (void + seen - unchallenged) - chance_true * if_true


def _find_bluff(game: Moroccan, seat: int, hand: int) -> str | None:
    """Return the best false call that may win the match, or None if the true call is better."""
    if not _is_race(game) or any(call != NOTHING for call in _heard_before(game, seat)):
        return None
    held = holding(hand)
    false = {WORTH[call]: call for call in _setting(game).calls if call != NOTHING and not is_true(call, hand)}
    side = game.sides[seat]
    heedless = math.prod(chance_heedless(game.conduct[one]) for one in game.opponents[seat])
    worths = tuple(WORTH[call] for call in _setting(game).calls if call != NOTHING)
    bluffs = bluffs_of(
        game.players, round(heedless * HEEDLESS_GRADES) / HEEDLESS_GRADES, worths, game.players * game.hand_size
    )
    others = _needed(game, game.opposing[seat][0])
    return false.get(bluffs.choose(_needed(game, side), others, tuple(false), WORTH.get(held, 0)))


def _is_race(game: Moroccan) -> bool:
    """Return whether two sides are racing to the target, points count immediately (M26) and players make calls (M8)."""
    return game.manual and game.side_count == 2 and game.target is not None and not game.transfer


def _needed(game: Moroccan, side: int) -> int:
    return (game.target or 0) - game.scores[side]


def _setting(game: Moroccan) -> Setting:
    return Setting(game.sides, game.hand_size, game.silent_penalty)


def _heard_before(game: Moroccan, seat: int) -> list[str | None]:
    """Return the calls that were made before a seat's own call."""
    order = game.turn_order()
    return [game.call[one] for one in order[: order.index(seat)]]
