"""The home page with the lobby."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.online import friends_online
from games.bots import DEFAULT_BOT
from games.forms import SeekForm
from games.puzzles.selectors import offered_puzzle
from games.quick_form import QuickForm, quick_ratings
from games.selectors import lobby
from games.selectors.coaching import is_newcomer, short_target
from games.selectors.home import read_site_life
from games.selectors.ruleset_texts import all_rulesets, ruleset_texts
from games.selectors.site_bots import site_bots
from games.services import seating
from games.state.errors import ServiceError
from games.views.common import (
    first_ruleset,
    may_be_rated,
    reader,
    reader_or_guest,
)
from games.views.filter_forms import LiveFilter
from games.views.idempotency import open_match_once


@require_safe
@gzip_page  # shrinks the page to a quarter of its size
def home(request: HttpRequest) -> HttpResponse:
    """Show ways to play, activity on the site, and the lobby."""
    user, ruleset = reader(request), first_ruleset()
    tables = _lobby_for(user)
    is_new = user is None or is_newcomer(user)
    level = site_bots()[0].key if is_new else DEFAULT_BOT  # a first match against the weakest bot
    life = read_site_life(tables.running, ruleset.name)
    context = {
        "friends": friends_online(user) if user else [],
        "own_tables": lobby.own_tables(user) if user else [],
        **(lobby.unfinished_bot_matches(user) if user else {}),
        "lobby": tables.without_match(life.featured_live),
        "puzzle": offered_puzzle(),
        "today": timezone.localdate(),
        "life": life,
        "quick_form": QuickForm(initial={"level": level}),
        "quick_level": level,
        "short_target": short_target(ruleset, is_new=is_new),
        "quick_ratings": quick_ratings(),
        "seek_form": SeekForm(may_be_rated=may_be_rated(user)),
        "rulesets": all_rulesets(),
        "ruleset": ruleset_texts(ruleset),
    }
    return render(request, "games/lobby/home.html", context)


def _lobby_for(user: User | None) -> lobby.Lobby:
    """Return the lobby without the reader's own tables.

    Tables are also left out if the reader has blocked the host or the host has blocked the reader.
    """
    tables = lobby.read_lobby()
    if user is None:
        return tables
    apart = lobby.hosts_apart(tables.hosts, {user.pk})
    return tables.without(user.username).without_hosts(apart.get(user.pk, frozenset()))


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """List the public matches that are being played, newest first, of all games or of one."""
    running = _lobby_for(reader(request)).running
    form = LiveFilter(request.GET)
    ruleset = form.cleaned_data["ruleset"] if form.is_valid() else ""
    shown = [match for match in running if ruleset in ("", match.ruleset)]
    shown.sort(key=lambda match: match.started or match.created, reverse=True)
    context = {"tables": shown, "form": form, "ruleset": ruleset, "has_any": bool(running)}
    return render(request, "games/matches/watch.html", context)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Start a match against bots."""
    form = QuickForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the games."))
        return redirect("home")
    chosen = {name: form.cleaned_data[name] for name in ("level", "is_taught")}
    try:
        user = reader_or_guest(request)
        terms = {"ruleset": form.ruleset.name, "options": form.options, **chosen}
        return open_match_once(request, user, partial(seating.start_quick_match, user=user, **terms))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("home")
