"""A table: opened, sat down at, played at. The game itself goes over the socket."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.names import MAX_LENGTH
from accounts.selectors import named
from games.chat.page_data import talk_data
from games.forms import TableForm, Who
from games.models import Match, ReportReason, Seat, Status
from games.models.clock import LIVE_CLOCKS
from games.rules import find_ruleset
from games.rules.game import size_class
from games.selectors.summary import summarise
from games.selectors.words import all_rulesets, board_words, ruleset_words
from games.services import hosting, seating
from games.services.admission import rating_of
from games.services.inviting import invite_players
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
from games.views.once import open_once

SEATS = frozenset("0123456789")


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table under one ruleset, and what comes of it."""
    user = reader(request)
    chosen = request.GET.get("ruleset")
    ruleset = ruleset_or_404(chosen) if chosen else first_ruleset()
    data = request.POST if request.method == "POST" else None
    guest = request.GET.get("with", "")[:MAX_LENGTH]
    with_bot = bool(guest) and named(guest).filter(is_bot=True).exists()
    form = TableForm(ruleset, data, may_be_rated=may_be_rated(user), guest=guest, with_bot=with_bot)
    if form.is_valid():
        try:
            user = reader_or_guest(request)
            return open_once(request, user, partial(_open, form, user))
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"form": form, "ruleset": ruleset_words(ruleset), "rulesets": all_rulesets(), "guest": guest}
    return render(request, "games/table/new_table.html", context)


@transaction.atomic
def _open(form: TableForm, user: User) -> Match:
    """Open the table and invite those who are named, or do neither."""
    data = form.cleaned_data
    size = size_class(form.ruleset(form.options))
    match = seating.open_match(
        user=user,
        ruleset=form.ruleset.name,
        options=form.options,
        private=data["who"] != Who.PUBLIC,
        rated=data["rated"],
        bots=data["bots"],
        clock=form.time_control,
        welcome=form.welcome(rating_of(user.pk, form.ruleset.name, size)),
    )
    if form.guests and match.status == Status.OPEN:
        invite_players(code=match.code, user=user, names=form.guests)
    return match


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The live page of a match. What is on the table comes over the socket, to each reader what they may know."""
    try:
        match = table_or_404(code, reader(request))
    except Http404:  # no page tells whether there is a table that is closed to its reader
        return render(request, "games/table/no_table.html", status=404)
    if match.status == Status.ABORTED and match.finished is None:
        messages.info(request, _("That table was closed before the match started."))
        return redirect("home")
    context = {
        "match": summarise(match),
        "ruleset": ruleset_words(find_ruleset(match.ruleset)),
        "report_reasons": ReportReason.choices,
        "invite": request.build_absolute_uri(reverse("table", args=[code])),
        "data": _table_data(request, match),
    }
    return render(request, "games/table/table.html", context)


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat: the one that is named, or the first that is free."""
    seat = request.POST.get("seat", "")
    act = partial(seating.take_seat, seat=int(seat) if seat in SEATS else None)
    return _at_table(request, code, act, wants_seat=True)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up one's seat at a table that still waits for players."""
    return _at_table(request, code, seating.leave_seat, wants_seat=False)


@require_POST
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Let a bot take a free seat."""
    return _at_table(request, code, seating.seat_bot)


@require_POST
def away(request: HttpRequest, code: str) -> HttpResponse:
    """Send somebody away from a seat."""
    seat = request.POST.get("seat", "")
    return _at_table(request, code, partial(hosting.send_away, seat=int(seat) if seat in SEATS else -1))


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the match, with bots on the seats that are still free."""
    return _at_table(request, code, hosting.start_match)


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite people by their names."""
    return _at_table(request, code, partial(invite_players, names=request.POST.get("names", "")[:400].split(",")))


def _at_table(
    request: HttpRequest, code: str, act: Callable[..., object], *, wants_seat: bool | None = None
) -> HttpResponse:
    """Do something at a table and go back to it. A refusal is told there, unless things are as was wanted anyway."""
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
    """What the page's script needs to know beside the socket's frames."""
    user = reader(request)
    names = ("table", "sit", "leave", "add_bot", "send_away", "start", "result")
    urls = {name: reverse(name, args=[match.code]) for name in names}
    urls |= {"home": reverse("home"), "next": _next_opponent(match)}
    return {
        **board_words(match),
        "ws_path": f"/ws/match/{match.code}/",
        "me_name": user.username if user else None,
        "urls": urls,
        "csrf": get_token(request),
        "talk": talk_data(user, match.code),
    }


def _next_opponent(match: Match) -> str:
    """The address that seeks somebody else for the same; where that is not offered, the page to choose from."""
    if match.clock not in LIVE_CLOCKS:
        return reverse("home")
    terms = f"{match.ruleset},{match.clock},{'rated' if match.rated else 'casual'}"
    return f"{reverse('home')}?{urlencode({'seek': terms})}"
