"""Pages about the site: help, the code of conduct, privacy, and credits."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.push import is_push_on
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS
from games.ratings.titles import TITLES
from games.rendering.privacy import cookies, kept_data
from games.rendering.sound_list import SOUNDS
from games.selectors.ruleset_texts import all_rulesets
from games.state.reliability import GRACES


@require_safe
def site_help(request: HttpRequest) -> HttpResponse:
    """Show help and frequently asked questions."""
    context = {
        "ranked_matches": RANKED_MATCHES,
        "ranked_opponents": RANKED_OPPONENTS,
        "titles": [(title, least) for least, title in TITLES],
        "grace_seconds": int(GRACES[0][1].total_seconds()),
        "sounds": SOUNDS.items(),
    }
    return render(request, "games/pages/help.html", context)


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """Show the code of conduct."""
    return render(request, "games/pages/conduct.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site stores about people."""
    context = {"kept": kept_data(), "cookies": cookies(), "sends_push": is_push_on()}
    return render(request, "games/pages/privacy.html", context)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show credits and licences."""
    return render(request, "games/pages/about.html", {"rulesets": all_rulesets()})
