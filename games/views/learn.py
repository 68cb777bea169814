"""The tutorials."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.selectors.coaching import is_newcomer, short_target
from games.selectors.lessons import lesson_data, rulesets_with_lessons
from games.selectors.ruleset_texts import ruleset_texts
from games.selectors.site_bots import site_bots
from games.views.common import first_ruleset, reader, ruleset_or_404


@require_safe
@gzip_page  # consecutive views are similar
def learn(request: HttpRequest, ruleset: str = "") -> HttpResponse:
    """Show the tutorial for a ruleset or, by default, for the first one. Raises Http404 if it has no tutorial."""
    game = ruleset_or_404(ruleset) if ruleset else first_ruleset()
    user = reader(request)
    try:
        data = lesson_data(game.name, user.shown_name if user else None)
    except KeyError:
        raise Http404(_("This game has no tutorial.")) from None
    context = {
        "ruleset": ruleset_texts(game),
        "others": [other for other in rulesets_with_lessons() if other.name != game.name],
        "data": data,
        "bot": site_bots()[0],
        "short_target": short_target(game, is_new=user is None or is_newcomer(user)),
        "quick_game": f"{game.name}:{len(data['players'])}",
    }
    return render(request, "games/learn/learn.html", context)
