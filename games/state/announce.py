"""Announcing changes to the rest of the site. Each change is announced once, after its commit."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from msgspec import Struct

from games.rules.moves import Move
from games.state.clocks import Times

logger = logging.getLogger(__name__)


class Change(Struct, frozen=True):
    """A change to a match: its new ``version``, and its moves, if any. Only the moves contain cards.

    ``reload`` means that something besides the game has changed, such as the seats, status or result. ``times``
    contains the new clocks. ``new_turn`` means that it is now the turn of a person who did not make this change. If
    the server has to move for a seat, ``wake_at`` is the time of that move, so that the scheduler need not wait for its
    next poll, and ``bot_turn`` means that a bot chooses the move. ``correspondence`` means that the clock gives days
    per move, and ``ended`` that the match is over.
    """

    code: str
    version: int
    moves: tuple[Move, ...] = ()
    reload: bool = False
    times: Times | None = None
    new_turn: bool = False
    wake_at: datetime | None = None
    bot_turn: bool = False
    correspondence: bool = False
    ended: bool = False

    @property
    def message(self) -> dict[str, Any]:
        """Return the message for other processes, which says only that there is a new version."""
        return {"type": "match.changed", "code": self.code, "version": self.version}


@dataclass(frozen=True, slots=True)
class ChatEvent:
    """The news that a chat line was sent or, if ``hidden`` is true, hidden.

    It contains the line's id, never its text.
    """

    code: str
    line: int
    hidden: bool = False

    @property
    def message(self) -> dict[str, Any]:
        """Return the message for other processes."""
        return {"type": "match.hidden" if self.hidden else "match.said", "code": self.code, "line": self.line}


@dataclass(frozen=True, slots=True)
class Disconnection:
    """The news that a user was signed out.

    ``session`` identifies the session that ended, or is an empty string if all of the user's sessions have ended.
    """

    user_id: int
    session: str = ""

    @property
    def message(self) -> dict[str, Any]:
        """Return the message for other processes."""
        return {"type": "user.out", "user_id": self.user_id, "session": self.session}


# One group for all matches: every process receives every change and ignores matches that it does not follow. With a
# group for each match, processes would have to subscribe or unsubscribe each time a page is opened or closed.
MATCHES_GROUP = "matches"

News: TypeAlias = Change | ChatEvent | Disconnection
Announcer: TypeAlias = Callable[[News], None]

LOBBY_GROUP = "lobby"  # the channel-layer group of processes with lobby sockets


def announce_to_layer(news: News) -> None:
    """Send news to the other processes."""
    send_to_layer(MATCHES_GROUP, news.message)
    if isinstance(news, Change) and news.reload:
        announce_lobby_to_layer()


def announce_lobby_to_layer() -> None:
    """Tell the processes with lobby sockets that the lobby may have changed."""
    send_to_layer(LOBBY_GROUP, {"type": "lobby.changed"})


def send_to_layer(group: str, message: dict[str, Any]) -> None:
    """Send a message to a channel-layer group from synchronous code."""
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("no channel layer is configured")
    async_to_sync(layer.group_send)(group, message)


_announcer: Announcer = announce_to_layer


def set_announcer(announcer: Announcer) -> None:
    """Pass all news committed in this process to ``announcer``, which is called on the committing thread."""
    global _announcer  # noqa: PLW0603  one for each process, set when it starts
    _announcer = announcer


def announce_change(change: Change) -> None:
    """Announce a change once the transaction is committed; a rolled-back change is never announced.

    The move is stored by then. If announcing fails, the error is logged and nothing else is affected.
    """
    transaction.on_commit(lambda: _announcer(change), robust=True)


def announce_now(changes: Sequence[Change]) -> None:
    """Announce committed changes. If announcing one fails, the error is logged and the others are still announced."""
    for change in changes:
        try:
            _announcer(change)
        except Exception:
            logger.exception("a change could not be announced")


def announce_chat(said: ChatEvent) -> None:
    """Announce a chat event after the commit. See ``announce_change``."""
    transaction.on_commit(lambda: _announcer(said), robust=True)


def announce_disconnection(gone: Disconnection) -> None:
    """After the commit, make every process close the user's sockets. See ``announce_change``."""
    transaction.on_commit(lambda: _announcer(gone), robust=True)
