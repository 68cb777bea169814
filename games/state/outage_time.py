"""Until when the time of players counts: none passes while a server process is silent."""

from datetime import datetime, timedelta

from django.db.models import Min

from games.models import ServerProcess

SILENT = timedelta(seconds=1.2)  # a process that was not heard for so long may be gone: nobody's time is up meanwhile


def time_counts_until(now: datetime) -> datetime:
    """Until when the time of players has counted: now, or when the process that is silent longest was last heard."""
    silent = ServerProcess.objects.filter(heard__lt=now - SILENT).aggregate(since=Min("heard"))["since"]
    return now if silent is None else silent
