"""Who has sockets open in this process, so that they can be closed when somebody is signed in no longer."""

from __future__ import annotations

from games.live.socket import Socket
from games.state.announce import SignedOut

SIGNED_OUT = 4403  # the page should be loaded again: its reader is somebody else now, or kept out


class Doors:
    """The sockets of everybody who is signed in, whatever they look at."""

    def __init__(self) -> None:
        self._inside: dict[int, set[Socket]] = {}

    @property
    def people(self) -> list[int]:
        """Who has a socket open here."""
        return list(self._inside)

    def add(self, socket: Socket) -> None:
        """Take note of a socket."""
        if socket.holder is not None:
            self._inside.setdefault(socket.holder, set()).add(socket)

    def remove(self, socket: Socket) -> None:
        """Forget it; harmless where that is done."""
        sockets = self._inside.get(socket.holder or 0, set())
        sockets.discard(socket)
        if not sockets:
            self._inside.pop(socket.holder or 0, None)

    def leaving(self, news: SignedOut) -> list[Socket]:
        """The sockets that have to be closed."""
        sockets = self._inside.get(news.user_id, set())
        return [socket for socket in sockets if news.session in {"", socket.session}]
