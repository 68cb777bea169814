"""Dump all public records to one file, for research."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from calendar import monthrange
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand
from zstandard import ZstdCompressor

from games.selectors.history import ALL, HistoryFilter
from games.selectors.records import dump_lines

LEVEL = 10
READABLE = 0o644  # readable by the web server


class Month(NamedTuple):
    """A calendar month, such as 2026-11."""

    text: str
    first: date
    last: date

    @classmethod
    def parse(cls, text: str) -> "Month":
        """Parse a month in the form YYYY-MM. Raises ArgumentTypeError if it is invalid."""
        try:
            first = date.fromisoformat(f"{text}-01")
        except ValueError as error:
            raise ArgumentTypeError("a month has the form YYYY-MM") from error
        return cls(text, first, first.replace(day=monthrange(first.year, first.month)[1]))


class Command(BaseCommand):
    """Replace the dump atomically: while a new one is being written, readers get the previous one."""

    help = "Write the records of all public finished matches as JSON lines, compressed with zstd."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the target and the month."""
        parser.add_argument("target", type=Path, help="a file, or a folder to create it in")
        parser.add_argument("--month", type=Month.parse, help="only matches that ended in this month (UTC): 2026-11")

    def handle(self, *_args: Any, target: Path, month: Month | None, **_options: Any) -> None:
        """Write the dump."""
        wanted = HistoryFilter(since=month.first, until=month.last) if month else ALL
        if target.is_dir():
            target /= f"ronda-records{f'-{month.text}' if month else ''}.jsonl.zst"
        count = _write(target, dump_lines(wanted))
        self.stdout.write(f"{count} records in {target}")


def _write(target: Path, lines: Iterable[str]) -> int:
    """Atomically replace the file with these lines, and return the number of lines."""
    count = 0
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            with ZstdCompressor(LEVEL, write_checksum=True).stream_writer(file, closefd=False) as writer:
                for line in lines:
                    writer.write(line.encode())
                    count += 1
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), READABLE)
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink()
            raise
    return count
