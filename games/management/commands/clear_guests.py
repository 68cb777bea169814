"""Delete idle guests, expired sign-in fingerprints, and old command receipts."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand

from accounts.login_fingerprints import delete_old_fingerprints
from games.services.guest_cleanup import IDLE, delete_idle_guests
from games.services.receipts import delete_old_receipts


class Command(BaseCommand):
    """Delete data that is no longer needed. In production, a daily timer runs this command; see docs/operations.md."""

    help = "Delete guests who never played a match, and old account traces and command receipts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the minimum age of guests to delete."""
        parser.add_argument(
            "--days", type=int, default=IDLE.days, help="minimum age of the guests (default: %(default)s)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Delete the rows, and print how many were deleted."""
        count = delete_idle_guests(idle=timedelta(days=options["days"]))
        self.stdout.write(f"{count} guests deleted")
        self.stdout.write(f"{delete_old_fingerprints()} fingerprints deleted")
        self.stdout.write(f"{delete_old_receipts()} receipts deleted")
