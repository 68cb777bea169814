"""Opening a table with the form, or opening one immediately to play with a friend."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.names import MAX_LENGTH
from games.forms import DEFAULT_CLOCK, TableForm, Visibility
from games.models import Clock, Match, Status
from games.rules.game import Game, size_class
from games.selectors.lobby import unfinished_bot_matches
from games.selectors.ruleset_texts import all_rulesets, ruleset_texts
from games.services import seating
from games.services.admission import rating_of
from games.services.invitations import invite_players
from games.state.errors import ServiceError
from games.views.common import first_ruleset, may_be_rated, reader, reader_or_guest, ruleset_or_404
from games.views.idempotency import open_match_once


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Show and handle the form for a new table with the chosen ruleset."""
    user = reader(request)
    chosen = request.GET.get("ruleset")
    ruleset = ruleset_or_404(chosen) if chosen else first_ruleset()
    data = request.POST if request.method == "POST" else None
    guest = request.GET.get("with", "")[:MAX_LENGTH]
    with_bot = "bots" in request.GET
    form = TableForm(ruleset, data, may_be_rated=may_be_rated(user), guest=guest, with_bot=with_bot)
    if form.is_valid():
        try:
            user = reader_or_guest(request)
            return open_match_once(request, user, partial(_open, form, user))
        except ServiceError as error:
            form.add_error(None, str(error))
    context = {
        "form": form,
        "ruleset": ruleset_texts(ruleset),
        "rulesets": all_rulesets(),
        "guest": guest,
        "with_bot": with_bot,
        **(unfinished_bot_matches(user) if user else {}),
    }
    return render(request, "games/table/new_table.html", context)


@require_POST
def play_with_friend(request: HttpRequest) -> HttpResponse:
    """Open a private casual table with a ruleset's default options. The table page shows the link to share."""
    ruleset = ruleset_or_404(request.POST.get("ruleset", ""))
    try:
        user = reader_or_guest(request)
        return open_match_once(request, user, partial(_open_with_link, ruleset, user))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("home")


def _open_with_link(ruleset: type[Game], user: User) -> Match:
    return seating.open_match(
        user=user,
        ruleset=ruleset.name,
        options={},
        private=True,
        rated=False,
        clock=Clock.parse(DEFAULT_CLOCK),
    )


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
