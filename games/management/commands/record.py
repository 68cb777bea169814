"""``manage.py record``: replay match records and verify their deals, without a database."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.record import check_record
from games.rules.verify import verify_deals


class Command(BaseCommand):
    """Check match records. Exit with status 1 if a record is invalid, except with ``--batch``."""

    help = "Check match records: replay them, or verify their deals against the commitments."
    requires_system_checks: list[str] = []  # annotated as in Django

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the actions ``check FILE|- [--trace] [--batch]`` and ``verify-deals FILE|-``."""
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="Replay records")
        check.add_argument("file", nargs="?", default="-", help="a record, or - for standard input")
        check.add_argument("--trace", action="store_true", help="print the state after every move")
        check.add_argument("--batch", action="store_true", help="read one record per line from standard input")
        verify = actions.add_parser("verify-deals", help="Check the deals of a record against their commitments")
        verify.add_argument("file", nargs="?", default="-", help="a record, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the check."""
        if options["action"] == "verify-deals":
            line, valid = verify_deals(self.read(options["file"]))
            lines = [line]
        elif options["batch"]:
            self.check_batch(options["trace"])
            return
        else:
            lines, valid = check_record(self.read(options["file"]), options["trace"])
        self.stdout.write("\n".join(lines))
        if not valid:
            sys.exit(1)

    def read(self, name: str) -> bytes:
        """Return the contents of a file, or of standard input for "-". Raises CommandError."""
        if name == "-":
            return sys.stdin.buffer.read()
        try:
            return Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error

    def check_batch(self, trace: bool) -> None:
        """Check one record per line. After the output for each record, print the line ``---``."""
        for line in sys.stdin.buffer:
            lines, _ = check_record(line, trace)
            self.stdout.write("\n".join([*lines, "---"]))
