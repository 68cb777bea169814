"""Functions that choose the bots' calls, claims and challenges."""

from collections.abc import Sequence
from typing import Any

from games.bots.counting import Knowledge, count_ranks

OUT_OF_TURN = frozenset({"claim", "challenge"})
CHALLENGED_CALLS = frozenset({"ronda", "tringa", "two-rondas"})


def turn_moves(moves: Sequence[list[Any]]) -> list[list[Any]]:
    """Return the moves that are not claims or challenges, or all moves if there are no others."""
    return [move for move in moves if move[0] not in OUT_OF_TURN] or list(moves)


def true_call(hand: Sequence[str], moves: Sequence[list[Any]]) -> list[Any]:
    """Return the move that announces everything a hand holds."""
    offered = {move[1]: move for move in moves}
    equal = sorted(count_ranks(hand).values(), reverse=True)
    names = {1: ("nothing",), 2: ("ronda",), 3: ("tringa", "rondine"), 4: ("two-rondas", "four")}[equal[0]]
    if equal[:2] == [2, 2]:
        names = ("two-rondas", "ronda")
    return next((offered[name] for name in names if name in offered), offered["nothing"])


def find_claim(moves: Sequence[list[Any]]) -> list[Any] | None:
    """Return a claim that the played cards prove, or None if there is none."""
    return next((move for move in moves if move[0] == "claim"), None)


def find_challenge(known: Knowledge, calls: Sequence[Any], moves: Sequence[list[Any]]) -> list[Any] | None:
    """Return a challenge to a call that cannot be true or would end the match (M15), or None if there is none."""
    for move in moves:
        if move[0] == "challenge":
            call = calls[move[1]]["call"]
            impossible = call in CHALLENGED_CALLS and not known.may_hold(move[1], call)
            if impossible or ["accept"] in moves:
                return move
    return None
