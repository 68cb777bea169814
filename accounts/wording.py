"""Helpers for texts in the active language: sort keys, lists, and labels with values.

``js/lib/sentence.js`` does the same for scripts.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal

from babel.dates import format_timedelta
from babel.lists import format_list
from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi, ngettext, pgettext

MOST_NAMES = 3
ISOLATE, END_ISOLATE = "\u2068", "\u2069"


def sort_key(text: str) -> tuple[str, str]:
    """Return a sort key that puts text where readers expect it in a list: "É" and "e" count as the same letter.

    English, French, Spanish and Arabic order names like this, except for rare ties and the Spanish ñ, which does not
    affect the order of the countries. Full collation, as in PyICU, would need a C library for one list.
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), text


def listing(words: Iterable[object], style: Literal["standard", "standard-short", "or"] = "standard") -> str:
    """Return words as a list in the active language: "a and b", "a & b" (``standard-short``) or "a or b".

    In Arabic, words in Latin letters would change the order of the list, so each is isolated.
    """
    texts = [str(word) for word in words]
    if len(texts) > 1:
        texts = [isolated(text) for text in texts]
    return format_list(texts, style, get_language() or "en")


def short_listing(names: Sequence[str]) -> str:
    """Return names as a list like ``listing``, of which only the first ``MOST_NAMES`` are named."""
    rest = len(names) - MOST_NAMES
    if rest <= 0:
        return listing(names)
    others = ngettext("%(count)s other", "%(count)s others", rest) % {"count": rest}
    return listing([*names[:MOST_NAMES], others])


def ago(moment: datetime) -> str:
    """Return how long ago a moment was, in its largest unit: "3 days ago".

    Django's ``naturaltime`` has wrong plurals in Arabic.
    """
    past = min(moment - timezone.now(), timedelta(seconds=-1))  # a moment that is just now would be in the future
    return format_timedelta(past, add_direction=True, locale=get_language() or "en")


def isolated(text: str) -> str:
    """Return a text for use in a sentence, isolated if the active language is written from right to left."""
    return f"{ISOLATE}{text}{END_ISOLATE}" if get_language_bidi() else text


def labelled(label: object, value: object) -> str:
    """Return a label with its value, such as "Points to win: 41"."""
    return pgettext("label and value", "%(label)s: %(value)s") % {"label": label, "value": value}
