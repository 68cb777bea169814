"""Compute the seat statistics of finished matches that have none yet or, with ``--all``, of every finished match."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from games.models import Match, Status
from games.services.seat_stats import count_seat_stats


class Command(BaseCommand):
    """Compute the seat statistics of finished matches."""

    help = "Count caidas, missas and calls of finished matches not counted yet; --all recounts every match."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the flag for recomputing the statistics of every match."""
        parser.add_argument("--all", action="store_true")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Process one match per transaction, so that an interrupted run keeps its results."""
        seats = {"seats__bot": "", "seats__left": False} | ({} if options["all"] else {"seats__seat_stats": None})
        matches = Match.objects.filter(status=Status.FINISHED, **seats)
        counted = 0
        for match in matches.order_by("pk").distinct().iterator():
            with transaction.atomic():
                count_seat_stats(match)
            counted += 1
        self.stdout.write(f"{counted} matches counted")
