"""The open sockets of signed-in users in this process. A socket is closed when its user signs out or is suspended."""

from __future__ import annotations

from games.live.socket import Socket
from games.state.announce import Disconnection

SIGNED_OUT = 4403  # the page should reload: its user signed out, changed accounts or was suspended


class ConnectionRegistry:
    """The sockets of all signed-in users, on any page."""

    def __init__(self) -> None:
        self._inside: dict[int, set[Socket]] = {}

    @property
    def people(self) -> list[int]:
        """The ids of the users with an open socket in this process."""
        return list(self._inside)

    def add(self, socket: Socket) -> None:
        """Register a socket."""
        if socket.holder is not None:
            self._inside.setdefault(socket.holder, set()).add(socket)

    def remove(self, socket: Socket) -> None:
        """Unregister a socket. Does nothing if it is not registered."""
        sockets = self._inside.get(socket.holder or 0, set())
        sockets.discard(socket)
        if not sockets:
            self._inside.pop(socket.holder or 0, None)

    def leaving(self, news: Disconnection) -> list[Socket]:
        """Return the sockets to close: the user's sockets for the session that ended, or all of them."""
        sockets = self._inside.get(news.user_id, set())
        return [socket for socket in sockets if news.session in {"", socket.session}]
