"""The page for a table. The game itself runs over the WebSocket."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.online import friends_online
from accounts.push import may_have_push, subscriptions_of
from games.bots import DEFAULT_BOT
from games.chat.models import Room
from games.chat.page_data import chat_ban, chat_data
from games.chat.permissions import guests_may_write
from games.models import Match, ReportReason, Status
from games.models.clock import LIVE_CLOCKS
from games.rules import find_ruleset
from games.selectors.coaching import coaching_for
from games.selectors.earlier_events import earlier_events
from games.selectors.lessons import has_lessons
from games.selectors.lobby import unfinished_bot_matches
from games.selectors.ruleset_texts import board_texts, ruleset_texts
from games.selectors.site_bots import level_choices
from games.selectors.summary import summarise
from games.views.common import (
    reader,
    table_or_404,
)

ALL_EVENTS = "999999"  # more events than any match has


@require_safe
@never_cache
@gzip_page  # shrinks the page to a quarter of its size
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the live page for a match. The WebSocket sends the state, limited to what each reader may know."""
    try:
        match = table_or_404(code, reader(request))
    except Http404:  # a private table looks the same as one that does not exist
        return render(request, "games/table/no_table.html", status=404)
    if match.status == Status.ABORTED and match.finished is None:
        messages.info(request, _("That table was closed before the match started."))
        return redirect("home")
    summary = summarise(match)
    is_seated = request.user.get_username() in summary.people
    is_guest = isinstance(request.user, User) and request.user.is_guest
    context = {
        "match": summary,
        "has_lesson": has_lessons(match.ruleset),
        "is_seated": is_seated,
        "chat_ban": chat_ban(reader(request)),
        "only_phrases": is_guest and not guests_may_write(match, Room.PLAYERS if is_seated else Room.SPECTATORS),
        "ruleset": ruleset_texts(find_ruleset(match.ruleset)),
        "report_reasons": ReportReason.choices,
        "invite": request.build_absolute_uri(reverse("table", args=[code])),
        **_for_host(match, reader(request)),
        "data": _table_data(request, match),
        **_push_offer(match, reader(request)),
    }
    return render(request, "games/table/table.html", context)


def _push_offer(match: Match, user: User | None) -> dict[str, Any]:
    """Return the data for offering push notifications.

    Only players in a correspondence match get the offer.
    """
    clock = match.time_control
    is_waiting = match.status in {Status.OPEN, Status.RUNNING} and clock is not None and not clock.live
    if user is None or not is_waiting or not may_have_push(user) or not match.seats.filter(user=user).exists():
        return {}
    return {"has_push": True, "push_endpoints": " ".join(device.endpoint for device in subscriptions_of(user))}


def _for_host(match: Match, user: User | None) -> dict[str, Any]:
    """Return what only the host of an open table sees: online friends, and unfinished matches against bots."""
    if user is None or match.status != Status.OPEN or match.created_by_id != user.pk:
        return {}
    return {"friends": friends_online(user), **unfinished_bot_matches(user)}


@require_safe
@never_cache
@gzip_page
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Return a match's public events. With ``?count=75``, return only the first 75."""
    match = table_or_404(code, reader(request))
    count = request.GET.get("count", ALL_EVENTS)
    if not (count.isascii() and count.isdigit() and len(count) <= len(ALL_EVENTS)):
        return JsonResponse({"message": _("“count” must be a whole number.")}, status=400)
    return JsonResponse({"events": earlier_events(match, int(count))})


def _table_data(request: HttpRequest, match: Match) -> dict[str, Any]:
    """Return the data that the page's script needs besides the socket's frames."""
    user = reader(request)
    return {
        **board_texts(match),
        "ws_path": f"/ws/match/{match.code}/",
        "levels": level_choices(find_ruleset(match.ruleset)),
        "level": match.bot_level or DEFAULT_BOT,
        "me_name": user.username if user else None,
        "coach": coaching_for(match, user),
        "rated": match.rated,
        "private": match.is_private,
        "urls": _urls(match),
        "csrf": get_token(request),
        "talk": chat_data(user, match.code),
    }


def _urls(match: Match) -> dict[str, str]:
    names = ("table", "log", "sit", "leave", "add_bot", "send_away", "start", "result", "request_analysis")
    urls = {name: reverse(name, args=[match.code]) for name in names}
    to_learn = {"learn": reverse("learn", args=[match.ruleset]), "puzzles": reverse("puzzles")}
    return {**urls, **to_learn, "home": reverse("home"), "next": _next_opponent(match)}


def _next_opponent(match: Match) -> str:
    """Return the URL that starts a seek for another opponent on the same terms.

    Return the home page's URL if players cannot seek a match with this clock.
    """
    if match.clock not in LIVE_CLOCKS:
        return reverse("home")
    terms = f"{match.ruleset},{match.clock},{'rated' if match.rated else 'casual'}"
    return f"{reverse('home')}?{urlencode({'seek': terms})}"
