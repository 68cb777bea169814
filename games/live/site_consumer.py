"""The socket of the site, which every page of a signed-in reader has, and the lobby everybody's."""

from __future__ import annotations

from games.live.hub import Hub
from games.live.line import Line
from games.live.messages import SyncFrame
from games.live.site import Site
from games.live.site_messages import LobbyFrame, SeekFrame, decode_site_frame
from games.state.errors import Forbidden


class SiteConsumer(Line):
    """Notices, the lobby, searches for opponents."""

    def __init__(self, *, hub: Hub, site: Site) -> None:
        super().__init__()
        self.hub = hub
        self.site = site

    async def entered(self) -> None:
        """Be reached by notices."""
        self.hub.start()
        self.hub.doors.add(self.socket)
        await self.site.join(self.socket)

    def left(self) -> None:
        """Be reached no longer."""
        self.hub.doors.remove(self.socket)
        self.site.leave(self.socket)

    async def carry_out(self, text: str | None) -> None:
        """Do what a frame asks for. Raises FrameError, ServiceError."""
        if self.is_barred:
            raise Forbidden
        frame = decode_site_frame(text)
        if isinstance(frame, SyncFrame):
            await self.site.send_waiting(self.socket)
        elif isinstance(frame, LobbyFrame):
            self.site.lobby.add(self.socket, frame.language)
            if self.user_id is not None:
                await self.site.seeking.resume(self.socket, self.user_id)
        elif self.user_id is None:
            raise Forbidden
        else:
            if isinstance(frame, SeekFrame):
                receipt = await self.site.seeking.seek(self.socket, self.user_id, frame, self.address)
            else:
                receipt = await self.site.seeking.cancel(self.user_id, frame)
            if frame.id is not None:
                self.confirm(frame.id, receipt)
