"""What other sites show of a link to a match or a player: a picture, and some words in the page's head.

A picture's own address carries all that it depends on (``v`` stands for names and scores): what was fetched from there
never has to be fetched again. Other addresses have the nearest picture that there is.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from threading import BoundedSemaphore

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.addresses import client_network
from accounts.models import User
from accounts.names import shown_name
from accounts.selectors import users_named
from games.models import Match
from games.rendering.share_image import Scene, draw_scene
from games.selectors.match_snapshot import snapshot_at
from games.selectors.summary import Side, Summary, summarise
from games.services.ratelimit import seconds_to_wait
from games.views.common import ended_or_404

DESIGN = 1  # of the pictures: another number gives all of them new addresses
MOMENTS = 8  # of a match that have pictures: any move's is that of the nearest
MOST_DIGITS = 5  # of a move's number
MOST_AT_ONCE = 4  # pictures that are made, or wait for it, in one process
RETRY_SECONDS = 2
FOR_GOOD, FOR_AN_HOUR = "public, max-age=31536000, immutable", "public, max-age=3600"
FAN = ("1O", "12C", "7S", "11B", "10O")  # what lies on the picture of a player

_thread = ThreadPoolExecutor(1, "pictures")  # of its own: nothing else waits for a picture
_room = BoundedSemaphore(MOST_AT_ONCE)


def match_card(request: HttpRequest, match: Match) -> dict[str, str]:
    """The words for the head of a page of an ended match; its picture is of the move that is asked for."""
    summary = summarise(match)
    picture = _match_address(match, *_asked(request))
    names = _(" against ").join(_names(side) for side in summary.sides)
    return _card(request, names, f"{summary.terms}. {summary.ending}", picture, _("Cards on the table, and the score"))


def player_card(request: HttpRequest, player: User) -> dict[str, str]:
    """The words for the head of a player's page."""
    words = _("%(name)s’s ratings, matches and playing style") % {"name": player.shown_name}
    return _card(request, player.shown_name, words, _player_address(player), player.shown_name)


def _card(request: HttpRequest, title: str, words: str, picture: str, alt: str) -> dict[str, str]:
    url = request.build_absolute_uri()
    return {"title": title, "words": words, "url": url, "picture": request.build_absolute_uri(picture), "alt": alt}


@require_safe
async def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """An ended match as a picture: after a move, with the hand of a seat, or when its table was last well laid."""

    def find() -> _Picture:
        match = ended_or_404(code)
        move, seat = _snap(match, *_asked(request))
        return _Picture(_match_address(match, move, seat), lambda: _scene_of(match, move, seat))

    return await _answer(request, find)


@require_safe
async def player_picture(request: HttpRequest, name: str) -> HttpResponse:
    """A player as a picture: name and cards."""

    def find() -> _Picture:
        player = get_object_or_404(users_named(name))
        return _Picture(_player_address(player), lambda: _scene_of_player(player))

    return await _answer(request, find)


# ---- what there are pictures of ----


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture by its one address; ``look`` reads what is on it."""

    address: str
    look: Callable[[], Scene]


def _asked(request: HttpRequest) -> tuple[int | None, int | None]:
    """The move and the seat that are asked for; None for what is not a number."""
    move, view = (request.GET.get(name, "") for name in ("move", "view"))
    return (
        int(move) if move.isdecimal() and len(move) <= MOST_DIGITS else None,
        int(view) if view.isdecimal() and len(view) == 1 else None,
    )


def _snap(match: Match, move: int | None, seat: int | None) -> tuple[int | None, int | None]:
    """The nearest of the few moves that have pictures, the last one among them, and the seat if there is such a one."""
    if seat is not None and seat >= len(match.seats.all()):
        seat = None
    if move is None:
        return None, seat
    moves = match.moves.count()
    step = max(1, -(-moves // MOMENTS))
    return moves if move >= moves else (move + step // 2) // step * step, seat


def _match_address(match: Match, move: int | None, seat: int | None) -> str:
    move, seat = _snap(match, move, seat)
    with override("en"):
        version = _version_of(_heading(summarise(match)))
    query = {name: value for name, value in (("move", move), ("view", seat), ("v", version)) if value is not None}
    return reverse("match_picture", args=[match.code], query=query)


def _player_address(player: User) -> str:
    with override("en"):
        version = _version_of(player.shown_name)
    return reverse("player_picture", args=[player.username], query={"v": version})


def _version_of(shown: object) -> str:
    """What stands in an address for what is shown beside the cards, which are always the same."""
    return sha256(repr((DESIGN, shown)).encode()).hexdigest()[:12]


def _scene_of(match: Match, move: int | None, seat: int | None) -> Scene:
    glance = snapshot_at(match, move=move, seat=seat)
    with override("en"):  # the font has no other letters
        title, names, _scores = _heading(summarise(match))
        lines = tuple(zip(names, map(str, glance.scores), strict=True))
        return Scene(title, lines, glance.pack, glance.table, glance.hand)


def _scene_of_player(player: User) -> Scene:
    with override("en"):
        return Scene("", ((player.shown_name, ""),), "spanish", FAN)


def _heading(summary: Summary) -> tuple[str, tuple[str, ...], tuple[int | None, ...]]:
    """The words on a picture of a match, and the final score."""
    return summary.title, tuple(map(_names, summary.sides)), tuple(side.score for side in summary.sides)


def _names(side: Side) -> str:
    return " & ".join(shown_name(sitter.name) for sitter in side.sitters)


# ---- how they are answered ----


class _FullError(Exception):
    """As many pictures are being made as may be at once."""


async def _answer(request: HttpRequest, find: Callable[[], _Picture]) -> HttpResponse:
    """The picture that ``find`` finds, to be kept for good where it was asked for by its own address."""
    if wait := await sync_to_async(_seconds_to_wait)(request):
        return _refusal(429, _("Too many pictures requested. Wait a moment."), wait)
    picture = await sync_to_async(find)()
    try:
        found = caches["pictures"].get(picture.address) or await _make(picture)
    except _FullError:
        return _refusal(503, _("Too many pictures are being drawn. Try again in a moment."), RETRY_SECONDS)
    response = HttpResponse(found, content_type="image/png")
    is_own = request.get_full_path() == picture.address
    response["Cache-Control"] = FOR_GOOD if is_own else FOR_AN_HOUR
    return response


def _seconds_to_wait(request: HttpRequest) -> int:
    return seconds_to_wait(f"picture:{client_network(request)}", settings.RONDA_PICTURE_RATE)


def _refusal(status: int, words: str, wait: int) -> HttpResponse:
    headers = {"Retry-After": str(wait)}
    return HttpResponse(f"{words}\n", status=status, headers=headers, content_type="text/plain; charset=utf-8")


async def _make(picture: _Picture) -> bytes:
    """Draw a picture and keep it. Raises _FullError."""
    if not _room.acquire(blocking=False):
        raise _FullError
    try:
        scene = await sync_to_async(picture.look)()
        found = await asyncio.get_running_loop().run_in_executor(_thread, draw_scene, scene)
    finally:
        _room.release()
    caches["pictures"].set(picture.address, found)
    return found
