"""The rules, from the project's own pages in docs/rules."""

from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games.selectors.words import all_rulesets, ruleset_words
from games.views.common import ruleset_or_404

# Raw HTML is shown as text and links are checked, so that a page of rules can bring no script of its own.
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The games that are played here."""
    return render(request, "games/rules.html", {"rulesets": all_rulesets()})


@require_safe
def ruleset_rules(request: HttpRequest, ruleset: str) -> HttpResponse:
    """How one game is played, clause by clause."""
    game = ruleset_or_404(ruleset)
    return render(request, "games/ruleset_rules.html", {"ruleset": ruleset_words(game), "text": rules_text(game.name)})


@cache
def rules_text(ruleset: str) -> SafeString:
    """The rules of a ruleset as HTML."""
    source = (settings.BASE_DIR / "docs" / "rules" / f"{ruleset}.md").read_text(encoding="utf-8")
    html: str = MARKDOWN.render(source)
    return mark_safe(html)  # noqa: S308  made without raw HTML, from our own files
