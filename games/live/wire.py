"""The channel layer, as the hub uses it: one channel for the process, which listens to groups.

No secret goes over it: matches, versions and seat numbers only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
MANY = "many"  # a message that is several

Message = dict[str, Any]
Job = Callable[[], Awaitable[None]]


def shared_layer() -> Any | None:
    """The configured layer; None where it ends in this process anyway, so that sending would reach nobody else."""
    layer = get_channel_layer()
    return None if type(layer) is InMemoryChannelLayer else layer


class Wire:
    """Subscriptions and messages are carried out in the order in which they were asked for, by one task.

    A layer that fails is logged and the next thing tried: moves are kept and told in this process all the same.
    """

    def __init__(self, layer: Any, on_message: Callable[[Message], None]) -> None:
        self._layer = layer
        self._on_message = on_message
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._outbox: dict[str, list[Message]] = {}
        self._channel = ""
        self._task = asyncio.create_task(self._run())

    async def subscribe(self, group: str) -> None:
        """Listen to a group; returns when that has been tried, and does not wait long for a layer that hangs."""
        tried = asyncio.Event()

        async def job() -> None:
            try:
                await self._layer.group_add(group, self._channel)
            finally:
                tried.set()

        self._jobs.put_nowait(job)
        try:
            await asyncio.wait_for(tried.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            logger.warning("the channel layer hangs")

    def unsubscribe(self, group: str) -> None:
        """Listen to a group no longer."""
        self._jobs.put_nowait(lambda: self._layer.group_discard(group, self._channel))

    def publish(self, group: str, message: Message) -> None:
        """Send a message to all processes that listen to a group, this one included.

        What waits for the same group goes out as one: the layer sends one message at a time, and a busy process comes
        to it a few hundred times a second.
        """
        waiting = self._outbox.setdefault(group, [])
        waiting.append(message)
        if len(waiting) == 1:
            self._jobs.put_nowait(lambda: self._send(group))

    async def _send(self, group: str) -> None:
        messages = self._outbox.pop(group)
        await self._layer.group_send(group, messages[0] if len(messages) == 1 else {"type": MANY, "messages": messages})

    async def close(self) -> None:
        """End the task, and with it the subscriptions."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._channel:
            try:
                self._channel = await self._layer.new_channel()
            except Exception:
                logger.exception("the channel layer cannot be reached")
                await asyncio.sleep(PATIENCE_SECONDS)
        await asyncio.gather(self._work(), self._listen())

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            try:
                await job()
            except Exception:
                logger.exception("the channel layer failed")

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
                for one in message["messages"] if message["type"] == MANY else [message]:
                    self._hear(one)
            except Exception:
                logger.exception("the channel layer cannot be heard")
                await asyncio.sleep(PATIENCE_SECONDS)

    def _hear(self, message: Message) -> None:
        try:
            self._on_message(message)
        except Exception:
            logger.exception("a message of the channel layer was not understood")
