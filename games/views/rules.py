"""The rules of the games, rendered from docs/rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rendering.rulebook import read_rulebook
from games.selectors.ruleset_texts import all_rulesets, ruleset_texts
from games.views.common import ruleset_or_404


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """List the games."""
    return render(request, "games/rules/rules.html", {"rulesets": all_rulesets()})


@require_safe
def ruleset_rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show how a game is played, and its clauses."""
    game = ruleset_or_404(ruleset)
    context = {"ruleset": ruleset_texts(game), "rulebook": read_rulebook(game.name)}
    return render(request, "games/rules/ruleset_rules.html", context)
