"""``manage.py deadlines``: a process that only does what the server owes: bots, calls, clocks that run out."""

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.live.start import keep_time


class Command(BaseCommand):
    """Keep time until told to end."""

    help = "Do what the server owes at running matches, beside the server processes, which do it as well."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal comes."""
        if not settings.REDIS_URL:
            raise CommandError("Without RONDA_REDIS_URL there is one process only, and it keeps time itself.")
        asyncio.run(keep_time())
