"""Cleans text that people write for others: removes invisible characters and marks that pile up.

Names need none of this: they are plain Latin letters (accounts.names).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

MARKS_OF_ONE = 3  # on one character: enough for Arabic with all its vowel signs, and for Vietnamese or Hebrew
MARKS_FOR_EACH = 2  # on average, and one more
LONGEST = 10_000  # characters that are looked at; nothing that is kept has as many

# They join letters, as Persian needs, or the parts of an emoji.
JOINERS = frozenset("\u200c\u200d")

# Format characters that can be seen: Arabic signs that stand around a number.
VISIBLE_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")

# Invisible, though Unicode counts them among letters, marks and symbols. Of the variation selectors those two stay
# that choose between a coloured emoji and a plain one.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0)]))
)

# Controls, format characters (among them those that turn the direction of what follows), surrogates, and code points
# that mean nothing.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
MARKS = frozenset({"Mn", "Me"})  # they are drawn over or around the character before them


def clean_line(text: str) -> str:
    """Return the text in one line, without what cannot be seen and with a bounded number of combining marks."""
    return "".join(_kept(text[:LONGEST])).strip()


def clean_lines(text: str) -> str:
    """Return the text with each of its lines cleaned, and with at most one empty line in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(map(clean_line, text[:LONGEST].splitlines()))).strip()


def _kept(text: str) -> Iterator[str]:
    """Yield what is kept of a text; white space of any kind and length is one blank.

    Marks and joiners are kept only after a character that they belong to. A joiner waits for what it joins.
    """
    characters = marks = marks_of_one = 0
    joiner, is_after_blank = "", True
    for one in text:
        if one.isspace():
            if not is_after_blank:
                yield " "
            joiner, is_after_blank = "", True
        elif one in JOINERS:
            joiner = "" if is_after_blank else one
        elif one in INVISIBLE:
            continue
        elif (category := unicodedata.category(one)) in MARKS:
            if is_after_blank or marks_of_one == MARKS_OF_ONE or marks > MARKS_FOR_EACH * characters:
                continue
            marks, marks_of_one = marks + 1, marks_of_one + 1
            yield joiner + one
            joiner = ""
        elif category not in UNSEEN or one in VISIBLE_FORMATS:
            characters, marks_of_one = characters + 1, 0
            yield joiner + one
            joiner, is_after_blank = "", False
