"""Tables: opening one, taking a seat, and the page to play on. The game itself runs over the WebSocket."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.names import MAX_LENGTH
from accounts.online import friends_online
from accounts.push import may_have_push, subscriptions_of
from games.bots import DEFAULT_BOT
from games.chat.page_data import chat_data
from games.forms import DEFAULT_CLOCK, TableForm, Visibility
from games.models import Clock, Match, ReportReason, Seat, Status
from games.models.clock import LIVE_CLOCKS
from games.rules import find_ruleset
from games.rules.game import size_class
from games.selectors.coaching import coaching_for
from games.selectors.earlier_events import earlier_events
from games.selectors.lessons import has_lessons
from games.selectors.ruleset_texts import all_rulesets, board_texts, ruleset_texts
from games.selectors.site_bots import level_choices
from games.selectors.summary import summarise
from games.services import hosting, seating
from games.services.admission import rating_of
from games.services.invitations import invite_players, split_names
from games.state.errors import NotFound, ServiceError
from games.views.common import (
    first_ruleset,
    may_be_rated,
    reader,
    reader_or_guest,
    ruleset_or_404,
    sign_in_first,
    sign_up_first,
    table_or_404,
)
from games.views.idempotency import open_match_once

SEATS = frozenset("0123456789")
ALL_EVENTS = "999999"  # more than any match has


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Show and handle the form for a new table under one ruleset."""
    user = reader(request)
    chosen = request.GET.get("ruleset")
    ruleset = ruleset_or_404(chosen) if chosen else first_ruleset()
    data = request.POST if request.method == "POST" else None
    guest = request.GET.get("with", "")[:MAX_LENGTH]
    form = TableForm(ruleset, data, may_be_rated=may_be_rated(user), guest=guest)
    if form.is_valid():
        try:
            user = reader_or_guest(request)
            return open_match_once(request, user, partial(_open, form, user))
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"form": form, "ruleset": ruleset_texts(ruleset), "rulesets": all_rulesets(), "guest": guest}
    return render(request, "games/table/new_table.html", context)


@require_POST
def play_with_friend(request: HttpRequest) -> HttpResponse:
    """Open a private casual table with the default options of a ruleset. Its page shows the link to share."""
    ruleset = ruleset_or_404(request.POST.get("ruleset", ""))
    try:
        user = reader_or_guest(request)
        begin = partial(
            seating.open_match,
            user=user,
            ruleset=ruleset.name,
            options={},
            private=True,
            rated=False,
            clock=Clock.parse(DEFAULT_CLOCK),
            table_settings=seating.TableSettings(host_starts=True),
        )
        return open_match_once(request, user, begin)
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("home")


@transaction.atomic
def _open(form: TableForm, user: User) -> Match:
    """Open the table and invite the named players, or do neither."""
    data = form.cleaned_data
    size = size_class(form.ruleset(form.options))
    match = seating.open_match(
        user=user,
        ruleset=form.ruleset.name,
        options=form.options,
        private=data["who"] != Visibility.PUBLIC,
        rated=form.is_rated,
        bots=data["bots"],
        clock=form.time_control,
        table_settings=form.table_settings(rating_of(user.pk, form.ruleset.name, size)),
    )
    if form.guests and match.status == Status.OPEN:
        invite_players(code=match.code, user=user, names=form.guests)
    return match


@require_safe
@never_cache
@gzip_page  # a quarter of the size
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the live page of a match. The WebSocket sends the state, limited to what each reader may know."""
    try:
        match = table_or_404(code, reader(request))
    except Http404:  # a private table looks the same as one that does not exist
        return render(request, "games/table/no_table.html", status=404)
    if match.status == Status.ABORTED and match.finished is None:
        messages.info(request, _("That table was closed before the match started."))
        return redirect("home")
    summary = summarise(match)
    context = {
        "match": summary,
        "has_lesson": has_lessons(match.ruleset),
        "is_seated": request.user.get_username() in summary.people,
        "ruleset": ruleset_texts(find_ruleset(match.ruleset)),
        "report_reasons": ReportReason.choices,
        "invite": request.build_absolute_uri(reverse("table", args=[code])),
        "friends": _friends_to_invite(match, reader(request)),
        "data": _table_data(request, match),
        **_push_offer(match, reader(request)),
    }
    return render(request, "games/table/table.html", context)


def _push_offer(match: Match, user: User | None) -> dict[str, Any]:
    """Return the data for the offer of push notifications, which a player of a correspondence match gets."""
    clock = match.time_control
    is_waiting = match.status in {Status.OPEN, Status.RUNNING} and clock is not None and not clock.live
    if user is None or not is_waiting or not may_have_push(user) or not match.seats.filter(user=user).exists():
        return {}
    return {"has_push": True, "push_endpoints": " ".join(device.endpoint for device in subscriptions_of(user))}


def _friends_to_invite(match: Match, user: User | None) -> list[User]:
    """Return the friends of an open table's host who are online; none for anyone else."""
    is_host = user is not None and match.status == Status.OPEN and match.created_by_id == user.pk
    return friends_online(user) if user is not None and is_host else []


@require_safe
@never_cache
@gzip_page
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Return the public events of a match; with ``?count=75`` only the first 75."""
    match = table_or_404(code, reader(request))
    count = request.GET.get("count", ALL_EVENTS)
    if not (count.isascii() and count.isdigit() and len(count) <= len(ALL_EVENTS)):
        return JsonResponse({"message": _("“count” must be a number of events.")}, status=400)
    return JsonResponse({"events": earlier_events(match, int(count))})


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take the given seat, or the first free one."""
    seat = request.POST.get("seat", "")
    act = partial(seating.take_seat, seat=int(seat) if seat in SEATS else None)
    return _at_table(request, code, act, wants_seat=True)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave one's seat at an open table."""
    return _at_table(request, code, seating.leave_seat, wants_seat=False)


@require_POST
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Put a bot of the chosen level in a free seat."""
    return _at_table(request, code, partial(seating.seat_bot, level=request.POST.get("level", "")))


@require_POST
def away(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a player from a seat."""
    seat = request.POST.get("seat", "")
    return _at_table(request, code, partial(hosting.remove_player, seat=int(seat) if seat in SEATS else -1))


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start the match, with bots in the free seats."""
    return _at_table(request, code, partial(hosting.start_match, level=request.POST.get("level", "")))


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite players by name."""
    return _at_table(request, code, partial(invite_players, names=split_names(request.POST.get("names", "")[:400])))


def _at_table(
    request: HttpRequest, code: str, act: Callable[..., object], *, wants_seat: bool | None = None
) -> HttpResponse:
    """Carry out ``act`` at a table and redirect back to it.

    Show an error there, unless the user is already seated (or not seated) as ``wants_seat`` says.
    """
    user, table = reader(request), reverse("table", args=[code])
    match = table_or_404(code, user)
    if user is None and (not wants_seat or match.rated or match.status != Status.OPEN):
        return sign_in_first(table)
    if wants_seat and match.rated and not may_be_rated(user):
        return sign_up_first(table)
    try:
        user = reader_or_guest(request)
        act(code=code, user=user)
    except NotFound as error:
        raise Http404(str(error)) from error
    except ServiceError as error:
        if (
            user is None
            or wants_seat is None
            or wants_seat is not Seat.objects.filter(match__code=code, user=user).exists()
        ):
            messages.error(request, str(error))
    return redirect("home") if wants_seat is False else redirect("table", code=code)


def _table_data(request: HttpRequest, match: Match) -> dict[str, Any]:
    """Return the data that the page's script needs besides the socket's frames."""
    user = reader(request)
    names = ("table", "log", "sit", "leave", "add_bot", "send_away", "start", "result")
    urls = {name: reverse(name, args=[match.code]) for name in names}
    urls |= {"home": reverse("home"), "next": _next_opponent(match)}
    return {
        **board_texts(match),
        "ws_path": f"/ws/match/{match.code}/",
        "levels": level_choices(find_ruleset(match.ruleset)),
        "level": match.bot_level or DEFAULT_BOT,
        "me_name": user.username if user else None,
        "coach": coaching_for(match, user),
        "urls": urls,
        "csrf": get_token(request),
        "talk": chat_data(user, match.code),
    }


def _next_opponent(match: Match) -> str:
    """Return the URL that seeks another opponent on the same terms, or the home page if there is no such seek."""
    if match.clock not in LIVE_CLOCKS:
        return reverse("home")
    terms = f"{match.ruleset},{match.clock},{'rated' if match.rated else 'casual'}"
    return f"{reverse('home')}?{urlencode({'seek': terms})}"
