"""All public records in one file, for whoever wants to look into how the games are played."""

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
READABLE = 0o644  # for the web server that hands it out


class Month(NamedTuple):
    """A month of the calendar, such as 2026-11."""

    text: str
    first: date
    last: date

    @classmethod
    def parse(cls, text: str) -> "Month":
        """The month of its text. Raises ArgumentTypeError."""
        try:
            first = date.fromisoformat(f"{text}-01")
        except ValueError as error:
            raise ArgumentTypeError("a month is YYYY-MM") from error
        return cls(text, first, first.replace(day=monthrange(first.year, first.month)[1]))


class Command(BaseCommand):
    """Who reads the file meanwhile has the one of before: the new one takes its place once it is complete."""

    help = "Write the records of all public finished matches as JSON lines, compressed with zstd."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where to, and of which time."""
        parser.add_argument("target", type=Path, help="a file, or a folder to create it in")
        parser.add_argument("--month", type=Month.parse, help="only matches that ended in this month (UTC): 2026-11")

    def handle(self, *_args: Any, target: Path, month: Month | None, **_options: Any) -> None:
        """Write it."""
        wanted = HistoryFilter(since=month.first, until=month.last) if month else ALL
        if target.is_dir():
            target /= f"ronda-records{f'-{month.text}' if month else ''}.jsonl.zst"
        count = _write(target, dump_lines(wanted))
        self.stdout.write(f"{count} records in {target}")


def _write(target: Path, lines: Iterable[str]) -> int:
    """Put the lines in the place of the file, all or nothing; how many there were."""
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
