"""The game's Prometheus metrics for each process. docs/operations.md lists what to watch.

The counters cost a microsecond or two per batch of commands, so they are always on.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from prometheus_client import REGISTRY, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.models import Match, Status

if TYPE_CHECKING:
    from games.live.hub import Hub
    from games.live.site_hub import SiteHub

LATE = timedelta(seconds=2)  # deadlines are handled within a second, unless something is wrong

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

MOVES = Counter("ronda_moves", "Moves that this process has committed.")
COMMANDS = Counter("ronda_commands", "Commands that this process has answered.", ["outcome"])
DONE, REFUSED, FAILED = (COMMANDS.labels(outcome) for outcome in ("done", "refused", "failed"))
BATCH_SIZE = Histogram(
    "ronda_batch_size", "Commands in one transaction.", buckets=(1, 2, 5, 10, 20, 50, 100), unit="commands"
)
COMMIT_SECONDS = Histogram("ronda_commit_seconds", "From the start of a batch to its commit.", buckets=SECONDS)
ANSWER_SECONDS = Histogram(
    "ronda_answer_seconds", "From the arrival of a batch's first command to its answer.", buckets=SECONDS
)
THINK_SECONDS = Histogram("ronda_think_seconds", "For which a bot thinks about one move.", buckets=SECONDS)
BOT_FAILURES = Counter("ronda_bot_failures", "Moves that a bot could not choose at the first attempt.")
PUSHES = Counter("ronda_push_notifications", "Push notifications of this process, by what became of them.", ["outcome"])
PUSHES_SENT, PUSHES_FAILED, PUSHES_GONE, PUSHES_DROPPED = (
    PUSHES.labels(outcome) for outcome in ("sent", "failed", "gone", "dropped")
)


class LiveMetrics(Collector):
    """Gauges computed at each scrape."""

    def __init__(self, hub: Hub, site: SiteHub) -> None:
        self._hub = hub
        self._site = site

    def describe(self) -> Iterable[GaugeMetricFamily]:
        """Return an empty list, so that registering the gauges does not query the database."""
        return []

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield this process's gauges, then the site-wide ones, which are the same in every process."""
        sockets = GaugeMetricFamily("ronda_sockets", "Open sockets and streams of this process.", labels=["kind"])
        sockets.add_metric(["table"], self._hub.open_sockets)
        sockets.add_metric(["site"], self._site.open_sockets)
        yield sockets
        yield GaugeMetricFamily("ronda_tables", "Tables that pages of this process look at.", self._hub.open_tables)
        yield GaugeMetricFamily("ronda_seekers", "People who seek an opponent here.", self._site.seeking.seekers)
        yield from self._of_the_site()

    def _of_the_site(self) -> Iterable[GaugeMetricFamily]:
        try:
            running = Match.objects.filter(status=Status.RUNNING).count()
            late = Match.objects.filter(wake_at__lt=timezone.now() - LATE).count()
        except (DatabaseError, InterfaceError):
            return  # leave a gap in the graph rather than report a wrong number
        yield GaugeMetricFamily("ronda_running_matches", "Matches in play on the whole site.", running)
        yield GaugeMetricFamily("ronda_late_deadlines", "What the server owed two seconds ago and has not done.", late)


def watch_process(hub: Hub, site: SiteHub) -> None:
    """Register the gauges of this process."""
    REGISTRY.register(LiveMetrics(hub, site))
