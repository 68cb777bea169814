"""The types of states, streams and records, for the OpenAPI schema only.

Nothing is built or validated with these types at run time. ``Table.state_frame`` builds what they describe, and tests
check that the two agree.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field, WithJsonSchema

from games.models import Reason, Status
from games.state.notices import DECLINED, FULL, INVITED, PAIRED, SENT_AWAY, STARTED, TURN

Card: TypeAlias = str
Move: TypeAlias = list[str | int]
StatusWord: TypeAlias = Literal[tuple(Status.values)]  # type: ignore[valid-type]
ReasonWord: TypeAlias = Literal[tuple(Reason.values)]  # type: ignore[valid-type]
NoticeWord: TypeAlias = Literal[PAIRED, INVITED, DECLINED, FULL, STARTED, TURN, SENT_AWAY]  # type: ignore[valid-type]
PhaseWord: TypeAlias = Literal["cut", "deal", "tendido", "announce", "respond", "play", "close", "over"]

EVENT: dict[str, Any] = {
    "type": "object",
    "title": "Event",
    "description": "An event in the game; ``seat`` is -1 for the table. The other keys depend on ``kind``.",
    "required": ["kind", "seat"],
    "properties": {"kind": {"type": "string"}, "seat": {"type": "integer"}},
}
Event: TypeAlias = Annotated[dict[str, Any], WithJsonSchema(EVENT)]


class HandOut(BaseModel):
    """A seat in play. ``cards`` counts the cards in its hand; ``hand`` is null except for the reader's own seat."""

    side: int
    cards: int
    hand: list[Card] | None


class CallOut(BaseModel):
    """A seat's call in this batch. ``void``: the call was false. ``shown``: the cards it had to show.

    ``open``: the call can be challenged now, as it is neither proved nor void.
    """

    call: str | None
    void: bool
    shown: list[Card] | None
    open: bool


class TrickOut(BaseModel):
    """Cards in turn order from ``leader``; ``winner`` is set once it is known."""

    leader: int
    cards: list[Card]
    winner: int | None = None


class ViewOut(BaseModel):
    """The cards as the reader sees them.

    Send one of ``moves`` unchanged; out of turn, ``["claim", seat]`` or ``["challenge", seat]`` if that verb is among
    ``interrupts``. The keys from ``calls`` on exist only in the games that use them.
    """

    phase: PhaseWord
    deal: int = Field(description="Number of the deal, from 0.")
    batch: int = Field(description="Number of the batch of hands within the deal, from 0.")
    dealer: int
    leader: int | None = Field(description="The seat that leads the batch or the trick; null until the pack is cut.")
    to_act: int | None = Field(description="The seat to act.")
    table: list[Card] = Field(description="Face-up cards in order of arrival.")
    stock: int = Field(description="Number of cards still to be dealt.")
    captured: list[int] = Field(description="Cards (or tricks) taken, one number per side.")
    scores: list[int] = Field(description="One number per side.")
    target: int | None = Field(description="The score that wins; null if the match ends another way.")
    owed: list[list[int]] | None = Field(description="owed[a][b]: cards that side a owes side b; null without debts.")
    winners: list[int] = Field(description="The sides that have won.")
    seats: list[HandOut]
    moves: list[Move] = Field(description="The reader's legal moves; empty when it is not their turn.")
    interrupts: list[str] = Field(description="Verbs that the reader can use out of turn.")
    calls: list[CallOut] = Field(default=[], description="One per seat, in games with calls.")
    halted: int | None = Field(default=None, description="The seat whose call awaits a response.")
    batches: int = Field(default=0, description="Number of batches in the deal.")
    tendido: dict[str, Any] | None = Field(default=None, description="Porrazo: the row of the tendido.")
    pending: dict[str, Any] | None = Field(default=None, description="Porrazo: points at stake until the next card.")
    trick: TrickOut | None = Field(default=None, description="Mark Steere's game: the trick being played.")
    last_trick: TrickOut | None = None
    tie_break: TrickOut | None = None
    suit_ring: list[str] = Field(default=[], description="Mark Steere's game: each suit beats the next.")
    hands_to_go: int = Field(default=0, description="Mark Steere's game: the number of hands still to be dealt.")


class SeatState(BaseModel):
    """The player in a seat. ``grace``: milliseconds left for a missing player to return; ``hints``: hints used."""

    name: str
    bot: bool
    by_site: bool
    auto_call: bool | None
    gentle_start: bool | None
    stand_in: bool
    grace: int | None
    left: bool
    leaves: int | None
    hints: int


class LiveSeatState(SeatState):
    """The state of a seat, and whether the player is online."""

    online: bool


class TimesOut(BaseModel):
    """The clock, in milliseconds; ``text`` is a description for people."""

    text: str
    increment: int
    banks: list[int]
    turn: int | None
    left: int | None


class OffersOut(BaseModel):
    """The seats that offer to abort or want a rematch; ``url`` is the table of the rematch."""

    abort: list[int]
    rematch: list[int]
    rotated: bool
    url: str | None
    left: int


class PackOut(BaseModel):
    """The pack in play, which the site has committed to; ``cut`` is null until it is cut."""

    number: int
    commitment: str
    dealer: int
    cutter: int
    cut: int | None


class InvitedOut(BaseModel):
    """An invited player, and the answer."""

    name: str
    answer: str


class OpenTableOut(BaseModel):
    """An open table: the host's seat, and whether the host starts the match."""

    host: int | None
    host_starts: bool
    invited: list[InvitedOut]


class ResultOut(BaseModel):
    """The end of the match: ``seat`` is the seat that ended it, ``sides`` are the scores."""

    reason: ReasonWord
    seat: int | None
    sides: list[int]
    winners: list[int]
    url: str
    story: str | None = Field(description="The address of the scores of its deals; null unless the match is finished.")
    analysis: str | None = Field(description="The page of its analysis; null unless the match is finished.")


class HintOut(BaseModel):
    """The hint for the reader's position: ``move`` is null until it is found, ``points`` where none are compared.

    ``reason`` is a word, followed by the number of cards for ``capture``.
    """

    asked: bool
    move: Move | None
    points: float | None
    next_points: float | None
    reason: list[str | int] | None


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
    """A match as its reader sees it now. The [guide for bots](/docs/bots/) explains one from top to bottom."""

    seats: list[SeatState | None]
    recent: list[Event] = Field(description="The latest events of the current batch.")
    earlier: int = Field(description="The number of events before these.")


class StateFrame(TableState):
    """A match as its reader sees it after a change; ``events`` happened since the previous line.

    The [protocol](/docs/protocol/) explains every key.
    """

    type: Literal["state"]
    seats: list[LiveSeatState | None]
    watching: int
    events: list[Event]
    recent: list[Event] = Field(default=[], description="In the first state of a stream only.")
    earlier: int = Field(default=0, description="The number of events before these.")


class PresenceFrame(BaseModel):
    """A player came or went: who is online, seat by seat, and the number of spectators."""

    type: Literal["presence"]
    online: list[bool]
    watching: int


class NoticeFrame(BaseModel):
    """News about the match ``code``. ``by`` names its cause or the opponents; ``waiting`` counts pending items."""

    type: Literal["notice"]
    kind: NoticeWord
    code: str
    url: str
    title: str
    by: str
    waiting: int


class ClosingFrame(BaseModel):
    """The server is shutting down; the stream ends at once."""

    type: Literal["closing"]


class ClosedFrame(BaseModel):
    """The last line of a stream that ends before the match does."""

    type: Literal["closed"]
    code: Literal["signed_out", "not_found", "too_slow", "busy", "restart", "error"]


class DealOut(BaseModel):
    """A deal: the pack after shuffle and cut, and the proof that it was fair."""

    dealer: int
    deck: str
    returned: list[int] = []
    salt: str = ""
    commitment: str = ""
    cut: int = 0


class UncutOut(BaseModel):
    """A pack that was not yet cut when the match ended."""

    dealer: int
    pack: str
    salt: str
    commitment: str


class RecordResultOut(BaseModel):
    """The end of a recorded match."""

    reason: ReasonWord
    sides: list[int]
    winners: list[int]
    seat: int = 0


class RecordOut(BaseModel):
    """A match as a file, with all hands and moves, in the [record format](/docs/record/)."""

    format: Literal["ronda-record/1"]
    ruleset: str
    options: dict[str, bool | int | str]
    players: list[str]
    deals: list[DealOut]
    moves: list[list[int | str]]
    result: RecordResultOut
    uncut: UncutOut | None = None


class RecordLine(RecordOut):
    """One line of a list of records, with the match's code, when it ended and whether it was rated."""

    match: str
    finished: str
    rated: bool
