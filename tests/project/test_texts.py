"""Every text that people read goes through gettext, in templates and in scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
SCRIPTS = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))

# Names, which are the same in all languages.
NAMES = {
    "uPlot",
    "Noto Sans Arabic",
    "Inter",
    "Alegreya",
    "circle-flags",
    "Django, Channels, django-allauth, Daphne",
    "bot.py",
    "Ronda",
    "UTC",
}
# Attributes whose values are read or heard. The content of a meta element is read only for some names.
ATTRIBUTE = re.compile(r'\b(?:title|alt|placeholder|aria-label|aria-description|aria-roledescription)="([^"]*)"')
SPOKEN_META = re.compile(r'<meta\s+(?:name="description"|property="og:(?:title|description)")\s+content="([^"]*)"')
TAG_OR_VALUE = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
HIDDEN = re.compile(
    r"{#[^\n]*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->|<(script|style|svg|code|pre)\b.*?</\1>"
    r"|{%\s*blocktrans.*?endblocktrans(?:late)?\s*%}|{%\s*block body_class\s*%}.*?{%\s*endblock",
    re.DOTALL,
)
DATA = re.compile(r'\bdata-[\w-]+="[^"]*"')
ELEMENT = re.compile(r"<[^>]*>", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2}")

COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
CALL = re.compile(r"""\bn?p?gettext\((?:\s*(["'`])(?:(?!\1).)*\1\s*,?)+""")
# What scripts may show: a sentence or a capitalised word in quotes that is not an argument to gettext.
QUOTED = re.compile(r"""(["'`])([^"'`\n]*)\1""")
SENTENCE = re.compile(r"[A-Z][a-z]+(?:[ ,.!?…’][^$<>{}=]*)?")
# Values that only look like words, such as the names of keys and browser interfaces, and stored names of guests.
INTERFACE = set(
    """ArrowLeft ArrowRight ArrowUp ArrowDown Enter Escape Home End PageUp PageDown Tab Delete Backspace Notification
    AbortError Guest Closed Spectators""".split()
)


def untranslated_in_template(source: str) -> list[str]:
    """Return the texts of a template that are outside {% translate %} and {% blocktranslate %}."""
    source = DATA.sub("", TAG_OR_VALUE.sub(" ", HIDDEN.sub(" ", source)))
    attributes = [*ATTRIBUTE.findall(source), *SPOKEN_META.findall(source)]
    lines = ELEMENT.sub("\n", source).replace("&nbsp;", " ").replace("&amp;", "&").splitlines()
    found = (text.strip(" \t·:,()") for text in [*attributes, *lines])
    return [text for text in found if WORD.search(text) and text not in NAMES]


def untranslated_in_script(source: str) -> list[str]:
    """Return the strings in a script that look like words for people and are not passed to gettext."""
    found = QUOTED.findall(CALL.sub(" ", COMMENT.sub(" ", source)))
    return [text for _quote, text in found if SENTENCE.fullmatch(text) and text not in INTERFACE]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(settings.BASE_DIR)))
def test_a_template_shows_only_translated_texts(path: Path) -> None:
    assert untranslated_in_template(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(settings.BASE_DIR)))
def test_a_script_shows_only_translated_texts(path: Path) -> None:
    assert untranslated_in_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello there</p>", ["Hello there"]),
        ('<p>{% trans "Hello" %} {{ name }}</p>', []),
        ("{% blocktrans %}Hello <b>you</b>{% endblocktrans %}", []),
        ('<input placeholder="Your name">', ["Your name"]),
        ('<img alt="{% trans "A card" %}">', []),
        ("<!-- a comment --> {# another #}", []),
        ("{# A comment that\nDjango shows #}", ["{# A comment that", "Django shows #}"]),
        ('<meta name="description" content="A site">', ["A site"]),
    ],
)
def test_the_check_of_templates(source: str, found: list[str]) -> None:
    assert untranslated_in_template(source) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('show("Your turn.");', ["Your turn."]),
        ('show(gettext("Your turn."));', []),
        ("label = 'Play';", ["Play"]),
        ('ngettext("%s card", "%s cards", n) + pgettext("suit", "Clubs")', []),
        ('if (key === "Escape") close(); // "Not this"', []),
        ('import { a } from "./Some.js";', []),
    ],
)
def test_the_check_of_scripts(source: str, found: list[str]) -> None:
    assert untranslated_in_script(source) == found
