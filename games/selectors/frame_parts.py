"""Parts of the ``state`` frame defined in docs/protocol.md."""

from datetime import datetime
from typing import Any

from games.models import Clock
from games.rules.game import Game
from games.state.clocks import Times, milliseconds
from games.state.packs import Pack
from games.state.seats import SeatInfo


def seat_json(
    seat: SeatInfo, *, online: bool, leaves: int | None, rating: dict[str, Any] | None, hints: int, now: datetime
) -> dict[str, Any] | None:
    """Return a seat for the frame, or None if the seat is free.

    ``leaves`` is the percentage of matches that the player has left, ``rating`` is the player's rating in this game,
    and ``hints`` is the number of hints that the player has used in this match.
    """
    if seat.user_id is None:
        return None
    return {
        "name": seat.name,
        "bot": seat.is_bot,
        "by_site": bool(seat.bot),
        "online": online or bool(seat.bot),
        "auto_call": None,
        "gentle_start": None,
        "stand_in": bool(seat.stand_in),
        "grace": None if seat.grace_ends is None else time_left(seat.grace_ends, now),
        "left": seat.left,
        "leaves": leaves,
        "rating": rating,
        "hints": hints,
    }


def clock_json(clock: Clock | None, text: str, times: Times, now: datetime) -> dict[str, Any] | None:
    """Return the clock for the frame, with ``text`` as its description, or None for a match without a clock."""
    if clock is None or not times.banks:
        return None
    return {
        "text": text,
        "increment": clock.increment,
        "banks": times.banks,
        "turn": times.turn,
        "left": times.left(now),
    }


def time_left(until: datetime | None, now: datetime) -> int:
    """Return the milliseconds until this time, or 0 if it has passed or is None."""
    return 0 if until is None else milliseconds(until - now)


def cut_view(game: Game, pack: Pack, audience: int | None) -> dict[str, Any]:
    """Return the parts of a view that differ while a pack is waiting to be cut."""
    cutter = game.cutter(pack.dealer)
    moves = [["cut", place] for place in range(1, len(game.pack))] if audience == cutter else []
    return {
        "phase": "cut",
        "dealer": pack.dealer,
        "leader": None,
        "to_act": cutter,
        "stock": len(game.pack),
        "moves": moves,
        "interrupts": [],
    }


def pack_json(game: Game, pack: Pack | None) -> dict[str, Any] | None:
    """Return the ``pack`` object defined in docs/protocol.md, or None if there has been no commitment."""
    if pack is None:
        return None
    return {**pack._asdict(), "cutter": game.cutter(pack.dealer)}
