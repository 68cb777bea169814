"""The developer documentation in docs/, rendered as pages of the site."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext_lazy
from markdown_it.token import Token

from games.rendering.rulebook import MARKDOWN
from games.rules import find_ruleset

FOLDER: Final[Path] = settings.BASE_DIR / "docs"
# The documents are in English, but their titles are translated. The one to read first comes first.
TITLES: Final[Mapping[str, Promise]] = {
    "bots": gettext_lazy("Bots"),
    "api": gettext_lazy("The public API"),
    "protocol": gettext_lazy("The live match protocol"),
    "record": gettext_lazy("The match record"),
    "fair-deals": gettext_lazy("Fair deals"),
    "analysis": gettext_lazy("How a match is analysed"),
}
EXAMPLE: Final = "bot.py"
_RULES: Final = re.compile(r"rules(?:/([\w-]+)\.md)?")


class Document(NamedTuple):
    """A document. Its title is in the reader's language and not part of its HTML."""

    name: str
    title: Promise
    text: SafeString


def all_documents() -> list[Document]:
    """Return all documents, starting with the one to read first."""
    return [read_document(name) for name in TITLES]


@cache
def read_document(name: str) -> Document:
    """Return the document with this name, which must be a key of ``TITLES``."""
    _heading, _newline, text = (FOLDER / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    return Document(name, TITLES[name], render_document(text))


def render_document(source: str) -> SafeString:
    """Render Markdown from docs/ as HTML, with IDs on headings, and with links that lead to pages of the site."""
    tokens = MARKDOWN.parse(source)
    _name_headings(tokens)
    for inline in tokens:
        _resolve_links(inline.children or ())
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return mark_safe(html)  # noqa: S308  rendered without raw HTML, from our own files


def _name_headings(tokens: Sequence[Token]) -> None:
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", slugify(inline.content))


def _resolve_links(tokens: Sequence[Token]) -> None:
    """Turn links between files into links between pages. A link to a file without a page becomes plain text."""
    for begin, end in _links(tokens):
        href = str(begin.attrGet("href"))
        if href.startswith(("#", "/", "http://", "https://")):
            continue
        path, hash_sign, place = href.partition("#")
        if page := _page_of(path):
            begin.attrSet("href", page + hash_sign + place)
        else:
            begin.attrs = {}
            begin.tag = end.tag = "span"


def _links(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield the opening and closing tokens of each link. Markdown does not nest links."""
    begins = [token for token in tokens if token.type == "link_open"]
    ends = [token for token in tokens if token.type == "link_close"]
    return zip(begins, ends, strict=True)


def _page_of(path: str) -> str:
    """Return the URL of the page for a file in docs/, or "" if it has none. Raises KeyError for an unknown ruleset."""
    if path == EXAMPLE:
        return reverse("example_bot")
    if path.removesuffix(".md") in TITLES:
        return reverse("document", args=[path.removesuffix(".md")])
    if found := _RULES.fullmatch(path):
        return reverse("rules", args=[find_ruleset(found[1]).name] if found[1] else [])
    return ""
