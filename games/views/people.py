"""Players: the page of one, and the ladders on which they stand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.selectors import ladder as ladders
from games.selectors.keyset import BadCursorError
from games.selectors.profile import load_profile
from games.selectors.words import all_rulesets, ruleset_words
from games.views.common import cursors, first_ruleset, reader, ruleset_or_404


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """A player's ratings and matches."""
    found = get_object_or_404(User, username__iexact=name)
    try:
        profile = load_profile(found, reader=reader(request), **cursors(request))
    except BadCursorError:
        return redirect("player", name=name)
    return render(request, "games/player.html", {"profile": profile})


@require_safe
def ladder(request: HttpRequest, ruleset: str = "", size_class: str = "") -> HttpResponse:
    """A ladder: the one that is asked for, or the first that anybody stands on."""
    game = ruleset_or_404(ruleset) if ruleset else first_ruleset()
    sizes = ladders.size_classes(game.name)
    if size_class and size_class not in sizes:
        raise Http404(_("Nobody has a rating there yet."))
    size = size_class or (sizes[0] if sizes else "")
    user = reader(request)
    try:
        page = ladders.ladder_page(game.name, size, **cursors(request))
    except BadCursorError:
        return redirect(request.path)
    context = {
        "ruleset": ruleset_words(game),
        "rulesets": all_rulesets(),
        "size": size,
        "sizes": sizes,
        "page": page,
        "own": ladders.own_rung(user, game.name, size) if user and size else None,
    }
    return render(request, "games/ladder.html", context)
