"""Players' clocks stop while a server process is silent."""

from datetime import datetime, timedelta

from django.db.models import Min

from games.models import ServerProcess

SILENT = timedelta(seconds=1.2)  # a process silent for longer may be down; until that is clear, no deadline passes


def clocks_ran_until(now: datetime) -> datetime:
    """Return the time up to which players' clocks have run.

    This is the current time or, if any process is silent, the time of its last heartbeat. If several are silent, it is
    the earliest of those times.
    """
    silent = ServerProcess.objects.filter(heard__lt=now - SILENT).aggregate(since=Min("heard"))["since"]
    return now if silent is None else silent
