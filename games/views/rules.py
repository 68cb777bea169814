"""The rules of the games, rendered from docs/rules."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rendering.glossary import glossary, languages_of_reader
from games.rendering.rulebook import read_rulebook
from games.selectors.lessons import has_lessons, rulesets_with_lessons
from games.selectors.ruleset_texts import all_rulesets, ruleset_texts
from games.views.common import ruleset_or_404


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """List the games."""
    lessons = {ruleset.name for ruleset in rulesets_with_lessons()}
    return render(request, "games/rules/rules.html", {"rulesets": all_rulesets(), "lessons": lessons})


@require_safe
def ruleset_rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show how a game is played, with the clauses of its rules."""
    game = ruleset_or_404(ruleset)
    context = {
        "ruleset": ruleset_texts(game),
        "rulebook": read_rulebook(game.name),
        "has_lesson": has_lessons(game.name),
    }
    return render(request, "games/rules/ruleset_rules.html", context)


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Show the terms used in the games in all languages, with the reader's language first."""
    names = dict(settings.LANGUAGES)
    languages = [(code, names[code]) for code in languages_of_reader()]
    return render(request, "games/pages/glossary.html", {"groups": glossary(), "languages": languages})
