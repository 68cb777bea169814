"""The channel layer, as the hub uses it: one channel for the process, which listens to groups.

No secret goes over it: matches, versions and seat numbers only.
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
ECHO_WITHIN_SECONDS = 2.0  # on a busy machine too
AGAIN_SECONDS = 0.5  # while the layer is away
MANY = "many"  # a message that is several
ECHO = "echo"  # a message of this wire to itself
# Messages whose news cannot be found in the database by looking there: they are sent once the layer is back.
KEPT = frozenset({"user.out", "user.notice", "match.said", "match.hidden"})
MOST_KEPT = 10_000

Message = dict[str, Any]
Job = Callable[[], Awaitable[None]]

connected = Gauge("ronda_wire_connected", "1 while messages of other processes arrive, 0 while they do not", ["wire"])


def shared_layer() -> Any | None:
    """The configured layer; None where it ends in this process anyway, so that sending would reach nobody else."""
    layer = get_channel_layer()
    return None if type(layer) is InMemoryChannelLayer else layer


class ChannelLayerClient:
    """Subscriptions and messages are carried out in the order in which they were asked for, by one task.

    The wire sends itself an echo every second. While none comes back, or the layer refuses anything, the layer is
    away: ``is_away`` is True, nothing is sent, and ``on_outage`` has been told so. Moves are kept and told in this
    process all the same.
    """

    def __init__(
        self, layer: Any, on_message: Callable[[Message], None], on_outage: Callable[[bool], None], *, name: str
    ) -> None:
        """``on_outage`` is called with True when the layer goes away, with False when it is back; ``name`` is for logs.

        Both callbacks run on the loop.
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
        """Listen to a group; returns when that has been tried, and does not wait for a layer that is away."""
        self._groups.add(group)
        if self.is_away:
            return
        tried = asyncio.Event()

        async def job() -> None:
            try:
                if not self.is_away:  # else it is done once the layer is back
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
        self._groups.discard(group)
        self._jobs.put_nowait(lambda: self._layer.group_discard(group, self._channel))

    def publish(self, group: str, message: Message) -> None:
        """Send a message to all processes that listen to a group, this one included.

        What waits for the same group goes out as one: the layer sends one message at a time, and a busy process comes
        to it a few hundred times a second.
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
        """End the task, and with it the subscriptions."""
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
                logger.exception("the channel layer cannot be heard")
                await asyncio.sleep(PATIENCE_SECONDS)

    def _hear(self, message: Message) -> None:
        if message["type"] == ECHO:
            self._echo.set()
            return
        try:
            self._on_message(message)
        except Exception:
            logger.exception("a message of the channel layer was not understood")

    # ---- outages ----

    async def _prove(self) -> None:
        """See once a second that what is sent arrives; while it does not, try more often."""
        while True:
            try:
                async with asyncio.timeout(AGAIN_SECONDS if self.is_away else ECHO_WITHIN_SECONDS):
                    for group in sorted(self._groups) if self.is_away else ():
                        await self._layer.group_add(group, self._channel)
                    await self._layer.send(self._channel, {"type": ECHO})
                    await self._echo.wait()  # an earlier echo that comes late is as good
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
            logger.error("the channel layer is away from the %s: %r", self._name, error)
            self._on_outage(True)

    def _answered(self) -> None:
        if self.is_away:
            self.is_away = False
            connected.labels(self._name).set(1)
            logger.warning("the channel layer is back at the %s", self._name)
            kept, self._kept = list(self._kept), deque(maxlen=MOST_KEPT)
            for group, message in kept:
                self.publish(group, message)
            self._on_outage(False)
