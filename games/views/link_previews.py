"""Link previews (Open Graph) of matches and players: metadata in the page's head, and an image.

An image is in the language of the page that names it. Its canonical URL contains everything that it depends on (``v``
is a hash of its text), so it can be cached for good. Other URLs return the nearest image.
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
from django.utils.translation import get_language, get_language_bidi, override, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.addresses import client_network
from accounts.models import User
from accounts.selectors import users_named
from games.models import Match
from games.rendering.share_image import Scene, draw_scene
from games.selectors.match_snapshot import snapshot_at
from games.selectors.summary import Summary, summarise
from games.services.ratelimit import seconds_to_wait
from games.views.common import ended_or_404

DESIGN = 2  # the version of the design; a new number changes all URLs
MOMENTS = 8  # moves per match that have an image; other moves share the nearest one
MOST_DIGITS = 5  # in the number of a move
MOST_AT_ONCE = 4  # images being drawn or queued per process
RETRY_SECONDS = 2
FOR_GOOD, FOR_AN_HOUR = "public, max-age=31536000, immutable", "public, max-age=3600"
LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)
FAN = ("1O", "12C", "7S", "11B", "10O")  # the cards on a player's image

_thread = ThreadPoolExecutor(1, "pictures")  # a separate thread, so that nothing else waits for an image
_room = BoundedSemaphore(MOST_AT_ONCE)


def match_card(request: HttpRequest, match: Match) -> dict[str, str]:
    """Return the metadata for a page of an ended match. The image shows the requested move."""
    summary = summarise(match)
    picture = _match_address(match, *_requested_move_and_seat(request), get_language() or settings.LANGUAGE_CODE)
    names = f" {pgettext('between two sides', 'against')} ".join(side.names for side in summary.sides)
    return _card(request, names, f"{summary.terms}. {summary.ending}", picture, _("Cards on the table, and the score"))


def player_card(request: HttpRequest, player: User) -> dict[str, str]:
    """Return the metadata for a player's page."""
    picture = _player_address(player, get_language() or settings.LANGUAGE_CODE)
    words = _("%(name)s’s ratings, matches and playing style") % {"name": player.shown_name}
    return _card(request, player.shown_name, words, picture, player.shown_name)


def _card(request: HttpRequest, title: str, words: str, picture: str, alt: str) -> dict[str, str]:
    url = request.build_absolute_uri()
    return {"title": title, "words": words, "url": url, "picture": request.build_absolute_uri(picture), "alt": alt}


@require_safe
async def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Show an image of an ended match: after ``move``, with the hand of ``view``, or by default of a full table."""

    def find() -> _Picture:
        match = ended_or_404(code)
        move, seat = _nearest_with_image(match, *_requested_move_and_seat(request))
        language = _requested_language(request)
        return _Picture(_match_address(match, move, seat, language), lambda: _scene_of(match, move, seat, language))

    return await _answer(request, find)


@require_safe
async def player_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Show the image of a player: name and cards."""

    def find() -> _Picture:
        player = get_object_or_404(users_named(name))
        language = _requested_language(request)
        return _Picture(_player_address(player, language), lambda: _scene_of_player(player, language))

    return await _answer(request, find)


# ---- images and their URLs ----


@dataclass(frozen=True, slots=True)
class _Picture:
    """An image with its canonical URL; ``read_scene`` reads its content."""

    address: str
    read_scene: Callable[[], Scene]


def _requested_move_and_seat(request: HttpRequest) -> tuple[int | None, int | None]:
    """Return the requested move and seat; None for a value that is missing or not a number."""
    move, view = (request.GET.get(name, "") for name in ("move", "view"))
    return (
        int(move) if move.isdecimal() and len(move) <= MOST_DIGITS else None,
        int(view) if view.isdecimal() and len(view) == 1 else None,
    )


def _requested_language(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else settings.LANGUAGE_CODE


def _nearest_with_image(match: Match, move: int | None, seat: int | None) -> tuple[int | None, int | None]:
    """Return the nearest move that has an image (the last move has one), and the seat if it exists, else None."""
    if seat is not None and seat >= len(match.seats.all()):
        seat = None
    if move is None:
        return None, seat
    moves = match.moves.count()
    step = max(1, -(-moves // MOMENTS))
    return moves if move >= moves else (move + step // 2) // step * step, seat


def _match_address(match: Match, move: int | None, seat: int | None, language: str) -> str:
    move, seat = _nearest_with_image(match, move, seat)
    with override(language):
        version = _version_of(_heading(summarise(match)))
    return reverse("match_picture", args=[match.code], query=_query(language, version, move=move, view=seat))


def _player_address(player: User, language: str) -> str:
    with override(language):
        version = _version_of(player.shown_name)
    return reverse("player_picture", args=[player.username], query=_query(language, version))


def _query(language: str, version: str, **moment: int | None) -> dict[str, str | int]:
    """Return the query of an image's canonical URL, without what is the default."""
    shown = None if language == settings.LANGUAGE_CODE else language
    parts = {**moment, "language": shown, "v": version}
    return {name: value for name, value in parts.items() if value is not None}


def _version_of(shown: object) -> str:
    """Return a hash of what an image shows in the active language, besides the cards, which never change."""
    return sha256(repr((DESIGN, _("Ronda"), shown)).encode()).hexdigest()[:12]


def _scene_of(match: Match, move: int | None, seat: int | None, language: str) -> Scene:
    snapshot = snapshot_at(match, move=move, seat=seat)
    with override(language):
        title, names, _scores = _heading(summarise(match))
        lines = tuple(zip(names, map(str, snapshot.scores), strict=True))
        return Scene(_("Ronda"), title, lines, snapshot.pack, snapshot.table, snapshot.hand, get_language_bidi())


def _scene_of_player(player: User, language: str) -> Scene:
    with override(language):
        return Scene(_("Ronda"), "", ((player.shown_name, ""),), "spanish", FAN, is_rtl=get_language_bidi())


def _heading(summary: Summary) -> tuple[str, tuple[str, ...], tuple[int | None, ...]]:
    """Return the title and the names on a match's image, and the final scores."""
    return summary.title, tuple(side.names for side in summary.sides), tuple(side.score for side in summary.sides)


# ---- responses ----


class _FullError(Exception):
    """Too many images are being drawn."""


async def _answer(request: HttpRequest, find: Callable[[], _Picture]) -> HttpResponse:
    """Return the image that ``find`` describes. At its canonical URL it may be cached for good."""
    if wait := await sync_to_async(_seconds_to_wait)(request):
        return _refusal(429, _("You’ve requested too many images. Try again in a moment."), wait)
    picture = await sync_to_async(find)()
    try:
        found = caches["pictures"].get(picture.address) or await _make(picture)
    except _FullError:
        return _refusal(503, _("The server is busy drawing other images. Try again in a moment."), RETRY_SECONDS)
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
    """Draw an image and cache it. Raises _FullError."""
    if not _room.acquire(blocking=False):
        raise _FullError
    try:
        scene = await sync_to_async(picture.read_scene)()
        found = await asyncio.get_running_loop().run_in_executor(_thread, draw_scene, scene)
    finally:
        _room.release()
    caches["pictures"].set(picture.address, found)
    return found
