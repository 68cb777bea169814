"""What other sites show of a link to a match or a player: a picture, and some words in the page's head."""

import asyncio
from collections.abc import Callable
from hashlib import sha256

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import shown_name
from accounts.selectors import named
from games.models import Match
from games.selectors.share import glance_at
from games.selectors.summary import Side, summarise
from games.views.common import ended_or_404
from games.views.drawing import Scene, draw_scene

KEPT_SECONDS = 3_600
MOST_MOVES = 5  # digits of a move's number
FAN = ("1O", "12C", "7S", "11B", "10O")  # what lies on the picture of a player


def match_card(request: HttpRequest, match: Match) -> dict[str, str]:
    """The words for the head of a page of an ended match; its picture is of the move that is asked for."""
    summary = summarise(match)
    asked = {name: request.GET[name] for name in ("move", "view") if request.GET.get(name)}
    picture = reverse("match_picture", args=[match.code], query=asked)
    names = _(" against ").join(_names(side) for side in summary.sides)
    return _card(request, names, f"{summary.terms}. {summary.ending}", picture, _("Cards on the table, and the score"))


def player_card(request: HttpRequest, player: User) -> dict[str, str]:
    """The words for the head of a player's page."""
    words = _("Ratings, matches and ways to play of %(name)s") % {"name": player.shown_name}
    return _card(
        request, player.shown_name, words, reverse("player_picture", args=[player.username]), player.shown_name
    )


def _card(request: HttpRequest, title: str, words: str, picture: str, alt: str) -> dict[str, str]:
    url = request.build_absolute_uri()
    return {"title": title, "words": words, "url": url, "picture": request.build_absolute_uri(picture), "alt": alt}


@require_safe
async def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """An ended match as a picture: after a move, with the hand of a seat, or when its table was last well laid."""
    move, view = (request.GET.get(name, "") for name in ("move", "view"))
    at = int(move) if move.isdecimal() and len(move) <= MOST_MOVES else None
    seat = int(view) if view.isdecimal() and len(view) == 1 else None

    def look() -> Scene:
        return _scene_of(ended_or_404(code), at, seat)

    return await _picture(look)


@require_safe
async def player_picture(request: HttpRequest, name: str) -> HttpResponse:
    """A player as a picture: name, the ratings played most, cards."""

    def look() -> Scene:
        player = get_object_or_404(named(name))
        with override("en"):
            return Scene("", ((player.shown_name, ""),), "spanish", FAN)

    return await _picture(look)


def _scene_of(match: Match, move: int | None, seat: int | None) -> Scene:
    glance = glance_at(match, move=move, seat=seat)
    with override("en"):  # the font has no other letters
        summary = summarise(match)
        numbers = [str(score) for score in glance.scores]
        lines = tuple(zip(map(_names, summary.sides), numbers, strict=True))
        return Scene(summary.title, lines, glance.pack, glance.table, glance.hand)


def _names(side: Side) -> str:
    return " & ".join(shown_name(sitter.name) for sitter in side.sitters)


async def _picture(look: Callable[[], Scene]) -> HttpResponse:
    """Draw what ``look`` finds, beside the thread that pages wait for; a picture that was just drawn is kept."""
    scene = await sync_to_async(look)()
    key = f"picture:{_key(scene)}"
    found = await cache.aget(key)
    if found is None:
        found = await asyncio.to_thread(draw_scene, scene)
        await cache.aset(key, found, KEPT_SECONDS)
    response = HttpResponse(found, content_type="image/png")
    response["Cache-Control"] = "public, max-age=86400"
    return response


def _key(scene: Scene) -> str:
    """A key for what a picture shows."""
    return sha256(repr(scene).encode()).hexdigest()
