"""Recompute the ratings from all matches."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.rebuild import check_ratings, repair_ratings

SHOWN = 100


class Command(BaseCommand):
    """``ratings rebuild``: correct wrong ratings with new rows, leaving the log of changes intact."""

    help = "Recalculate all ratings from the first match on, and repair those that differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the action and for a dry run."""
        parser.add_argument("action", choices=["rebuild"])
        parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if any rating differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Recompute the ratings, and list the differences."""
        findings = check_ratings() if options["check"] else repair_ratings()
        for finding in findings[:SHOWN]:
            self.stdout.write(finding.text)
        if not findings:
            self.stdout.write("All ratings are correct.")
        elif options["check"]:
            raise CommandError(f"{len(findings)} differences", returncode=1)
        else:
            self.stdout.write(f"{len(findings)} differences repaired")
