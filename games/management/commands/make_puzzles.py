"""Make the daily puzzles."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.puzzles.services import make_puzzle
from games.rules.game import Game

DAYS = 2  # so that every day has puzzles even if one nightly run is missed


class Command(BaseCommand):
    """Make the missing puzzles for today, the following days and, on request, earlier days."""

    help = "Make the daily puzzle of each ruleset for today and tomorrow, unless it exists already."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments for the number of days and the rulesets."""
        parser.add_argument("--days", type=int, default=DAYS, help="from today on (default: %(default)s)")
        parser.add_argument(
            "--past", type=int, default=0, help="days before today, for an archive (default: %(default)s)"
        )
        parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all")

    def handle(self, *_args: Any, days: int, past: int, rulesets: list[str], **_options: Any) -> None:
        """Make each puzzle in its own transaction, so that an interrupted run keeps its results."""
        if unknown := set(rulesets) - set(Game.registry):
            raise CommandError(f"No such ruleset: {', '.join(sorted(unknown))}. There are {', '.join(Game.registry)}.")
        missing = []
        for number in [*range(days), *range(-1, -past - 1, -1)]:
            day = timezone.localdate() + timedelta(days=number)
            for ruleset in rulesets or Game.registry:
                if make_puzzle(ruleset=ruleset, day=day) is None:
                    missing.append(f"{ruleset} {day}")
        if missing:
            raise CommandError(f"No position was good enough for a puzzle: {', '.join(missing)}.")
        self.stdout.write(f"Every ruleset has its puzzles for {days + past} days.")
