"""The rules in docs/rules as HTML: an introduction with figures of cards, and the full clauses.

Translations are in docs/rules/fr and so on. What has none is shown in English.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from games.rendering.rule_figures import draw_picture
from games.rules import find_ruleset

# Raw HTML is escaped and links are checked, so that a page of rules can't contain a script.
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_FOLDER: Final[Path] = settings.BASE_DIR / "docs" / "rules"
_SECTION: Final = "\n## "
_CLAUSE: Final = re.compile(r"[A-Z]\d+")
_OTHER_PAGE: Final = re.compile(r"([\w-]+)\.md(#\w+)?")


class Rulebook(NamedTuple):
    """A page of rules as HTML without its title: how to play, and the clauses."""

    play: SafeString
    clauses: SafeString


def read_rulebook(ruleset: str) -> Rulebook:
    """Return the rules of a ruleset by its name. Raises KeyError for an unknown ruleset."""
    return _render(ruleset, get_language() or settings.LANGUAGE_CODE)


@cache
def _render(ruleset: str, language: str) -> Rulebook:
    translated = _FOLDER / language / f"{ruleset}.md"
    source = (translated if translated.is_file() else _FOLDER / f"{ruleset}.md").read_text(encoding="utf-8")
    _title, _newline, text = source.partition("\n")
    play, _mark, last_section = text.rpartition(_SECTION)  # the clauses are the last section, in every language
    _heading, _newline, clauses = last_section.partition("\n")
    return Rulebook(render_rules(play, ruleset), render_rules(clauses, ruleset))


def render_rules(source: str, ruleset: str) -> SafeString:
    """Render rules in Markdown as HTML. Raises ValueError for an invalid figure."""
    env = {"ruleset": find_ruleset(ruleset)}
    tokens = MARKDOWN.parse(source, env)
    _name_clauses(tokens)
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, env)
    return mark_safe(html)  # noqa: S308  rendered without raw HTML, from our own files


def _name_clauses(tokens: Sequence[Token]) -> None:
    """Add an id to each list item that starts with a clause number, so that it can be linked to as ``#M21``."""
    for item, _paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if item.type == "list_item_open" and inline.type == "inline":
            number = inline.content.removeprefix("**").partition("**")[0]
            if _CLAUSE.fullmatch(number):
                item.attrSet("id", number)


def _draw_fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Render code blocks marked ``cards`` as figures."""
    if tokens[at].info.strip() != "cards":
        return renderer.fence(tokens, at, options, env)
    return draw_picture(tokens[at].content, env["ruleset"])


def _open_link(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Rewrite links between files in docs/rules to links between pages."""
    found = _OTHER_PAGE.fullmatch(str(tokens[at].attrGet("href")))
    if found:
        tokens[at].attrSet("href", reverse("rules", args=[found[1]]) + (found[2] or ""))
    return renderer.renderToken(tokens, at, options, env)


def _open_table(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Wrap a table in a frame that scrolls on narrow screens, also with the keyboard."""
    return f'<div class="table-wrap" tabindex="0">{renderer.renderToken(tokens, at, options, env)}'


def _close_table(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return f"{renderer.renderToken(tokens, at, options, env)}</div>"


MARKDOWN.add_render_rule("fence", _draw_fence)
MARKDOWN.add_render_rule("table_open", _open_table)
MARKDOWN.add_render_rule("table_close", _close_table)
MARKDOWN.add_render_rule("link_open", _open_link)
