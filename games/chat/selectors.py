"""A table's chat, for readers who are allowed to see it."""

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
    """A chat line as shown to readers.

    ``seat`` is the author's seat, or None for spectators and for authors who have left. Of a line that a moderator has
    removed, readers learn only that it was there.
    """

    id: int
    room: str
    user_id: int
    name: str
    seat: int | None
    text: str
    phrase: str
    at: datetime
    is_removed: bool

    def as_json(self, reader: int | None) -> dict[str, Any]:
        """Return the line as it appears in a ``chat`` frame; see docs/protocol.md."""
        if self.is_removed:
            return {"id": self.id, "removed": True}
        said = {"phrase": self.phrase} if self.phrase else {"text": self.text}
        told = {"id": self.id, "seat": self.seat, "name": self.name, **said}
        return {**told, "at": self.at.isoformat(timespec="seconds"), "mine": self.user_id == reader}


def room_of(seat: int | None) -> Room:
    """Return the room that belongs to a seat, or the spectators' room if ``seat`` is None."""
    return Room.SPECTATORS if seat is None else Room.PLAYERS


def last_lines(match_id: int, room: str, reader: int | None) -> list[ChatMessage]:
    """Return the last lines in a room, oldest first, excluding those by authors the reader has muted.

    Lines that a moderator has removed keep their places, so that the page can say so there.
    """
    lines = list(_lines().filter(match=match_id, room=room).order_by("-id")[:LAST_LINES])
    muted = muted_authors(reader) if lines and reader is not None else frozenset()
    return [_line(line) for line in reversed(lines) if line.user_id not in muted]


def find_line(line_id: int) -> ChatMessage | None:
    """Return a line, or None if it does not exist or is hidden."""
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
        is_removed=line.hidden is not None,
    )
