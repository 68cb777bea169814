"""A connection to the channel layer, with a check that messages get through."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from prometheus_client import Gauge
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
ECHO_EVERY_SECONDS = 1.0
ECHO_WITHIN_SECONDS = 2.0  # generous enough for a busy machine
AGAIN_SECONDS = 0.5  # time between attempts while the layer is unreachable
MANY = "many"  # a message that wraps several others
ECHO = "echo"  # a message that a connection sends to itself

Job = Callable[[], Awaitable[None]]

connected = Gauge(
    "ronda_channel_connected", "1 while messages of other processes arrive, 0 while they do not", ["wire"]
)


class LayerConnection:
    """A channel that receives messages for its groups, with a task that runs queued calls to the layer in order.

    The connection sends itself an echo every second. If no echo returns or the layer raises an error, the layer counts
    as unreachable: ``is_away`` becomes True, and ``on_outage`` is called. Once the layer is back, the connection
    rejoins its groups.
    """

    def __init__(
        self,
        layer: Any,
        on_message: Callable[[dict[str, Any]], None],
        on_outage: Callable[[bool], None],
        *,
        name: str,
    ) -> None:
        """The parameters are those of ``ChannelLayerClient``."""
        self.is_away = False
        self.channel = ""
        self.groups: set[str] = set()
        self._layer = layer
        self._on_message = on_message
        self._on_outage = on_outage
        self._name = name
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._echo = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        connected.labels(name).set(1)

    def enqueue(self, job: Job) -> None:
        """Queue a job. Jobs run one after another, in order."""
        self._jobs.put_nowait(job)

    async def close(self) -> None:
        """Stop the task."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self.channel:
            try:
                async with asyncio.timeout(ECHO_WITHIN_SECONDS):
                    self.channel = await self._layer.new_channel()
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
                message = await self._layer.receive(self.channel)
                for one in message["messages"] if message["type"] == MANY else [message]:
                    self._hear(one)
            except Exception:
                logger.exception("cannot receive from the channel layer")
                await asyncio.sleep(PATIENCE_SECONDS)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == ECHO:
            self._echo.set()
            return
        try:
            self._on_message(message)
        except Exception:
            logger.exception("cannot handle a message from the channel layer")

    # ---- outages ----

    async def _prove(self) -> None:
        """Check every second, and more often during an outage, that a sent message arrives."""
        while True:
            try:
                async with asyncio.timeout(AGAIN_SECONDS if self.is_away else ECHO_WITHIN_SECONDS):
                    for group in sorted(self.groups) if self.is_away else ():
                        await self._layer.group_add(group, self.channel)
                    await self._layer.send(self.channel, {"type": ECHO})
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
            self._on_outage(False)
