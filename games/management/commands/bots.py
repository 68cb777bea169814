"""``manage.py bots``: a process that runs the bots for all server processes, on this machine or another one."""

import asyncio
import os
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.live.probes import serve_probes
from games.live.runtime import run_scheduler

# Long enough to find every turn before the move is due, even though the database is read only twice a second.
LEAD = timedelta(seconds=2)


class Command(BaseCommand):
    """Run the bots until the process is stopped."""

    help = "Let the site's bots think and play, for server processes with RONDA_BOT_PROCESSES=0."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the number of processes, and for the probes' address and port.

        The arguments for the probes have the same names as daphne's.
        """
        cores = os.cpu_count() or 1
        parser.add_argument(
            "-n", "--processes", type=int, default=cores, help="default: one for each core, %(default)s"
        )
        parser.add_argument("-b", "--bind", default="127.0.0.1", help="address of the probes (default: %(default)s)")
        parser.add_argument("-p", "--port", type=int, help="port for /healthz, /readyz and /metrics (default: none)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal arrives."""
        if not settings.REDIS_URL:
            raise CommandError("Without RONDA_REDIS_URL there is only one server process, which runs the bots itself.")
        if options["processes"] < 1:
            raise CommandError("There must be at least one process.")
        if options["port"]:
            serve_probes(options["bind"], options["port"])
        asyncio.run(run_scheduler(bot_processes=options["processes"], bot_lead=LEAD))
