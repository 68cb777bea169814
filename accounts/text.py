"""Removing invisible characters and excessive combining marks from text written by users.

Names do not need this: they are plain ASCII (see ``accounts.names``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

MARKS_OF_ONE = 3  # per character: enough for fully vocalised Arabic, Vietnamese and Hebrew
MARKS_FOR_EACH = 2  # on average per character, plus one
LONGEST = 10_000  # characters processed; every stored text is shorter

# Characters that join or separate letters, as in Persian, or join the parts of an emoji.
JOINERS = frozenset("\u200c\u200d")

# Visible format characters: Arabic signs that enclose a number.
VISIBLE_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")

# Invisible characters that Unicode classifies as letters, marks or symbols. The two variation selectors that choose
# between the coloured and plain form of an emoji are kept.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0)]))
)

# Control and format characters (including those that change the text direction), surrogates, and private or unassigned
# code points.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
MARKS = frozenset({"Mn", "Me"})  # drawn over or around the preceding character


def clean_line(text: str) -> str:
    """Return the text as one line, without invisible characters and with a bounded number of combining marks."""
    return "".join(_kept(text[:LONGEST])).strip()


def clean_lines(text: str) -> str:
    """Return the text with each line cleaned, and with successive empty lines reduced to one."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(map(clean_line, text[:LONGEST].splitlines()))).strip()


def _kept(text: str) -> Iterator[str]:
    """Yield the characters to keep, with each run of white space replaced by one space.

    Marks and joiners are kept only after a character they can attach to. A joiner is held back until the next
    character that is kept, and dropped before white space.
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
