"""The site's socket. Every page opens it for signed-in users, and the lobby opens it for everyone."""

from __future__ import annotations

from games.live.base_consumer import BaseConsumer
from games.live.hub import Hub
from games.live.messages import SyncFrame
from games.live.site_hub import SiteHub
from games.live.site_messages import LobbyFrame, ResumeSeekFrame, SeekFrame, decode_site_frame
from games.state.errors import Forbidden


class SiteConsumer(BaseConsumer):
    """The site's socket, for notices, the lobby and seeks."""

    def __init__(self, *, hub: Hub, site: SiteHub) -> None:
        super().__init__()
        self.hub = hub
        self.site = site

    async def on_connect(self) -> None:
        """Subscribe to notices."""
        self.hub.start()
        self.hub.connections.add(self.socket)
        await self.site.join(self.socket)

    def on_disconnect(self) -> None:
        """Unsubscribe."""
        self.hub.connections.remove(self.socket)
        self.site.leave(self.socket)

    async def carry_out(self, text: str | None) -> None:
        """Carry out the command in a frame. Raises FrameError, ServiceError."""
        if self.is_suspended:
            raise Forbidden
        frame = decode_site_frame(text)
        if isinstance(frame, SyncFrame):
            await self.site.pages.send_count(self.socket)
        elif isinstance(frame, LobbyFrame):
            self.site.lobby.add(self.socket)
            if self.user_id is not None:
                await self.site.seeking.resume(self.socket, self.user_id)
        elif self.user_id is None:
            raise Forbidden
        elif isinstance(frame, ResumeSeekFrame):
            await self.site.seeking.resume(self.socket, self.user_id)
        else:
            if isinstance(frame, SeekFrame):
                receipt = await self.site.seeking.seek(self.socket, self.user_id, frame, self.address)
            else:
                receipt = await self.site.seeking.cancel(self.user_id, frame)
            if frame.id is not None:
                self.confirm(frame.id, receipt)
                receipt.check()
