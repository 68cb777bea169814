"""Responses with a link preview image. Images are drawn one at a time and cached, and only a few can be queued."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import BoundedSemaphore

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.addresses import client_network
from games.rendering.share_image import Scene, draw_scene
from games.services.ratelimit import seconds_to_wait

MOST_AT_ONCE = 4  # maximum number of images per process being drawn or queued
RETRY_SECONDS = 2
FOR_GOOD, FOR_AN_HOUR = "public, max-age=31536000, immutable", "public, max-age=3600"

_thread = ThreadPoolExecutor(1, "pictures")  # a separate thread, so that nothing else waits for an image
_room = BoundedSemaphore(MOST_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Picture:
    """An image with its canonical URL. ``read_scene`` returns the image's content."""

    address: str
    read_scene: Callable[[], Scene]


class _FullError(Exception):
    """Too many images are already being drawn or queued."""


async def picture_response(request: HttpRequest, find: Callable[[], Picture]) -> HttpResponse:
    """Return the image that ``find`` describes, or a 429 or 503 response if too many have been requested.

    At its canonical URL, an image may be cached indefinitely.
    """
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


async def _make(picture: Picture) -> bytes:
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
