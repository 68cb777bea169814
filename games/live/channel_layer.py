"""The hubs' channel-layer client. Each hub has its own channel, which is subscribed to groups.

Nothing secret is sent through the layer, only data such as match codes, versions and seat numbers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.live.layer_connection import MANY, LayerConnection

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
# Messages whose content can't be read from the database later. They are kept until the layer is back.
KEPT = frozenset({"user.out", "user.notice", "match.said", "match.hidden"})
MOST_KEPT = 10_000

Message = dict[str, Any]


def shared_layer() -> Any | None:
    """Return the configured layer, or None for an in-memory layer, which does not reach other processes."""
    layer = get_channel_layer()
    return None if type(layer) is InMemoryChannelLayer else layer


class ChannelLayerClient:
    """A channel-layer client that subscribes and publishes in the order of the calls.

    While the layer is unreachable, nothing is sent. Moves are still stored and sent to this process's sockets.
    """

    def __init__(
        self, layer: Any, on_message: Callable[[Message], None], on_outage: Callable[[bool], None], *, name: str
    ) -> None:
        """Call ``on_outage`` with True when the layer becomes unreachable and with False when it is back.

        ``name`` appears in logs. Both callbacks run on the event loop.
        """
        self._layer = layer
        self._on_outage = on_outage
        self._outbox: dict[str, list[Message]] = {}
        self._kept: deque[tuple[str, Message]] = deque(maxlen=MOST_KEPT)
        self._connection = LayerConnection(layer, on_message, self._outage_changed, name=name)

    @property
    def is_away(self) -> bool:
        """Return whether the layer is unreachable."""
        return self._connection.is_away

    async def subscribe(self, group: str) -> None:
        """Subscribe to a group. Return after the first attempt, without waiting for an unreachable layer."""
        self._connection.groups.add(group)
        if self.is_away:
            return
        tried = asyncio.Event()

        async def job() -> None:
            try:
                if not self.is_away:  # if it is away, the connection joins the group once it is back
                    await self._layer.group_add(group, self._connection.channel)
            finally:
                tried.set()

        self._connection.enqueue(job)
        try:
            await asyncio.wait_for(tried.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            logger.warning("the channel layer does not respond")

    def unsubscribe(self, group: str) -> None:
        """Unsubscribe from a group."""
        self._connection.groups.discard(group)
        self._connection.enqueue(lambda: self._layer.group_discard(group, self._connection.channel))

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
            self._connection.enqueue(lambda: self._send(group))

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
        """Stop, and drop the subscriptions."""
        await self._connection.close()

    def _outage_changed(self, away: bool) -> None:
        if not away:
            kept, self._kept = list(self._kept), deque(maxlen=MOST_KEPT)
            for group, message in kept:
                self.publish(group, message)
        self._on_outage(away)
