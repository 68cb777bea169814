"""Streams of matches and of a bot's notices, sent as JSON Lines."""

from collections.abc import AsyncIterator, Callable

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router
from ninja.errors import HttpError

from accounts.addresses import client_network
from accounts.signals import token_mark
from games.api.auth import anyone, bot, calling
from games.api.frame_types import ClosedFrame, ClosingFrame, NoticeFrame, PresenceFrame, StateFrame
from games.api.openapi import LINES, answers_with_lines
from games.api.params import Code
from games.live.runtime import streams
from games.live.stream_lines import Reader
from games.live.streams import Streams
from games.models import Match
from games.state.access import may_watch
from games.state.errors import NotFound

router = Router()

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # the second stops proxies from buffering


MATCH_LINES = answers_with_lines(StateFrame, PresenceFrame, ClosingFrame, ClosedFrame)
EVENT_LINES = answers_with_lines(NoticeFrame, ClosingFrame, ClosedFrame)


@router.get("/matches/{code}/stream", auth=anyone, tags=["Matches"], openapi_extra=MATCH_LINES)
async def stream_match(request: HttpRequest, code: Code) -> StreamingHttpResponse:
    """A match as it is played, until it is over: protocol frames, one per line.

    You see what spectators see; a bot at the table sees what its seat sees. Empty lines keep the stream alive;
    ``closed`` is the last line if the stream ends before the match.
    """
    reader = _reader(request)
    await sync_to_async(_check_access)(code, reader.user_id)
    return _answer(reader, lambda running: running.match(code, reader))


@router.get("/bot/events", auth=bot, tags=["Bots"], openapi_extra=EVENT_LINES)
async def stream_events(request: HttpRequest) -> StreamingHttpResponse:
    """Notifications for the bot: the protocol's ``notice`` frames, one per line.

    The stream begins with pending notices: ``started`` for each running match, and ``invited`` for each invitation.
    """
    reader = _reader(request)
    return _answer(reader, lambda running: running.events(reader))


def _reader(request: HttpRequest) -> Reader:
    """Return the reader for a stream.

    A person's token gives access only to the public view, because programs must not read people's hands.
    """
    caller = calling(request)
    if caller.user is None or caller.token is None:
        return Reader(f"address {client_network(request)}")
    user = caller.user
    seen_by = user.pk if user.is_bot else None
    mark, ends = token_mark(caller.token.pk), caller.token.ends
    return Reader(f"user {user.pk}", seen_by, holder=user.pk, session=mark, ends=ends)


def _check_access(code: str, user_id: int | None) -> None:
    match = Match.objects.filter(code=code).first()
    if match is None or not may_watch(match, user_id):
        raise NotFound


def _answer(reader: Reader, lines: Callable[[Streams], AsyncIterator[str]]) -> StreamingHttpResponse:
    running = streams()
    if running is None:
        raise HttpError(503, "This server has no streams.")
    running.check_room(reader)
    return StreamingHttpResponse(lines(running), content_type=LINES, headers=HEADERS)
