"""A compact game state for Porrazo, used by searches that run from any card to the end of the batch.

Suits never matter (P1), so a table is a number with three bits for the cards of each rank, and a hand is a sorted tuple
of ranks. ``step`` must agree with ``games.rules.strike_play``; tests compare the two.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from games.rules.rondine import RANK_WORTH, SET_WORTH
from games.rules.strike_play import IN_PLACE_RANKS, RANKS

CARD: Final = tuple(1 << 3 * rank for rank in range(RANKS))  # one card of each rank on a table
SOME: Final = tuple(7 << 3 * rank for rank in range(RANKS))  # all cards of each rank on a table
SAN_BENITO: Final = 3

Hands: TypeAlias = tuple[tuple[int, ...], ...]
Choice: TypeAlias = tuple[int, bool]  # a rank, and whether it is played in place


class PendingStrike(NamedTuple):
    """A strike that the next card can overcall (P17): ``games.rules.strike.Strike`` with a count instead of cards."""

    seat: int
    rank: int
    equal: int
    cards: int
    limpia: int


class Position(NamedTuple):
    """A state of a batch. ``winner`` is the side that has reached the target, or -1 if none has."""

    table: int
    table_size: int
    hands: Hands
    seat: int  # to act; -1 after the last card of the batch
    stayed: int  # the rank of the last card played in the batch, if it captured nothing; else -1
    strike: PendingStrike | None
    scores: tuple[int, ...]
    captured: tuple[int, ...]
    last_capture: int  # the side of the last capture of the deal, or -1
    winner: int


@dataclass(frozen=True, slots=True)
class Batch:
    """The facts that stay the same while a batch is played.

    ``awards`` contains each side's points for its holdings at the end of the batch (P10). ``ends_deal`` says whether
    the stock is empty.
    """

    sides: tuple[int, ...]
    target: int
    wraps: bool
    ends_deal: bool
    awards: tuple[int, ...]


def choices(position: Position) -> list[Choice]:
    """Return the choices open to the seat to act, one for each rank and way of playing it (P13)."""
    hand = position.hands[position.seat]
    found = [(rank, False) for at, rank in enumerate(hand) if not at or hand[at - 1] != rank]
    place = position.table_size
    if place < IN_PLACE_RANKS and place in hand:
        strike = position.strike
        if position.table & SOME[place] or (strike is not None and strike.rank == place):
            found.append((place, True))
    return found


def step(batch: Batch, position: Position, choice: Choice) -> Position:
    """Return the position after a card is played. The last card also ends the batch, in the order that P19 defines."""
    rank, in_place = choice
    table, size, hands, seat, _, strike, scores, captured, last, _ = position
    hand = hands[seat]
    at = hand.index(rank)
    hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    follower = _next_seat(hands, seat)
    side = batch.sides[seat]
    gained, stayed, pending = 0, -1, None
    if not in_place and strike is not None and strike.rank == rank:
        if strike.equal == SAN_BENITO:
            return Position(table, size, hands, -1, -1, None, scores, captured, side, side)
        captured = _move_cards(captured, batch.sides[strike.seat], -strike.cards)
        captured = _move_cards(captured, side, strike.cards + 1)
        last, limpia = side, 0 if follower < 0 and batch.ends_deal else strike.limpia
        pending, strike = PendingStrike(seat, rank, 3, strike.cards + 1, limpia), None
    elif in_place or not table & SOME[rank]:
        table, size, stayed = table + CARD[rank], size + 1, rank
        if rank < IN_PLACE_RANKS and size == rank + 1:
            gained = size
    else:
        table, taken, end = take_run(table, rank, wraps=batch.wraps)
        size, last = size - taken, side
        captured = _move_cards(captured, side, taken + 1)
        limpia = 0 if size or (follower < 0 and batch.ends_deal) else RANK_WORTH[end]
        if position.stayed == rank:
            pending = PendingStrike(seat, rank, 2, taken + 1, limpia)
        else:
            gained = limpia
    winner = -1
    if strike is not None:
        scores, winner = _settle(batch, scores, strike)
    if gained and winner < 0:
        scores, winner = _score(batch, scores, side, gained)
    if follower < 0 and winner < 0:
        scores, winner = _finish(batch, scores, pending)
        pending, stayed = None, -1
    return Position(table, size, hands, follower, stayed, pending, scores, captured, last, winner)


def _next_seat(hands: Hands, seat: int) -> int:
    """Return the next seat with a card, or -1 if all hands are empty."""
    seats = len(hands)
    for number in range(seat + 1, seat + seats + 1):
        if hands[number % seats]:
            return number % seats
    return -1


def take_run(table: int, rank: int, *, wraps: bool) -> tuple[int, int, int]:
    """P12: Return the table without the run from ``rank``, the number of cards taken and the rank of the last one."""
    taken, at, end = 0, rank, rank
    while table & SOME[at]:
        table -= CARD[at]
        taken, end = taken + 1, at
        at += 1
        if at == RANKS:
            if not wraps:
                break
            at = 0
        if at == rank:
            break
    return table, taken, end


def _move_cards(captured: tuple[int, ...], side: int, cards: int) -> tuple[int, ...]:
    return (*captured[:side], captured[side] + cards, *captured[side + 1 :])


def _score(batch: Batch, scores: tuple[int, ...], side: int, points: int) -> tuple[tuple[int, ...], int]:
    """Return the scores after adding these points, and the side that has won, or -1 if none has."""
    total = scores[side] + points
    return (*scores[:side], total, *scores[side + 1 :]), side if total >= batch.target else -1


def _settle(batch: Batch, scores: tuple[int, ...], strike: PendingStrike) -> tuple[tuple[int, ...], int]:
    """P17: Score a strike that was not overcalled."""
    points = SET_WORTH[strike.equal] * RANK_WORTH[strike.rank] + strike.limpia
    return _score(batch, scores, batch.sides[strike.seat], points)


def _finish(batch: Batch, scores: tuple[int, ...], strike: PendingStrike | None) -> tuple[tuple[int, ...], int]:
    """P19 (3): Score the strike of the last card, then the holdings."""
    winner = -1
    if strike is not None:
        scores, winner = _settle(batch, scores, strike)
    for side, points in enumerate(batch.awards):
        if points and winner < 0:
            scores, winner = _score(batch, scores, side, points)
    return scores, winner
