"""The lobby, which is the home page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.forms import QuickForm, SeekForm
from games.selectors import lobby
from games.selectors.words import all_rulesets, ruleset_words
from games.services import seating
from games.state.errors import ServiceError
from games.views.common import first_ruleset, may_be_rated, reader, reader_or_guest
from games.views.once import open_once


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What can be played and watched now."""
    user = reader(request)
    tables = lobby.read_lobby()
    if user:
        apart = lobby.hosts_apart(tables.hosts, {user.pk})
        tables = tables.without(user.username).without_hosts(apart.get(user.pk, frozenset()))
    context = {
        "own_tables": lobby.own_tables(user) if user else [],
        "lobby": tables,
        "quick_form": QuickForm(),
        "seek_form": SeekForm(may_be_rated=may_be_rated(user)),
        "rulesets": all_rulesets(),
        "ruleset": ruleset_words(first_ruleset()),
    }
    return render(request, "games/lobby/home.html", context)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """A match against bots, which begins at once."""
    form = QuickForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the games."))
        return redirect("home")
    ruleset, options = form.ruleset.name, form.options
    try:
        user = reader_or_guest(request)
        return open_once(request, user, lambda: seating.start_quick_match(user=user, ruleset=ruleset, options=options))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("home")


@require_POST
def be_guest(request: HttpRequest) -> HttpResponse:
    """Let a visitor in without an account, to look for somebody to play with."""
    try:
        reader_or_guest(request)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("home")
