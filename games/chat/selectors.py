"""What is said at a table, for those who may read it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from accounts.selectors import muted_authors
from games.chat.models import ChatLine, Room
from games.models import Seat

LAST_LINES = 50


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A line as it is told. ``seat`` is its author's, None for spectators and for who has left."""

    id: int
    room: str
    user_id: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: datetime

    def as_json(self, reader: int | None) -> dict[str, Any]:
        """The line in a ``chat`` frame of docs/protocol.md."""
        said = {"phrase": self.phrase} if self.phrase else {"text": self.text}
        told = {"id": self.id, "seat": self.seat, "name": self.name, **said}
        return {**told, "at": self.at.isoformat(timespec="seconds"), "mine": self.user_id == reader}


def room_of(seat: int | None) -> Room:
    """The room that is read from a seat, or from none."""
    return Room.SPECTATORS if seat is None else Room.PLAYERS


def last_lines(match_id: int, room: str, reader: int | None) -> list[ChatMessage]:
    """The last lines of a room, oldest first, without what this reader does not want to read."""
    lines = list(_lines().filter(match=match_id, room=room, hidden=None).order_by("-id")[:LAST_LINES])
    unheard = muted_authors(reader) if lines and reader is not None else frozenset()
    return [_line(line) for line in reversed(lines) if line.user_id not in unheard]


def find_line(line_id: int) -> ChatMessage | None:
    """One line; None where there is none, or it is hidden."""
    line = _lines().filter(pk=line_id, hidden=None).first()
    return None if line is None else _line(line)


def _lines() -> QuerySet[ChatLine]:
    seats = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user"), bot="").values("number")
    return ChatLine.objects.select_related("user").annotate(seat=Subquery(seats[:1]))


def _line(line: ChatLine) -> ChatMessage:
    return ChatMessage(
        id=line.pk,
        room=line.room,
        user_id=line.user_id,
        name=line.user.username,
        seat=line.seat if line.room == Room.PLAYERS else None,  # type: ignore[attr-defined]
        text=line.text,
        phrase=line.phrase,
        at=line.created,
    )
