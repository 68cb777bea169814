"""A table: opened, sat down at, played at. The game itself goes over the socket."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.forms import TableForm
from games.models import Match, ReportReason, Seat, Status
from games.rules import find_ruleset
from games.selectors.summary import summarise
from games.selectors.words import all_rulesets, board_words, ruleset_words
from games.services import seating
from games.services.errors import NotFound, ServiceError
from games.views.common import first_ruleset, reader, ruleset_or_404, sign_in_first, table_or_404
from games.views.once import open_once
from games.views.talk import talk_data

SEATS = frozenset("0123456789")


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table under one ruleset, and what comes of it."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("new_table"))
    chosen = request.GET.get("ruleset")
    ruleset = ruleset_or_404(chosen) if chosen else first_ruleset()
    form = TableForm(ruleset, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            return open_once(request, user, partial(_open, form, user))
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {"form": form, "ruleset": ruleset_words(ruleset), "rulesets": all_rulesets()}
    return render(request, "games/new_table.html", context)


def _open(form: TableForm, user: User) -> Match:
    data = form.cleaned_data
    return seating.open_match(
        user=user,
        ruleset=form.ruleset.name,
        options=form.options,
        private=data["private"],
        rated=data["rated"],
        bots=data["bots"],
    )


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The live page of a match. What is on the table comes over the socket, to each reader what they may know."""
    try:
        match = table_or_404(code, reader(request))
    except Http404:  # no page tells whether there is a table that is closed to its reader
        return render(request, "games/no_table.html", status=404)
    if match.status == Status.ABORTED:
        messages.info(request, _("That table was closed before the match began."))
        return redirect("home")
    context = {
        "match": summarise(match),
        "ruleset": ruleset_words(find_ruleset(match.ruleset)),
        "report_reasons": ReportReason.choices,
        "invite": request.build_absolute_uri(reverse("table", args=[code])),
        "data": _table_data(request, match),
    }
    return render(request, "games/table.html", context)


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


def _at_table(
    request: HttpRequest, code: str, act: Callable[..., object], *, wants_seat: bool | None = None
) -> HttpResponse:
    """Do something at a table and go back to it. A refusal is told there, unless things are as was wanted anyway."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("table", args=[code]))
    table_or_404(code, user)
    try:
        act(code=code, user=user)
    except NotFound as error:
        raise Http404(str(error)) from error
    except ServiceError as error:
        if wants_seat is not Seat.objects.filter(match__code=code, user=user).exists():
            messages.error(request, str(error))
    return redirect("home") if wants_seat is False else redirect("table", code=code)


def _table_data(request: HttpRequest, match: Match) -> dict[str, Any]:
    """What the page's script needs to know beside the socket's frames."""
    user = reader(request)
    urls = {name: reverse(name, args=[match.code]) for name in ("table", "sit", "leave", "add_bot", "result")}
    return {
        **board_words(match),
        "ws_path": f"/ws/match/{match.code}/",
        "me_name": user.username if user else None,
        "is_host": user is not None and user.pk == match.created_by_id,
        "urls": {**urls, "bot": urls["add_bot"]},
        "csrf": get_token(request),
        "talk": talk_data(user, match.code),
    }
