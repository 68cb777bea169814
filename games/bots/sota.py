"""Sota, a bot that counts cards, captures what is worth most and sometimes bluffs."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from games.bots.counting import Knowledge, count_ranks, rank_of

Moves: TypeAlias = Sequence[list[Any]]

NOTICES = 0.6  # the probability of noticing that a seat can be claimed against
BLUFFS = 0.06  # the probability of calling a ronda without one
HIDES = 0.1  # the probability of not calling a ronda
CARD_WORTH = 0.5  # in points: about half of all cards score in the final count
OVERCALL_WORTH = 5.0
CHAIN_KINDS = frozenset({"caida", "five"})
OUT_OF_TURN = frozenset({"claim", "challenge"})


class SotaBot:
    """A bot that plays simply and mostly honestly."""

    title: ClassVar[str] = "Sota"

    def choose(
        self, view: Mapping[str, Any], moves: Moves, seen: Sequence[Mapping[str, Any]], rng: random.Random
    ) -> list[Any]:
        """See ``Bot.choose``."""
        known = Knowledge(view, seen)
        # drawn first, so that the decision about a seat's silence is the same for the whole hand
        notices = [rng.random() < NOTICES for _seat in known.seats]
        interrupt = _claim(moves, notices) or _challenge(view, moves, known)
        if interrupt is not None:
            return interrupt
        own_turn = [move for move in moves if move[0] not in OUT_OF_TURN] or list(moves)
        decide = _DECISIONS.get(own_turn[0][0])
        return decide(known, own_turn, rng) if decide and known.hand else rng.choice(own_turn)


def _claim(moves: Moves, notices: Sequence[bool]) -> list[Any] | None:
    """Return a claim that the played cards prove and that the bot has noticed, if any."""
    return next((move for move in moves if move[0] == "claim" and notices[move[1]]), None)


def _challenge(view: Mapping[str, Any], moves: Moves, known: Knowledge) -> list[Any] | None:
    """Return a challenge of a call that cannot be true, or whose award would lose the match, if any."""
    calls = view.get("calls") or []
    for move in moves:
        if move[0] != "challenge":
            continue
        call = calls[move[1]]["call"]
        if (call in {"ronda", "tringa", "two-rondas"} and not known.may_hold(move[1], call)) or ["accept"] in moves:
            return move
    return None


def _announce(known: Knowledge, moves: Moves, rng: random.Random) -> list[Any]:
    """Call what the hand holds, with some random exceptions."""
    offered = {move[1]: move for move in moves}
    if not known.hand or "nothing" not in offered:
        return rng.choice(moves)
    pairs = sorted(count_ranks(known.hand).values(), reverse=True)
    names = {1: ("nothing",), 2: ("ronda",), 3: ("tringa", "rondine"), 4: ("two-rondas", "four")}[pairs[0]]
    if pairs[:2] == [2, 2]:
        names = ("two-rondas", "ronda")
    roll = rng.random()
    if names == ("nothing",) and roll < BLUFFS:
        names = ("ronda",)
    elif names == ("ronda",) and roll < HIDES:
        names = ("nothing",)
    return next((offered[name] for name in names if name in offered), offered["nothing"])


def _play(known: Knowledge, moves: Moves, rng: random.Random) -> list[Any]:
    """Return the card with the best balance of gain and risk, breaking ties at random."""
    return max(moves, key=lambda move: (_worth(known, rank_of(move[1])), rng.random()))


def _worth(known: Knowledge, rank: str) -> float:
    """Estimate the value in points of playing a card of this rank."""
    fresh = known.last_rank == rank
    if fresh and len(known.seats) > 2 and not CHAIN_KINDS.isdisjoint(known.last_kinds):
        return OVERCALL_WORTH
    taken = known.run_from(rank)
    if taken:
        caida = fresh and known.last_kinds[0] == "play"
        return (taken + 1) * CARD_WORTH + caida + (taken == len(known.table))
    # a card left on the table can be captured for a caida, with the run above it
    return -known.chance_against(rank) * (1 + 2 * CARD_WORTH) - CARD_WORTH * _offers_run(known, rank)


def _offers_run(known: Knowledge, rank: str) -> float:
    """Return the cost of extending a run on the table by laying this rank."""
    known.table_ranks[rank] += 1
    longest = max(known.run_from(other) for other in known.table_ranks if known.table_ranks[other])
    known.table_ranks[rank] -= 1
    return 0.2 * (longest - 1)


_DECISIONS: Mapping[str, Callable[[Knowledge, Moves, random.Random], list[Any]]] = {
    "announce": _announce,
    "play": _play,
}
