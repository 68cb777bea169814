"""Outage detection: players get back the time during which a server process was down.

A process counts as down if it has stopped serving players. A busy process does not, because everything that a process
stores also counts as a heartbeat (see ``games.live.heartbeat``). If the server's clock is set forward, this looks like
an outage, and nobody loses time. If the clock is set back, heartbeats with future times reveal it.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Match, Seat, ServerProcess, Status
from games.state.announce import Change, announce_change
from games.state.outage_time import SILENT

GONE = timedelta(seconds=3)  # a process silent for this long is down


@transaction.atomic
def record_heartbeat(*, name: str) -> bool:
    """Record that this process is alive and give back the time lost to processes that are down.

    Return whether all processes are alive. Each process that is down is handled by exactly one other process, or by
    itself if it was held up or could not reach the database. If several are down, the outage is counted from the latest
    heartbeat of any of them. Call this about twice a second.
    """
    now = timezone.now()
    heard = list(ServerProcess.objects.values_list("heard", flat=True))
    if heard and max(heard) > now + GONE:
        _notice_clock_set_back(now)
    silent = ServerProcess.objects.filter(heard__lt=now - SILENT)
    was_silent = bool(heard) and min(heard) < now - SILENT
    if was_silent:
        gone = ServerProcess.objects.select_for_update().filter(heard__lt=now - GONE)
        found = dict(gone.order_by("name").values_list("pk", "heard"))
        if found:
            ServerProcess.objects.filter(pk__in=found).delete()
            _give_back(now - max(found.values()))
    if not ServerProcess.objects.filter(name=name).update(heard=now):
        ServerProcess.objects.create(name=name, heard=now)
    return not (was_silent and silent.exists())


def all_processes_alive() -> bool:
    """Return whether at least one process is registered and none is silent.

    This is for processes that act on clocks but have no players themselves.
    """
    heard = list(ServerProcess.objects.values_list("heard", flat=True))
    return bool(heard) and min(heard) >= timezone.now() - SILENT


@transaction.atomic
def remove_process(*, name: str) -> None:
    """Treat a process that is shutting down as silent from now on. Its players get their lost time back later."""
    ServerProcess.objects.filter(name=name).update(heard=timezone.now() - SILENT)


def _give_back(time: timedelta) -> None:
    """Extend all running clocks and grace periods by this amount of time, and announce the change to the tables."""
    away = Exists(Seat.objects.filter(match=OuterRef("pk"), grace_ends__isnull=False))
    timed = Match.objects.filter(Q(deadline__isnull=False) | away, status=Status.RUNNING)
    _put_off(timed, time)
    _tell_tables(timed)


def _notice_clock_set_back(now: datetime) -> None:
    """Restart turns that began in the future, so that they begin now with their full time.

    Otherwise, these turns would last too long. All other turns began before the corrected time. They keep their
    deadlines, so no player loses time or gets more than a full time bank.
    """
    ServerProcess.objects.filter(heard__gt=now + GONE).delete()
    ahead = Match.objects.filter(status=Status.RUNNING, turn_began__gt=now).order_by("code")
    for pk, began in list(ahead.select_for_update().values_list("pk", "turn_began")):
        if began is not None:
            _put_off(Match.objects.filter(pk=pk), now - began)
            _tell_tables(Match.objects.filter(pk=pk))


def _put_off(matches: QuerySet[Match], time: timedelta) -> None:
    """Shift the clocks and grace periods of running matches by this amount of time, which may be negative."""
    list(matches.order_by("code").values_list("code").select_for_update())  # in the order in which batches lock them
    Seat.objects.filter(match__in=matches, grace_ends__isnull=False).update(grace_ends=F("grace_ends") + time)
    matches.update(
        deadline=F("deadline") + time,
        turn_began=F("turn_began") + time,
        wake_at=F("wake_at") + time,
        version=F("version") + 1,
        facts_version=F("version") + 1,  # the grace periods have to be read again
    )


def _tell_tables(matches: QuerySet[Match]) -> None:
    for code, version in matches.exclude(clock__contains="d").values_list("code", "version"):
        announce_change(Change(code, version, reload=True))
