"""What is told about a change, and to whom: one announcement a change, after its commit."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.rules.game import Move
from games.state.clocks import Times

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a match: its new ``version``, and the moves that made it, if any did. No card but those.

    ``reload`` says that seats, status or result changed too. ``times`` are the clocks from now on; ``new_turn`` says
    that a player is waited for now who was not before, and did not make this change. ``wake_at`` is when the server has
    to move for a seat, where it has to: the live room's waker is so told of it at once.
    """

    code: str
    version: int
    moves: tuple[Move, ...] = ()
    reload: bool = False
    times: Times | None = None
    new_turn: bool = False
    wake_at: datetime | None = None

    @property
    def message(self) -> dict[str, Any]:
        """What other processes are told: that there is a new version, and nothing more."""
        return {"type": "match.changed", "code": self.code, "version": self.version}


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a table's talk was said, or is ``hidden`` from now on: which one, never what it says."""

    code: str
    line: int
    hidden: bool = False

    @property
    def message(self) -> dict[str, Any]:
        """What other processes are told."""
        return {"type": "match.hidden" if self.hidden else "match.said", "code": self.code, "line": self.line}


@dataclass(frozen=True, slots=True)
class SignedOut:
    """Somebody is signed in no longer, in the session of this mark or, without one, in any."""

    user_id: int
    session: str = ""

    @property
    def message(self) -> dict[str, Any]:
        """What other processes are told."""
        return {"type": "user.out", "user_id": self.user_id, "session": self.session}


# One group for all matches: every process hears of every change, and looks which of them it follows. A group a match
# would have each process listen and cease to listen at every page that is opened.
MATCHES_GROUP = "matches"

News: TypeAlias = Change | Said | SignedOut
Announcer: TypeAlias = Callable[[News], None]

LOBBY_GROUP = "lobby"  # the channel-layer group of the processes that show the lobby


def announce_to_layer(news: News) -> None:
    """Tell other processes."""
    send_to_layer(MATCHES_GROUP, news.message)
    if isinstance(news, Change) and news.reload:
        announce_lobby_to_layer()


def announce_lobby_to_layer() -> None:
    """Tell the processes that show the lobby that it may look different now."""
    send_to_layer(LOBBY_GROUP, {"type": "lobby.changed"})


def send_to_layer(group: str, message: dict[str, Any]) -> None:
    """Send a message where no process's own wire does it."""
    layer = get_channel_layer()
    if layer is None:
        raise RuntimeError("no channel layer is configured")
    async_to_sync(layer.group_send)(group, message)


_announcer: Announcer = announce_to_layer


def set_announcer(announcer: Announcer) -> None:
    """Hand all news committed in this process to ``announcer``; called on the thread that commits."""
    global _announcer  # noqa: PLW0603  one for the process, chosen at its start
    _announcer = announcer


def announce_change(change: Change) -> None:
    """Announce the change once the transaction is committed, and never if it is not.

    The move is kept by then, whatever becomes of the announcement: a failing one is logged and harms no other.
    """
    transaction.on_commit(lambda: _announcer(change), robust=True)


def announce_now(changes: Sequence[Change]) -> None:
    """Announce what is committed: a failing announcement is logged and harms no other."""
    for change in changes:
        try:
            _announcer(change)
        except Exception:
            logger.exception("a change could not be announced")


def announce_talk(said: Said) -> None:
    """Announce a line once it is kept, as a change is announced."""
    transaction.on_commit(lambda: _announcer(said), robust=True)


def announce_signed_out(gone: SignedOut) -> None:
    """Have every process close somebody's sockets, as a change is announced."""
    transaction.on_commit(lambda: _announcer(gone), robust=True)
