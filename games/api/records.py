"""The API for downloading match records in bulk, as one line of JSON per match.

Downloads are rate limited, because they are expensive.
"""

from collections.abc import Callable, Iterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from ninja import Query, Router

from games.api.auth import reader, user_of
from games.api.limits import TooManyRequests
from games.api.openapi import LINES, answers_with_lines
from games.api.params import MatchFilter, Name, PlayerMatchFilter, player_named
from games.api.record_types import RecordLine
from games.selectors import records
from games.selectors.records import stream_lines
from games.services.downloads import wait_for_records

router = Router(tags=["Records"], auth=reader)

IN_LINES = answers_with_lines(RecordLine)


@router.get("", openapi_extra=IN_LINES)
async def list_records(request: HttpRequest, asked: Query[MatchFilter]) -> HttpResponseBase:
    """The records of the latest public matches, up to ten thousand. For all records, use the nightly dump."""
    wanted = await sync_to_async(lambda: asked.wanted)()
    return await _send(request, lambda: records.site_records(wanted))


@router.get("/{name}", openapi_extra=IN_LINES)
async def list_records_of_player(request: HttpRequest, name: Name, asked: Query[PlayerMatchFilter]) -> HttpResponseBase:
    """The records of a player's latest matches, up to ten thousand."""
    player, wanted = await sync_to_async(lambda: (player_named(name), asked.wanted))()
    user = user_of(request)
    return await _send(request, lambda: records.player_records(player, wanted, reader=user))


async def _send(request: HttpRequest, make: Callable[[], Iterator[str]]) -> HttpResponseBase:
    """Stream the lines in chunks, so that other requests are not held up. Raises TooManyRequests."""
    if wait := await sync_to_async(wait_for_records)(user_of(request)):
        raise TooManyRequests(wait=wait)
    return StreamingHttpResponse(stream_lines(await sync_to_async(make)()), content_type=LINES)
