"""What the hub and the site's news have in common: both live on the loop, and hear the other processes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine
from typing import Any

from games.live.mailbox import Mailbox, mailbox_of
from games.live.reading import Readers
from games.live.wire import Message, Wire, shared_layer


class ProcessPart:
    """A part of the live room of which each process has one: its tasks, its readers, its line to the other processes.

    It runs on the loop on which it was started, and never waits for the database there.
    """

    def __init__(self, kind: str, *, readers: int) -> None:
        """``kind`` names it in logs; ``readers`` is the number of threads that read for it."""
        self._kind = kind
        self.read = Readers(readers, f"{kind}-reader")
        self.process = uuid.uuid4().hex
        self.wire: Wire | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._mailbox: Mailbox | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_started(self) -> bool:
        """Whether it has a loop to run on."""
        return self._loop is not None

    @property
    def mailbox(self) -> Mailbox | None:
        """What reaches it from other threads; None where it does not run."""
        return None if self._loop is None or self._loop.is_closed() else self._mailbox

    def start_on_loop(self) -> asyncio.AbstractEventLoop:
        """Begin, on the loop that runs."""
        loop = self._loop = asyncio.get_running_loop()
        self._mailbox = mailbox_of(loop)
        layer = shared_layer()
        self.wire = None if layer is None else Wire(layer, self._heard, self.layer_changed, name=self._kind)
        return loop

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something until it is done, or everything ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def publish(self, group: str, message: Message) -> None:
        """Tell the other processes, where there may be any."""
        if self.wire is not None:
            self.wire.publish(group, message | {"process": self.process})

    async def close(self) -> None:
        """End everything that runs here."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.wire is not None:
            await self.wire.close()
        self.read.shutdown()

    def _heard(self, message: Message) -> None:
        if message.get("process") != self.process:  # else it is this one's own coming back, which says nothing new
            self.heard(message)

    # ---- what each does ----

    def heard(self, message: Message) -> None:
        """Take a message of another process."""

    def layer_changed(self, away: bool) -> None:
        """The channel layer went away, or is back."""
