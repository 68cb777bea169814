"""Player pages, and following players."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import ServiceError
from accounts.models import User
from accounts.online import online_among
from accounts.selectors import block_kind, followed_by, is_following, users_named
from accounts.services import follow_user, unfollow
from games.moderation.reportable import match_to_report
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS
from games.selectors.history import player_history
from games.selectors.keyset import BadCursorError
from games.selectors.lobby import own_tables
from games.selectors.player_stats import head_to_head
from games.selectors.profile import load_profile
from games.views.common import cursors, reader, sign_in_first
from games.views.filter_forms import PlayerFilter
from games.views.link_previews import player_card


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player's ratings, statistics and latest matches."""
    found = get_object_or_404(users_named(name))
    user = reader(request)
    card = player_card(request, found)
    profile = load_profile(found, reader=user)
    context = {
        "profile": profile,
        "card": card,
        "is_unsure": not all(standing.ladder_row.ranked for standing in profile.standings),
        "ranked_matches": RANKED_MATCHES,
        "ranked_opponents": RANKED_OPPONENTS,
        **_relation_context(found, user),
    }
    return render(request, "games/players/player.html", context)


@require_safe
def player_matches(request: HttpRequest, name: str) -> HttpResponse:
    """List a player's finished matches that pass the filter. With an opponent, also show the head-to-head record.

    If the reader's own list is not filtered, its first page also shows the tables at which they currently have a seat.
    """
    found = get_object_or_404(users_named(name))
    form = PlayerFilter(request.GET)
    wanted, user = form.wanted, reader(request)
    if wanted.opponent and found.is_site_bot:  # a site bot has too many matches to search
        query = {"opponent": found.username} if not wanted.opponent.is_site_bot else {}
        return redirect(reverse("player_matches", args=[wanted.opponent.username], query=query))
    try:
        page = player_history(found, wanted, reader=user, **cursors(request))
    except BadCursorError:
        return redirect("player_matches", name=name)
    is_own, is_start = user == found, not (form.is_open or page.before)
    context = {
        "player": found,
        "is_own": is_own,
        "tables": own_tables(found) if is_own and is_start else [],
        "form": form,
        "page": page,
        "opponent": wanted.opponent,
        "against": head_to_head(found, wanted.opponent, reader=user) if wanted.opponent else None,
    }
    return render(request, "games/players/player_matches.html", context)


def _relation_context(player: User, reader: User | None) -> dict[str, object]:
    """Return the template context for the reader's actions: play with, follow, mute, block or report the player.

    On the reader's own page, it contains only the players they follow.
    """
    if reader == player:
        friends = followed_by(player)
        online = online_among([friend.pk for friend in friends])
        return {"friends": sorted(((friend, friend.pk in online) for friend in friends), key=lambda one: not one[1])}
    is_here = not player.is_site_bot and not player.is_closed
    report_match = match_to_report(reader, player) if is_here and reader is not None else None
    return {
        "can_play": is_here,
        "can_follow": is_here and not player.is_bot,
        "follows": reader is not None and is_following(reader, player),
        "block_kind": block_kind(reader, player) if reader is not None else "",
        "report_code": report_match.code if report_match else "",
    }


@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Follow or unfollow a player, then redirect to the player's page."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("player", args=[name]))
    found = get_object_or_404(users_named(name))
    try:
        if request.POST.get("follow") == "no":
            unfollow(by=user, whom=found)
        else:
            follow_user(by=user, whom=found)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("player", name=found.username)
