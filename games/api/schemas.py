"""The API's types for matches, which contain no cards."""

from datetime import datetime
from typing import Any

from ninja import Schema

from games.selectors.sides import SeatSummary, Side
from games.selectors.summary import Summary
from games.selectors.table import Table


class SeatOut(Schema):
    """A seat, identified by its number.

    ``name`` is null while the seat is free. ``rating_before`` and ``rating_change`` are null if the match did not
    change the player's rating.
    """

    seat: int
    name: str | None
    bot: bool
    rating_before: int | None
    rating_change: int | None


class SideOut(Schema):
    """A side: its score (null before the end), whether it won, and its seats."""

    score: int | None
    won: bool
    seats: list[SeatOut]


class MatchOut(Schema):
    """A match. ``options`` contains every option; ``size_class`` is the number of seats, with ``p`` for partners.

    ``status`` is open, running, finished, aborted or voided. ``clock`` gives seconds and increment (``300+10``) or days
    per move (``3d``), or is null. ``reason`` says how the match ended (rules, resigned, timeout, left, aborted,
    voided), and ``reason_seat`` is the seat that caused it to end.
    """

    code: str
    ruleset: str
    size_class: str
    options: dict[str, bool | int | str]
    status: str
    rated: bool
    private: bool
    clock: str | None
    created: datetime
    started: datetime | None
    finished: datetime | None
    reason: str | None
    reason_seat: int | None
    sides: list[SideOut]


def match_out(match: Summary) -> MatchOut:
    """Return a match in the API's format."""
    return MatchOut(
        code=match.code,
        ruleset=match.ruleset,
        size_class=match.size_class,
        options=dict(match.chosen),
        status=match.status,
        rated=match.rated,
        private=match.private,
        clock=match.time_control or None,
        created=match.created,
        started=match.started,
        finished=match.finished,
        reason=match.reason or None,
        reason_seat=match.result_seat,
        sides=[_side(side) for side in match.sides],
    )


def state_out(table: Table, seat: int | None) -> dict[str, Any]:
    """Return the protocol's ``state`` frame for a seat, or for spectators if ``seat`` is None.

    Keys that occur only in streams are left out.
    """
    with table.current():
        frame = table.state_frame(seat, (), recent=True, online=[False] * len(table.seats))
    seats = [one and {name: value for name, value in one.items() if name != "online"} for one in frame["seats"]]
    return {name: frame[name] for name in frame if name not in {"type", "events", "watching"}} | {"seats": seats}


def _side(side: Side) -> SideOut:
    return SideOut(score=side.score, won=side.won, seats=[_seat(sitter) for sitter in side.sitters])


def _seat(sitter: SeatSummary) -> SeatOut:
    return SeatOut(
        seat=sitter.seat,
        name=sitter.name or None,
        bot=sitter.is_bot,
        rating_before=sitter.before,
        rating_change=sitter.change,
    )
