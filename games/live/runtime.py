"""The background parts of a server process: a hub, a writer, a scheduler and a site hub."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection
from django.urls import URLPattern

from accounts.push import is_push_on
from games.live.disconnects import DisconnectTracker
from games.live.heartbeat import Heartbeat
from games.live.hub import Hub
from games.live.metrics import MOVES, watch_process
from games.live.routing import websocket_routes
from games.live.scheduler import Scheduler
from games.live.site_hub import SiteHub
from games.live.streams import Streams
from games.live.writer import Writer
from games.state.announce import Change, News, set_announcer
from games.state.notices import set_notifier

if TYPE_CHECKING:
    from games.live.push_sender import PushSender

Application = Callable[[Any, Any, Any], Awaitable[None]]

_streams: Streams | None = None
_parts: tuple[Scheduler, Writer] | None = None

DRAIN_SECONDS = 2.0  # time allowed for the commands in progress at shutdown
PUSH_SECONDS = 0.5  # time allowed for the push notifications queued at shutdown
# How long a thread may hold the interpreter while others wait for it. A move switches threads several times
# and may wait each time while another thread renders a page. With Python's default of 5 ms, this adds up.
SWITCH_SECONDS = 0.0005
# Number of new objects before the youngest are scanned for cycles. A batch creates thousands of commands and frames.
# Nearly all are freed without the collector; with Python's default of 700, scanning takes an eighth of a move's time.
NEW_OBJECTS = 50_000


def start_runtime() -> list[URLPattern]:
    """Start the background parts of a server process and return its WebSocket URL patterns. Call this only once."""
    global _streams  # noqa: PLW0603  one per process, like everything started here
    hub, writer, site = _start(serves=True, bot_processes=settings.RONDA_BOT_PROCESSES)
    _streams = Streams(hub, site)
    if "daphne.server" in sys.modules:  # other servers don't need it
        from games.live.daphne_protocol import install

        install()
    return websocket_routes(hub, writer, site)


def streams() -> Streams | None:
    """Return this process's streams, or None if it does not serve sockets."""
    return _streams


def is_running() -> bool:
    """Return whether the scheduler and writer threads are alive, or True if none have been started."""
    return _parts is None or all(part.is_alive for part in _parts)


def with_live_hub(pages: Application) -> Application:
    """Wrap ``pages`` to start the hub with the first request, so that moves made over HTTP are announced too."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if _streams is not None:
            _streams.hub.start()
        await pages(scope, receive, send)

    return application


async def run_scheduler(*, bot_processes: int, bot_lead: timedelta = timedelta(0)) -> None:
    """Run a process without sockets until it receives a signal.

    The process only carries out the server's own actions (see ``Scheduler``).
    """
    hub, _writer, _site = _start(serves=False, bot_processes=bot_processes, bot_lead=bot_lead)
    hub.start()
    await asyncio.get_running_loop().create_future()


def _start_pushes() -> PushSender:
    from games.live.push_sender import PushSender  # its packages take memory, so it is loaded only if needed

    pushes = PushSender()
    pushes.start()
    return pushes


def _start(*, serves: bool, bot_processes: int, bot_lead: timedelta = timedelta(0)) -> tuple[Hub, Writer, SiteHub]:
    global _parts  # noqa: PLW0603  one per process
    # SQLite allows one writer at a time. With PostgreSQL, threads wait for the network in parallel.
    heartbeat = Heartbeat() if serves else None
    writer = Writer(1 if connection.vendor == "sqlite" else settings.RONDA_WRITERS, heartbeat)
    scheduler = Scheduler(writer, heartbeat=heartbeat, bot_processes=bot_processes, bot_lead=bot_lead)
    pushes = _start_pushes() if is_push_on() else None
    site = SiteHub(None if pushes is None else pushes.submit)

    def finish_commands() -> None:
        scheduler.stop()
        writer.close(DRAIN_SECONDS)
        if pushes is not None:
            pushes.close(PUSH_SECONDS)

    disconnects = DisconnectTracker(writer, settings.RONDA_AWAY_DELAY)
    hub = Hub(disconnects=disconnects, site=site, before_shutdown=finish_commands)
    set_announcer(_announcer(hub, scheduler))
    set_notifier(site.tell)
    scheduler.start()
    watch_process(hub, site)
    _parts = scheduler, writer
    _tune_interpreter()
    return hub, writer, site


def _announcer(hub: Hub, scheduler: Scheduler) -> Callable[[News], None]:
    def announce(news: News) -> None:
        hub.announce(news)
        if isinstance(news, Change):
            scheduler.note(news)
            MOVES.inc(len(news.moves))

    return announce


def _tune_interpreter() -> None:
    """Configure the interpreter so that garbage collection and thread switches do not delay moves."""
    # Everything loaded by now stays loaded. Scanning it in each full garbage collection would pause the process for a
    # tenth of a second.
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    sys.setswitchinterval(SWITCH_SECONDS)
