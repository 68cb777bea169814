"""The URLs of card faces and backs, including the reader's own choices."""

import json
from typing import NamedTuple

from django.templatetags.static import static

from accounts.card_choices import CardBack, CardSet
from games.rendering.card_sets import BACKS_NAME, CLASSIC, PACKS, sprite_name


class CardUrls(NamedTuple):
    """The URLs of the suit sprites, as JSON objects keyed by the letter of the suit, and the URL of the back.

    If the reader has chosen a set, it is in ``sprites``, and ``narrow`` and ``contrast`` are empty. Otherwise the page
    uses ``contrast`` if the device asks for more contrast, ``narrow`` on small screens, and ``sprites`` elsewhere.
    """

    sprites: str
    narrow: str
    contrast: str
    back: str


def card_address(pack: str, code: str, card_set: str = CLASSIC) -> str:
    """Return the URL of a card's drawing, for pages that do not know which set the reader has chosen.

    ``card_set`` is a value of ``CardSet``.
    """
    return f"{static(sprite_name(pack, card_set, code[-1]))}#{code}"


def back_address(card_back: str) -> str:
    """Return the URL of a card back's drawing. ``card_back`` is a value of ``CardBack``."""
    return f"{static(BACKS_NAME)}#back-{CardBack(card_back).value}"


def urls_of_cards(pack: str, card_set: str, card_back: str) -> CardUrls:
    """Return the URLs for a pack. ``card_set`` is a value of ``CardSet``, and ``card_back`` a value of ``CardBack``."""
    back = back_address(card_back)
    if card_set != CardSet.AUTO:
        return CardUrls(_sprites(pack, CardSet(card_set)), "", "", back)
    classic, large, contrast = (_sprites(pack, one) for one in (CardSet.CLASSIC, CardSet.LARGE, CardSet.CONTRAST))
    return CardUrls(classic, narrow=large, contrast=contrast, back=back)


def _sprites(pack: str, card_set: CardSet) -> str:
    return json.dumps({letter: static(sprite_name(pack, card_set.value, letter)) for letter in PACKS[pack].suits})
