"""The types of match states, for the OpenAPI schema only.

These types, and those in ``view_types``, ``frame_types`` and ``record_types``, are not used to build or validate
anything at run time. ``Table.state_frame`` builds the data that they describe, and tests check that the two agree.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field, WithJsonSchema

from games.api.view_types import Move, ViewOut
from games.models import Reason, Status

StatusWord: TypeAlias = Literal[tuple(Status.values)]  # type: ignore[valid-type]
ReasonWord: TypeAlias = Literal[tuple(Reason.values)]  # type: ignore[valid-type]

EVENT: dict[str, Any] = {
    "type": "object",
    "title": "Event",
    "description": "An event in the game; ``seat`` is -1 for the table. The other keys depend on ``kind``.",
    "required": ["kind", "seat"],
    "properties": {"kind": {"type": "string"}, "seat": {"type": "integer"}},
}
Event: TypeAlias = Annotated[dict[str, Any], WithJsonSchema(EVENT)]


class RatingState(BaseModel):
    """A player's rating in this game. It is shown with a question mark until it is ``ranked``."""

    value: int
    ranked: bool


class SeatState(BaseModel):
    """The player in a seat.

    ``grace`` is the number of milliseconds left for a missing player to return. ``hints`` is the number of hints used.
    """

    name: str
    bot: bool
    by_site: bool
    auto_call: bool | None
    gentle_start: bool | None
    stand_in: bool
    grace: int | None
    left: bool
    leaves: int | None
    rating: RatingState | None
    hints: int


class LiveSeatState(SeatState):
    """The state of a seat, and whether the player is online."""

    online: bool


class TimesOut(BaseModel):
    """The clock, in milliseconds. ``text`` is a description for people."""

    text: str
    increment: int
    banks: list[int]
    turn: int | None
    left: int | None


class OffersOut(BaseModel):
    """The seats that have offered to abort the match, and the seats that have offered a rematch.

    ``abort_declined`` and ``rematch_declined`` are the seats that declined the last offer, or null. ``url`` is the
    address of the table for the rematch, and ``left`` the number of milliseconds left to offer a rematch.
    """

    abort: list[int]
    rematch: list[int]
    rotated: bool
    abort_declined: int | None
    rematch_declined: int | None
    url: str | None
    left: int


class PackOut(BaseModel):
    """The pack in play, which the site has committed to. ``cut`` is null until the pack is cut."""

    number: int
    commitment: str
    dealer: int
    cutter: int
    cut: int | None


class InvitedOut(BaseModel):
    """An invited player, and their answer."""

    name: str
    answer: str


class OpenTableOut(BaseModel):
    """An open table: the host's seat, whether the host starts the match and, for the host only, the invited players."""

    host: int | None
    host_starts: bool
    invited: list[InvitedOut]


class ResultOut(BaseModel):
    """How the match ended. ``seat`` is the seat that ended it, and ``sides`` contains the scores."""

    reason: ReasonWord
    seat: int | None
    sides: list[int]
    winners: list[int]
    url: str
    story: str | None = Field(description="The address of the scores of its deals; null unless the match is finished.")
    analysis: str | None = Field(description="The page of its analysis; null unless the match is finished.")


class HintOut(BaseModel):
    """The hint for the reader's position. ``move`` is null until the hint is found.

    ``points`` is null if moves in this position are not compared. ``reason`` contains a word, for some words a
    number, and cards (docs/protocol.md).
    """

    asked: bool
    move: Move | None
    points: float | None
    next_points: float | None
    next_move: Move | None
    reason: list[str | int] | None
    call_chance: int | None


class TableState(BaseModel):
    """Fields shared by all states."""

    status: StatusWord
    version: int = Field(description="Send it with your move.")
    moved: int = Field(description="Moves made on this version or a later one are still accepted.")
    me: int | None = Field(description="The reader's seat.")
    view: ViewOut | None
    pack: PackOut | None
    result: ResultOut | None
    clock: TimesOut | None
    offers: OffersOut
    gathering: OpenTableOut | None
    early: bool = Field(description="Whether any player can still abort the match.")
    hint: HintOut | None = Field(description="Null unless the reader may ask for hints, which only pages can do.")


class StateOut(TableState):
    """A match as its reader sees it now. The [guide for bots](/docs/bots/) explains a state from top to bottom."""

    seats: list[SeatState | None]
    recent: list[Event] = Field(
        description="The latest events of the current deal; in the first one, also those before it."
    )
    earlier: int = Field(description="The number of events before these.")
