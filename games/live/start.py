"""What a server process runs beside its requests: one hub, one writer, one waker, one site."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.urls import URLPattern

from games.live.absence import Absence
from games.live.hub import Hub
from games.live.metrics import MOVES, watch_process
from games.live.pulse import Pulse
from games.live.routing import websocket_routes
from games.live.site import Site
from games.live.socket import SERVER_RESTARTS
from games.live.streams import Streams
from games.live.waker import Waker
from games.live.writer import Writer
from games.services.outages import is_outage
from games.state.announce import Change, News, set_announcer
from games.state.notices import set_teller

logger = logging.getLogger(__name__)

Application = Callable[[Any, Any, Any], Awaitable[None]]

_streams: Streams | None = None
_parts: tuple[Waker, Writer] | None = None

PART_SECONDS = 2.0  # for what is under way when the process is told to end
# How long a thread may keep the interpreter while others want it. A move changes threads several times, and waits for
# every page that is being rendered each time: with Python's default of 5 ms that adds up.
SWITCH_SECONDS = 0.0005


def start_live() -> list[URLPattern]:
    """Start the live room of a server process, once, and return the addresses of its sockets."""
    global _streams  # noqa: PLW0603  one for the process, as all that it starts
    hub, writer, site = _start(serves=True)
    _streams = Streams(hub, site)
    if "daphne.server" in sys.modules:  # other servers have no need of it
        from games.live.daphne_protocol import install

        install()
    return websocket_routes(hub, writer, site)


def streams() -> Streams | None:
    """The streams of this process; None where it is no server of sockets."""
    return _streams


def is_running() -> bool:
    """Whether the threads that keep time and commit moves run; true where none were started."""
    return _parts is None or all(part.is_alive for part in _parts)


def awake(pages: Application) -> Application:
    """``pages``, with the live room running from the first request on: moves that come over HTTP are to be told too."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if _streams is not None:
            _streams.hub.start()
        await pages(scope, receive, send)

    return application


def patient(sockets: Application) -> Application:
    """``sockets``, but a page that comes while the database is away is told to come back, as when a server restarts."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        sent = set()

        async def note(message: dict[str, Any]) -> None:
            sent.add(message["type"])
            await send(message)

        try:
            await sockets(scope, receive, note)
        except Exception as error:
            if not is_outage(error):
                raise
            logger.warning("%s is to come back: %s", scope["path"], error)
            if "websocket.accept" not in sent:  # before it is open, a socket cannot be closed with a code
                await send({"type": "websocket.accept"})
            if "websocket.close" not in sent:
                await send({"type": "websocket.close", "code": SERVER_RESTARTS})

    return application


async def keep_time() -> None:
    """Run the live room of a process without sockets, which only does what the server owes; ends by a signal."""
    hub, _writer, _site = _start(serves=False)
    hub.start()
    await asyncio.get_running_loop().create_future()


def _start(*, serves: bool) -> tuple[Hub, Writer, Site]:
    global _parts  # noqa: PLW0603  one for the process
    # SQLite has one writer at a time, whoever waits; PostgreSQL's threads wait for the network, each for its own.
    pulse = Pulse() if serves else None
    writer = Writer(1 if connection.vendor == "sqlite" else settings.RONDA_WRITERS, pulse)
    waker = Waker(writer, pulse=pulse)
    site = Site()

    def part() -> None:
        waker.part()
        writer.close(PART_SECONDS)

    hub = Hub(absence=Absence(writer, settings.RONDA_AWAY_DELAY), site=site, part=part)

    def announce(news: News) -> None:
        hub.announce(news)
        if isinstance(news, Change):
            waker.note(news)
            MOVES.inc(len(news.moves))

    set_announcer(announce)
    set_teller(site.tell)
    waker.start()
    watch_process(hub, site)
    _parts = waker, writer
    # What is loaded by now stays loaded. A garbage collector that looks through it holds everybody up for a tenth of a
    # second, time and again.
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    return hub, writer, site
