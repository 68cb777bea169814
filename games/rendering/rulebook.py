"""The rules in docs/rules as HTML: a summary, an introduction with card figures, and the full clauses.

Translations are in docs/rules/fr and so on. Pages without a translation are shown in English.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
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

# Raw HTML is escaped and links are checked, so that a rules page can't contain a script.
MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_FOLDER: Final[Path] = settings.BASE_DIR / "docs" / "rules"
_SECTION: Final = "\n## "
_CLAUSE: Final = re.compile(r"[A-Z]\d+")
_OTHER_PAGE: Final = re.compile(r"([\w-]+)\.md(#\w+)?")


class Heading(NamedTuple):
    """A heading on a rules page: its text, and its ID, which is the same in every language."""

    text: str
    id: str


class Rulebook(NamedTuple):
    """A rules page as HTML without its title: the game in one minute, how to play, and the clauses.

    ``contents`` contains the headings in ``play``, and ``clause_contents`` the headings in ``clauses``.
    """

    minute: SafeString
    play: SafeString
    clauses: SafeString
    contents: list[Heading]
    clause_contents: list[Heading]


def read_rulebook(ruleset: str) -> Rulebook:
    """Return the rules page of the ruleset with this name. Raises FileNotFoundError for an unknown ruleset."""
    return _render(ruleset, get_language() or settings.LANGUAGE_CODE)


@cache
def _render(ruleset: str, language: str) -> Rulebook:
    translated = _FOLDER / language / f"{ruleset}.md"
    source = (translated if translated.is_file() else _FOLDER / f"{ruleset}.md").read_text(encoding="utf-8")
    _title, _newline, text = source.partition("\n")
    preface, minute, *play, last_section = text.split(_SECTION)  # the same sections in every language
    _heading, _newline, clauses = last_section.partition("\n")
    contents: list[Heading] = []
    clause_contents: list[Heading] = []
    return Rulebook(
        render_rules(f"{preface}{_SECTION}{minute}", ruleset),
        render_rules("".join(_SECTION + section for section in play), ruleset, contents, "part"),
        render_rules(clauses, ruleset, clause_contents, "clauses"),
        contents,
        clause_contents,
    )


def render_rules(source: str, ruleset: str, headings: list[Heading] | None = None, prefix: str = "") -> SafeString:
    """Render rules in Markdown as HTML. Raises ValueError for an invalid figure.

    Each heading gets an ID that begins with ``prefix``. If ``headings`` is given, the headings are added to it.
    """
    env = {"ruleset": find_ruleset(ruleset)}
    tokens = MARKDOWN.parse(source, env)
    _name_clauses(tokens)
    if headings is not None:
        headings += _name_headings(tokens, prefix)
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, env)
    return mark_safe(html)  # noqa: S308  rendered without raw HTML, from our own files


def _name_headings(tokens: Sequence[Token], prefix: str) -> list[Heading]:
    """Add an ID to each heading, and return the headings."""
    found: list[Heading] = []
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            found.append(Heading(inline.content, f"{prefix}-{len(found) + 1}"))
            heading.attrSet("id", found[-1].id)
    return found


def _name_clauses(tokens: Sequence[Token]) -> None:
    """Add an ID to each list item that starts with a clause number, so that it can be linked to as ``#M21``."""
    for item, _paragraph, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if item.type == "list_item_open" and inline.type == "inline":
            number = inline.content.removeprefix("**").partition("**")[0]
            if _CLAUSE.fullmatch(number):
                item.attrSet("id", number)


def _draw_fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Render a code block. A block marked ``cards`` becomes a figure."""
    if tokens[at].info.strip() != "cards":
        return renderer.fence(tokens, at, options, env)
    return draw_picture(tokens[at].content, env["ruleset"])


def _open_link(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Turn a link between files in docs/rules into a link between pages."""
    found = _OTHER_PAGE.fullmatch(str(tokens[at].attrGet("href")))
    if found:
        tokens[at].attrSet("href", reverse("rules", args=[found[1]]) + (found[2] or ""))
    return renderer.renderToken(tokens, at, options, env)


def _open_table(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    """Wrap a table in a frame that can be scrolled on narrow screens, including with the keyboard."""
    return f'<div class="table-wrap" tabindex="0">{renderer.renderToken(tokens, at, options, env)}'


def _close_table(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return f"{renderer.renderToken(tokens, at, options, env)}</div>"


MARKDOWN.add_render_rule("fence", _draw_fence)
MARKDOWN.add_render_rule("table_open", _open_table)
MARKDOWN.add_render_rule("table_close", _close_table)
MARKDOWN.add_render_rule("link_open", _open_link)
