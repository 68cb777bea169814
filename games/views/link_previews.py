"""Link previews (Open Graph) for matches and players: metadata in the page's head, and an image.

An image is in the same language as the page that refers to it. Its canonical URL contains everything that the image
depends on (``v`` is a hash of its text), so it can be cached indefinitely. Other URLs return the nearest image.
"""

from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import users_named
from games.models import Match
from games.rendering.share_image import Scene
from games.selectors.match_snapshot import snapshot_at
from games.selectors.sides import opposing_names
from games.selectors.summary import Summary, summarise
from games.views.common import ended_or_404
from games.views.picture_responses import Picture, picture_response

DESIGN = 2  # the version of the design; a new number changes all URLs
MOMENTS = 8  # number of moves per match that have an image; other moves share the nearest image
MOST_DIGITS = 5  # digits in the number of a move
LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)
FAN = ("1O", "12C", "7S", "11B", "10O")  # the cards on a player's image


def match_card(request: HttpRequest, match: Match) -> dict[str, str]:
    """Return the metadata for a page about a finished match. The image shows the requested move."""
    summary = summarise(match)
    picture = _match_address(match, *_requested_move_and_seat(request), get_language() or settings.LANGUAGE_CODE)
    names = opposing_names(summary.sides)
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
    """Show an image of a finished match after ``move``, with the hand held by the seat ``view``.

    By default, the image shows a full table.
    """

    def find() -> Picture:
        match = ended_or_404(code)
        move, seat = _nearest_with_image(match, *_requested_move_and_seat(request))
        language = _requested_language(request)
        return Picture(_match_address(match, move, seat, language), lambda: _scene_of(match, move, seat, language))

    return await picture_response(request, find)


@require_safe
async def player_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's image, with their name and some cards."""

    def find() -> Picture:
        player = get_object_or_404(users_named(name))
        language = _requested_language(request)
        return Picture(_player_address(player, language), lambda: _scene_of_player(player, language))

    return await picture_response(request, find)


# ---- images and their URLs ----


def _requested_move_and_seat(request: HttpRequest) -> tuple[int | None, int | None]:
    """Return the requested move and seat, each None if it is missing or not a number."""
    move, view = (request.GET.get(name, "") for name in ("move", "view"))
    return (
        int(move) if move.isdecimal() and len(move) <= MOST_DIGITS else None,
        int(view) if view.isdecimal() and len(view) == 1 else None,
    )


def _requested_language(request: HttpRequest) -> str:
    wanted = request.GET.get("language", "")
    return wanted if wanted in LANGUAGES else settings.LANGUAGE_CODE


def _nearest_with_image(match: Match, move: int | None, seat: int | None) -> tuple[int | None, int | None]:
    """Return the nearest move that has an image, and the seat.

    The last move always has an image. The seat is None if the match has no such seat.
    """
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
    """Return the query for an image's canonical URL, leaving out default values."""
    shown = None if language == settings.LANGUAGE_CODE else language
    parts = {**moment, "language": shown, "v": version}
    return {name: value for name, value in parts.items() if value is not None}


def _version_of(shown: object) -> str:
    """Return a hash of the text that an image shows in the active language.

    The cards are left out, because they never change.
    """
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
    """Return the title and names for a match's image, and the final scores."""
    return summary.title, tuple(side.names for side in summary.sides), tuple(side.score for side in summary.sides)
