"""The types of the lines in a stream, for the OpenAPI schema only. See ``state_types``."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, Field

from games.api.state_types import Event, LiveSeatState, TableState
from games.state.notices import DECLINED, FULL, INVITED, PAIRED, SENT_AWAY, STARTED, TURN

NoticeWord: TypeAlias = Literal[PAIRED, INVITED, DECLINED, FULL, STARTED, TURN, SENT_AWAY]  # type: ignore[valid-type]


class StateFrame(TableState):
    """A match as its reader sees it after a change. ``events`` contains the events since the previous line.

    The [protocol](/docs/protocol/) explains every key.
    """

    type: Literal["state"]
    seats: list[LiveSeatState | None]
    watching: int
    events: list[Event]
    recent: list[Event] = Field(default=[], description="In the first state of a stream only.")
    earlier: int = Field(default=0, description="The number of events before these.")


class PresenceFrame(BaseModel):
    """A player has come online or gone offline.

    ``online`` says which seats are online; ``watching`` is the number of spectators.
    """

    type: Literal["presence"]
    online: list[bool]
    watching: int


class NoticeFrame(BaseModel):
    """News about the match ``code``.

    ``by`` contains the name of the player who caused it, or the names of the opponents. ``waiting`` is the number of
    invitations and matches that are waiting for the bot.
    """

    type: Literal["notice"]
    kind: NoticeWord
    code: str
    url: str
    title: str
    by: str
    waiting: int


class ClosingFrame(BaseModel):
    """The server is shutting down. The stream ends at once."""

    type: Literal["closing"]


class ClosedFrame(BaseModel):
    """The last line of a stream that ends before the match does."""

    type: Literal["closed"]
    code: Literal["signed_out", "not_found", "too_slow", "busy", "restart", "error"]
