"""Records of many matches as JSON Lines, produced while they are being sent.

Each line is a record with the match's code, the time at which it ended, and whether it was rated.
"""

import json
from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.db.models import Prefetch

from accounts.models import User
from games.models import Match, Status
from games.selectors.history import MATCHES, HistoryFilter, matches_of_site, seats_of
from games.selectors.replay import record_of
from games.selectors.summary import with_seats

AT_ONCE = 20
MOST = 10_000  # only the latest matches; the nightly dump has no such limit


def player_records(player: User, wanted: HistoryFilter, *, reader: User | None) -> Iterator[str]:
    """Yield, in chunks, the records of the player's matches that pass the filter and that ``reader`` may see."""
    seats = seats_of(player, wanted, reader=reader).order_by("-finished", "-match")
    return _lines(list(dict.fromkeys(seats.values_list("match", flat=True)[:MOST])))


def site_records(wanted: HistoryFilter) -> Iterator[str]:
    """Yield, in chunks, the records of public matches that pass the filter."""
    return _lines(list(matches_of_site(wanted).order_by("-finished", "-id").values_list("pk", flat=True)[:MOST]))


def dump_lines(wanted: HistoryFilter) -> Iterator[str]:
    """Yield a line with the record of each public match that passes the filter and has a valid result, latest first.

    Only a few records are in memory at a time.
    """
    rows = with_seats(matches_of_site(wanted).filter(status=Status.FINISHED))
    rows = rows.prefetch_related(Prefetch("deals"), Prefetch("moves"))
    page = MATCHES.page(rows, size=AT_ONCE)
    yield from map(_line, page.rows)
    while page.after:
        page = MATCHES.page(rows, size=AT_ONCE, after=page.after)
        yield from map(_line, page.rows)


async def stream_lines(lines: Iterator[str]) -> AsyncIterator[str]:
    """Yield the lines without blocking the event loop while they are produced."""
    take = sync_to_async(lambda: next(lines, None))
    while (chunk := await take()) is not None:
        yield chunk


def _line(match: Match) -> str:
    assert match.finished is not None  # noqa: S101  the match is over
    facts = {"match": match.code, "finished": match.finished.isoformat(timespec="seconds"), "rated": match.rated}
    return json.dumps({**facts, **record_of(match).as_json()}, ensure_ascii=False) + "\n"


def _lines(ids: list[int]) -> Iterator[str]:
    for first in range(0, len(ids), AT_ONCE):
        chunk = ids[first : first + AT_ONCE]
        matches = with_seats(Match.objects.filter(pk__in=chunk))
        found = matches.prefetch_related(Prefetch("deals"), Prefetch("moves")).in_bulk()
        yield "".join(_line(found[one]) for one in chunk)
