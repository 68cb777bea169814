"""The base class for the two hubs, which run on the event loop and exchange messages with other processes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine
from typing import Any

from games.live.channel_layer import ChannelLayerClient, Message, shared_layer
from games.live.db_threads import DatabaseThreads
from games.live.mailbox import Mailbox, mailbox_of


class BaseHub:
    """A process's hub: its tasks, reader threads and connection to the channel layer.

    It runs on the event loop that started it, and never queries the database there.
    """

    def __init__(self, kind: str, *, readers: int) -> None:
        """Create a hub named ``kind`` in logs, with ``readers`` threads for database queries."""
        self._kind = kind
        self.read = DatabaseThreads(readers, f"{kind}-reader")
        self.process = uuid.uuid4().hex
        self.layer_client: ChannelLayerClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._mailbox: Mailbox | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_started(self) -> bool:
        """Return whether the hub has been started on an event loop."""
        return self._loop is not None

    @property
    def mailbox(self) -> Mailbox | None:
        """The mailbox for calls from other threads, or None if the hub is not running."""
        return None if self._loop is None or self._loop.is_closed() else self._mailbox

    def start_on_loop(self) -> asyncio.AbstractEventLoop:
        """Start on the running event loop, and return it."""
        loop = self._loop = asyncio.get_running_loop()
        self._mailbox = mailbox_of(loop)
        layer = shared_layer()
        self.layer_client = (
            None if layer is None else ChannelLayerClient(layer, self._on_message, self.layer_changed, name=self._kind)
        )
        return loop

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until it ends or the hub is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def publish(self, group: str, message: Message) -> None:
        """Send a message to the other processes, if there is a channel layer."""
        if self.layer_client is not None:
            self.layer_client.publish(group, message | {"process": self.process})

    async def close(self) -> None:
        """Stop all tasks and threads."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.layer_client is not None:
            await self.layer_client.close()
        self.read.shutdown()

    def _on_message(self, message: Message) -> None:
        if message.get("process") != self.process:  # ignore this process's own messages
            self.heard(message)

    # ---- overridden by each hub ----

    def heard(self, message: Message) -> None:
        """Handle a message from another process."""

    def layer_changed(self, away: bool) -> None:
        """Handle the loss or return of the channel layer."""
