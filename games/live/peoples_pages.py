"""The pages that users have open in this process. They show notices and the number of pending notices."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.wording import short_listing
from games.live.db_threads import Read
from games.live.messages import encode_frame
from games.live.socket import Socket
from games.rules import find_ruleset
from games.selectors.inbox import count_pending, count_pending_for
from games.state.notices import Notice

logger = logging.getLogger(__name__)


class PeoplesPages:
    """The open pages of each user. Runs on the event loop unless a method says otherwise."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._pages: dict[int, set[Socket]] = {}
        self._counts: dict[int, int] = {}  # the pending counts last sent to users during an outage

    def __contains__(self, user_id: int) -> bool:
        return user_id in self._pages

    @property
    def people(self) -> list[int]:
        """The ids of the users with an open page."""
        return list(self._pages)

    @property
    def sockets(self) -> list[Socket]:
        """All pages that users have open. Can be read from any thread."""
        return [socket for sockets in list(self._pages.values()) for socket in list(sockets)]

    def add(self, socket: Socket, user_id: int) -> bool:
        """Add an open page. Return whether it is the user's first."""
        is_first = user_id not in self._pages
        self._pages.setdefault(user_id, set()).add(socket)
        return is_first

    def remove(self, socket: Socket, user_id: int) -> bool:
        """Remove a page, if it is still there. Return whether it was the user's last."""
        sockets = self._pages.get(user_id, set())
        if socket not in sockets:
            return False
        sockets.discard(socket)
        if not sockets:
            del self._pages[user_id]
        return not sockets

    async def show(self, notice: Notice) -> None:
        """Send a notice to its recipient's open pages."""
        count = await self._read(partial(count_pending, notice.user_id))
        for socket in self._pages.get(notice.user_id, ()):
            with override(socket.language):
                socket.deliver(encode_frame(notice_frame(notice, count)))

    async def send_count(self, socket: Socket) -> None:
        """Send a page the number of notices pending for its user."""
        user_id = socket.user_id
        _deliver_count(socket, 0 if user_id is None else await self._read(partial(count_pending, user_id)))

    async def show_new_counts(self) -> None:
        """Send each user their number of pending notices, if it can be read and has changed since the last call."""
        try:
            counts = await self._read(partial(count_pending_for, self.people))
        except Exception as error:
            logger.warning("pending notices could not be counted: %s", error)
            return
        for user_id, sockets in self._pages.items():
            count = counts.get(user_id, 0)
            if self._counts.get(user_id) != count:
                self._counts[user_id] = count
                for socket in sockets:
                    _deliver_count(socket, count)

    def forget_counts(self) -> None:
        """Make the next call to ``show_new_counts`` send every user their number of pending notices."""
        self._counts.clear()


def _deliver_count(socket: Socket, count: int) -> None:
    socket.deliver(encode_frame({"type": "waiting", "count": count}))


def notice_frame(notice: Notice, waiting: int) -> dict[str, Any]:
    """Return the ``notice`` frame defined in docs/protocol.md, in the current language."""
    return {
        "type": "notice",
        "kind": notice.kind,
        "code": notice.code,
        "url": reverse("table", args=[notice.code]),
        "title": _(find_ruleset(notice.ruleset).title),
        "by": short_listing(notice.names),
        "waiting": waiting,
    }
