"""Ladder pages, and the form that sets a player's country."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.answers import answer_saved
from accounts.countries import NAMES
from accounts.errors import ServiceError
from accounts.models import User
from accounts.names import MAX_LENGTH
from games.ratings import selectors as ladders
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS
from games.ratings.player_country import choose_country
from games.ratings.selectors import Ladder, LadderRow
from games.selectors.keyset import BadCursorError, Page
from games.selectors.ruleset_texts import all_rulesets, ruleset_texts
from games.views.common import asked_for, cursors, first_ruleset, reader, ruleset_or_404, sign_in_first

SCOPES = {
    ladders.ALL: gettext_lazy("Everyone"),
    ladders.MONTH: gettext_lazy("This month"),
    ladders.FRIENDS: gettext_lazy("Friends"),
    ladders.COUNTRY: gettext_lazy("Country"),
    ladders.BOTS: gettext_lazy("Bots"),
}


@require_safe
def ladder(request: HttpRequest, ruleset: str = "", size_class: str = "") -> HttpResponse:
    """Show the requested ladder or, by default, the first one."""
    game = ruleset_or_404(ruleset) if ruleset else first_ruleset()
    sizes = ladders.size_classes(game.name)
    if size_class and size_class not in sizes:
        raise Http404(_("No such ladder."))
    user = reader(request)
    asked = _asked(request, game.name, size_class or sizes[0], user)
    wanted = asked_for(request, "name")[:MAX_LENGTH]
    try:
        page = Page(ladders.find_people(asked, wanted)) if wanted else ladders.ladder_page(asked, **cursors(request))
    except BadCursorError:
        return redirect(request.path)
    is_whole = asked.scope == ladders.ALL and not (wanted or page.before or page.after)
    is_short = is_whole and len(page.rows) < ladders.UNRANKED_SHOWN
    context = {
        "on_their_way": ladders.people_on_their_way(asked) if is_short else [],
        "ruleset": ruleset_texts(game),
        "rulesets": all_rulesets(),
        "size": asked.size_class,
        "sizes": sizes,
        "page": page,
        "wanted": wanted,
        **_scope_words(asked),
        **_own(asked, user),
    }
    return render(request, "games/ratings/ladder.html", context)


def _asked(request: HttpRequest, ruleset: str, size_class: str, user: User | None) -> Ladder:
    """Return the ladder that a request asks for. Raises Http404 if it does not exist."""
    scope = request.GET.get("of", ladders.ALL)
    country = request.GET.get("country", user.country if user else "")
    if scope not in SCOPES or (country and country not in NAMES):
        raise Http404(_("No such ladder."))
    return Ladder(ruleset, size_class, scope, reader=user, country=country if scope == ladders.COUNTRY else "")


def _scope_words(asked: Ladder) -> dict[str, Any]:
    query = "" if asked.scope == ladders.ALL else f"of={asked.scope}"
    if asked.country:
        query += f"&country={asked.country}"
    return {
        "scope": asked.scope,
        "scopes": SCOPES.items(),
        "query": query,
        "country": asked.country,
        "scope_name": NAMES[asked.country] if asked.country else SCOPES[asked.scope],
    }


def _own(asked: Ladder, user: User | None) -> dict[str, LadderRow | int | None]:
    return {
        "own": ladders.own_ladder_row(asked, user) if user else None,
        "ranked_matches": RANKED_MATCHES,
        "ranked_opponents": RANKED_OPPONENTS,
    }


@require_POST
def country(request: HttpRequest) -> HttpResponse:
    """Set or clear the user's country."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("settings"))
    try:
        choose_country(user=user, country=request.POST.get("country", ""))
    except ServiceError as error:
        return answer_saved(request, str(error), part="country", status=400)
    return answer_saved(request, _("Country saved."), part="country")
