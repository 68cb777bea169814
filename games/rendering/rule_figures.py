"""Card figures in the rules, composed of the site's card drawings.

In Markdown, a figure is a code block marked ``cards``, with one row of the figure per line::

    On the table: [6O] [7S] 12O
    You play: 6C | two captured
    = A caption.

``[6O]`` is a captured card, ``*6O`` a winning card, and ``4C=4`` a card that scores 4. ``>`` between two cards means
that the first beats the second. The text after ``|`` is a note on the row.
"""

import re
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.rules.game import Game
from games.selectors.card_names import card_name, pack_name

BEATS: Final = ">"
_CARD: Final = re.compile(r"(?P<mark>[\[*]?)(?P<code>[0-9AJQK]{1,2}[A-Z])\]?(?:=(?P<score>\d+))?")
_MARKS: Final = {"": "", "[": "taken", "*": "best"}


class Card(NamedTuple):
    """A card in a figure, or the sign between two cards (``code`` is ``BEATS``)."""

    code: str
    mark: str = ""  # "taken", "best" or empty
    score: str = ""


class Row(NamedTuple):
    """A row in a figure."""

    label: str
    cards: tuple[Card, ...]
    note: str


class Picture(NamedTuple):
    """Rows of cards with a caption."""

    rows: tuple[Row, ...]
    caption: str


def read_picture(source: str, pack: tuple[str, ...]) -> Picture:
    """Parse a block. Raises ValueError for a line that is not a row, or a card that is not in the pack."""
    rows, caption = [], []
    for line in source.strip().splitlines():
        if line.startswith("="):
            caption.append(line[1:].strip())
            continue
        label, colon, rest = line.partition(":")
        cards, _bar, note = rest.partition("|")
        if not colon:
            raise ValueError(f"not a row of cards: {line}")
        rows.append(Row(label.strip(), tuple(_read_card(word, pack) for word in cards.split()), note.strip()))
    return Picture(tuple(rows), " ".join(caption))


def _read_card(word: str, pack: tuple[str, ...]) -> Card:
    if word == BEATS:
        return Card(BEATS)
    found = _CARD.fullmatch(word)
    if found is None or found["code"] not in pack:
        raise ValueError(f"not a card of the pack: {word}")
    return Card(found["code"], _MARKS[found["mark"]], found["score"] or "")


def draw_picture(source: str, ruleset: type[Game]) -> SafeString:
    """Render a block as an HTML figure. Raises ValueError for the same reasons as ``read_picture``."""
    picture, pack = read_picture(source, ruleset.pack), pack_name(ruleset)
    rows = [
        {"label": row.label, "note": row.note, "cards": [_describe(card, pack) for card in row.cards]}
        for row in picture.rows
    ]
    context = {"rows": rows, "pack": pack, "caption": picture.caption}
    return render_to_string("games/rules/_picture.html", context)


def _describe(card: Card, pack: str) -> dict[str, str]:
    if card.code == BEATS:
        return {}
    name = card_name(card.code, pack)
    spoken = {
        "": name,
        "taken": _("%(card)s, captured") % {"card": name},
        "best": _("%(card)s, the best") % {"card": name},
    }
    return {
        "code": card.code,
        "mark": card.mark,
        "score": card.score,
        "name": spoken[card.mark],
    }
