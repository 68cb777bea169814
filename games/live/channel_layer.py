"""A client of the channel layer for the hubs: one channel per process, subscribed to groups.

Nothing secret is sent over it, only match codes, versions and seat numbers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from prometheus_client import Gauge
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
ECHO_EVERY_SECONDS = 1.0
ECHO_WITHIN_SECONDS = 2.0  # generous enough for a busy machine
AGAIN_SECONDS = 0.5  # while the layer is unreachable
MANY = "many"  # a message that wraps several
ECHO = "echo"  # a message that this client sends to itself
# Messages whose content can't be read from the database later: they are sent once the layer is back.
KEPT = frozenset({"user.out", "user.notice", "match.said", "match.hidden"})
MOST_KEPT = 10_000

Message = dict[str, Any]
Job = Callable[[], Awaitable[None]]

connected = Gauge(
    "ronda_channel_connected", "1 while messages of other processes arrive, 0 while they do not", ["wire"]
)


def shared_layer() -> Any | None:
    """Return the configured layer, or None for an in-memory layer, which reaches no other process."""
    layer = get_channel_layer()
    return None if type(layer) is InMemoryChannelLayer else layer


class ChannelLayerClient:
    """A channel-layer client that subscribes and publishes in call order, in a single task.

    The client sends itself an echo every second. While no echo returns, or the layer raises an error, the layer counts
    as unreachable: ``is_away`` is True, nothing is sent, and ``on_outage`` has been called. Moves are still stored and
    sent to the sockets of this process.
    """

    def __init__(
        self, layer: Any, on_message: Callable[[Message], None], on_outage: Callable[[bool], None], *, name: str
    ) -> None:
        """Call ``on_outage`` with True when the layer becomes unreachable and with False when it is back.

        ``name`` appears in logs. Both callbacks run on the event loop.
        """
        self.is_away = False
        self._layer = layer
        self._on_message = on_message
        self._on_outage = on_outage
        self._name = name
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._outbox: dict[str, list[Message]] = {}
        self._kept: deque[tuple[str, Message]] = deque(maxlen=MOST_KEPT)
        self._groups: set[str] = set()
        self._channel = ""
        self._echo = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        connected.labels(name).set(1)

    async def subscribe(self, group: str) -> None:
        """Subscribe to a group. Return after the attempt, without waiting for an unreachable layer."""
        self._groups.add(group)
        if self.is_away:
            return
        tried = asyncio.Event()

        async def job() -> None:
            try:
                if not self.is_away:  # otherwise it happens once the layer is back
                    await self._layer.group_add(group, self._channel)
            finally:
                tried.set()

        self._jobs.put_nowait(job)
        try:
            await asyncio.wait_for(tried.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            logger.warning("the channel layer does not respond")

    def unsubscribe(self, group: str) -> None:
        """Unsubscribe from a group."""
        self._groups.discard(group)
        self._jobs.put_nowait(lambda: self._layer.group_discard(group, self._channel))

    def publish(self, group: str, message: Message) -> None:
        """Send a message to every process subscribed to a group, including this one.

        Messages waiting for the same group are combined into one, because the layer sends one message at a time and a
        busy process publishes a few hundred a second.
        """
        if self.is_away:
            self._keep(group, [message])
            return
        waiting = self._outbox.setdefault(group, [])
        waiting.append(message)
        if len(waiting) == 1:
            self._jobs.put_nowait(lambda: self._send(group))

    async def _send(self, group: str) -> None:
        messages = self._outbox.pop(group)
        if self.is_away:
            self._keep(group, messages)
            return
        try:
            one = messages[0] if len(messages) == 1 else {"type": MANY, "messages": messages}
            await self._layer.group_send(group, one)
        except BaseException:
            self._keep(group, messages)
            raise

    def _keep(self, group: str, messages: list[Message]) -> None:
        self._kept.extend((group, message) for message in messages if message["type"] in KEPT)

    async def close(self) -> None:
        """Stop the task and drop the subscriptions."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self._channel:
            try:
                async with asyncio.timeout(ECHO_WITHIN_SECONDS):
                    self._channel = await self._layer.new_channel()
            except Exception as error:
                self._failed(error)
                await asyncio.sleep(ECHO_EVERY_SECONDS)
        await asyncio.gather(self._work(), self._listen(), self._prove())

    async def _work(self) -> None:
        while True:
            job = await self._jobs.get()
            try:
                async with asyncio.timeout(ECHO_WITHIN_SECONDS):
                    await job()
            except (RedisError, OSError) as error:
                self._failed(error)
            except Exception:
                logger.exception("a message could not be sent")

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
                for one in message["messages"] if message["type"] == MANY else [message]:
                    self._hear(one)
            except Exception:
                logger.exception("cannot receive from the channel layer")
                await asyncio.sleep(PATIENCE_SECONDS)

    def _hear(self, message: Message) -> None:
        if message["type"] == ECHO:
            self._echo.set()
            return
        try:
            self._on_message(message)
        except Exception:
            logger.exception("cannot handle a message from the channel layer")

    # ---- outages ----

    async def _prove(self) -> None:
        """Check every second that a sent message arrives, and more often while it does not."""
        while True:
            try:
                async with asyncio.timeout(AGAIN_SECONDS if self.is_away else ECHO_WITHIN_SECONDS):
                    for group in sorted(self._groups) if self.is_away else ():
                        await self._layer.group_add(group, self._channel)
                    await self._layer.send(self._channel, {"type": ECHO})
                    await self._echo.wait()  # a late echo is proof enough
            except Exception as error:
                self._failed(error)
            else:
                self._echo.clear()
                self._answered()
            await asyncio.sleep(AGAIN_SECONDS if self.is_away else ECHO_EVERY_SECONDS)

    def _failed(self, error: Exception) -> None:
        if not self.is_away:
            self.is_away = True
            connected.labels(self._name).set(0)
            logger.error("the channel layer is unreachable from the %s: %r", self._name, error)
            self._on_outage(True)

    def _answered(self) -> None:
        if self.is_away:
            self.is_away = False
            connected.labels(self._name).set(1)
            logger.warning("the channel layer is reachable again from the %s", self._name)
            kept, self._kept = list(self._kept), deque(maxlen=MOST_KEPT)
            for group, message in kept:
                self.publish(group, message)
            self._on_outage(False)
