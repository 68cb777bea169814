"""``manage.py deadlines``: a process that runs only the scheduler, for bots, automatic calls and clocks."""

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.live.probes import serve_probes
from games.live.runtime import run_scheduler


class Command(BaseCommand):
    """Run the scheduler until the process is stopped."""

    help = "Act on the deadlines of running matches, alongside the server processes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the probes' address and port. They have the same names as daphne's."""
        parser.add_argument("-b", "--bind", default="127.0.0.1", help="address of the probes (default: %(default)s)")
        parser.add_argument("-p", "--port", type=int, help="port for /healthz, /readyz and /metrics (default: none)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal arrives."""
        if not settings.REDIS_URL:
            raise CommandError(
                "Without RONDA_REDIS_URL there is only one server process, which acts on deadlines itself."
            )
        if options["port"]:
            serve_probes(options["bind"], options["port"])
        asyncio.run(run_scheduler(bot_processes=settings.RONDA_BOT_PROCESSES))
