"""The time while a server was away is given back: no clock runs for somebody who cannot be heard.

Away is a process that served nobody, not one that was busy: ``games.live.pulse`` sees to it that whatever a process
keeps is a sign of life too. A clock of the server that is set forward looks like an absence, and costs nobody time
either; one that is set back is noticed by heartbeats that lie in the future.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Match, Seat, ServerProcess, Status
from games.state.announce import Change, announce_change
from games.state.outage_time import SILENT

GONE = timedelta(seconds=3)  # whoever has not been heard for so long is gone


@transaction.atomic
def hear_process(*, name: str) -> bool:
    """Take note that this process lives, and give back the time of those that are gone; whether all are heard.

    Each that is gone is counted by one process only, be it this one, which was held up or could not reach the
    database. Where several are, the whole site was away since the last of them was heard. To be called about twice a
    second.
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
    ServerProcess.objects.update_or_create(name=name, defaults={"heard": now})
    return not (was_silent and silent.exists())


def all_are_heard() -> bool:
    """Whether there are processes, and none that is silent; for those that keep time without having players."""
    heard = list(ServerProcess.objects.values_list("heard", flat=True))
    return bool(heard) and min(heard) >= timezone.now() - SILENT


@transaction.atomic
def forget_process(*, name: str) -> None:
    """Count a process that is told to end as silent from now on; what it costs its players is given back later."""
    ServerProcess.objects.filter(name=name).update(heard=timezone.now() - SILENT)


def _give_back(time: timedelta) -> None:
    """Let all clocks and graces that run end later by so much, and tell the tables whose players look at them."""
    away = Exists(Seat.objects.filter(match=OuterRef("pk"), grace_ends__isnull=False))
    timed = Match.objects.filter(Q(deadline__isnull=False) | away, status=Status.RUNNING)
    _put_off(timed, time)
    _tell_tables(timed)


def _notice_clock_set_back(now: datetime) -> None:
    """Let turns that began later than now begin now, with all the time they had: else they would last too long.

    Other turns keep their deadlines: they began before the time that it is again, so that nobody is left with more than
    a whole bank. Nobody's time gets shorter.
    """
    ServerProcess.objects.filter(heard__gt=now + GONE).delete()
    ahead = Match.objects.filter(status=Status.RUNNING, turn_began__gt=now).order_by("code")
    for pk, began in list(ahead.select_for_update().values_list("pk", "turn_began")):
        if began is not None:
            _put_off(Match.objects.filter(pk=pk), now - began)
            _tell_tables(Match.objects.filter(pk=pk))


def _put_off(matches: QuerySet[Match], time: timedelta) -> None:
    """Move the clocks and graces of matches that run by so much, which may be less than nothing."""
    list(matches.order_by("code").values_list("code").select_for_update())  # in the order in which batches lock them
    Seat.objects.filter(match__in=matches, grace_ends__isnull=False).update(grace_ends=F("grace_ends") + time)
    matches.update(
        deadline=F("deadline") + time,
        turn_began=F("turn_began") + time,
        wake_at=F("wake_at") + time,
        version=F("version") + 1,
        facts_version=F("version") + 1,  # the graces are read anew
    )


def _tell_tables(matches: QuerySet[Match]) -> None:
    for code, version in matches.exclude(clock__contains="d").values_list("code", "version"):
        announce_change(Change(code, version, reload=True))
