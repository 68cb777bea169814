"""The page about the site's bots."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.site_bots import names_of_site_bots, rated_games, site_bots


@require_safe
def site_bots_page(request: HttpRequest) -> HttpResponse:
    """Show the site's bots and their ratings."""
    names = {key: name for name, key in names_of_site_bots().items()}
    bots = site_bots()
    games = [(game, [game.ratings.get(bot.key) for bot in bots]) for game in rated_games()]
    context = {"bots": [(bot, names.get(bot.key, bot.title)) for bot in bots], "games": games}
    return render(request, "games/pages/bots.html", context)
