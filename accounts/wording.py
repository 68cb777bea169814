"""How words are put together: in lists, and as a label with its value. In scripts, ``js/lib/sentence.js`` does it."""

from collections.abc import Iterable
from typing import Literal

from babel.lists import format_list
from django.utils.translation import get_language, get_language_bidi, pgettext

ISOLATE, END_ISOLATE = "\u2068", "\u2069"


def listing(words: Iterable[object], style: Literal["standard", "standard-short", "or"] = "standard") -> str:
    """Return words as a list in the active language: "a and b", "a & b" (``standard-short``) or "a or b".

    In Arabic, words in Latin letters would change the order of the list, so each is isolated.
    """
    texts = [str(word) for word in words]
    if len(texts) > 1 and get_language_bidi():
        texts = [f"{ISOLATE}{text}{END_ISOLATE}" for text in texts]
    return format_list(texts, style, get_language() or "en")


def labelled(label: object, value: object) -> str:
    """Return a label with its value, such as "Points to win: 41"."""
    return pgettext("label and value", "%(label)s: %(value)s") % {"label": label, "value": value}
