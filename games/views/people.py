"""Players: the page of one, and the ladders on which they stand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.selectors import ladder as ladders
from games.selectors.history import player_history
from games.selectors.keyset import BadCursorError
from games.selectors.profile import head_to_head, load_profile
from games.selectors.words import all_rulesets, ruleset_words
from games.views.common import cursors, first_ruleset, reader, ruleset_or_404
from games.views.filters import PlayerFilter


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """A player's ratings, what kind of player that is, and the latest matches."""
    found = get_object_or_404(User, username__iexact=name)
    return render(request, "games/player.html", {"profile": load_profile(found, reader=reader(request))})


@require_safe
def player_matches(request: HttpRequest, name: str) -> HttpResponse:
    """A player's matches, by what is asked; against one opponent with the record of the two."""
    found = get_object_or_404(User, username__iexact=name)
    form = PlayerFilter(request.GET)
    wanted, user = form.wanted, reader(request)
    if wanted.opponent and found.is_bot:  # a bot has too many matches to look through
        query = {"opponent": found.username} if not wanted.opponent.is_bot else {}
        return redirect(reverse("player_matches", args=[wanted.opponent.username], query=query))
    try:
        after, before = cursors(request).values()
        page = player_history(found, wanted, reader=user, after=after, before=before)
    except BadCursorError:
        return redirect("player_matches", name=name)
    against = head_to_head(found, wanted.opponent, reader=user) if wanted.opponent else None
    context = {"player": found, "form": form, "page": page, "opponent": wanted.opponent, "against": against}
    return render(request, "games/player_matches.html", context)


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
