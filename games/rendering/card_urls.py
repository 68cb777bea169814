"""The sprites and the back that a page shows, by the choice of its reader."""

from typing import NamedTuple

from django.templatetags.static import static

from accounts.card_choices import CardBack, CardSet
from games.rendering.card_sets import sprite_name


class CardUrls(NamedTuple):
    """URLs of sprites, and the name of the back in them.

    If the reader has chosen a set, ``sprite`` is it and the others are empty. Otherwise the page uses ``contrast``
    if the device asks for more contrast, ``narrow`` on small screens, and ``sprite`` elsewhere.
    """

    sprite: str
    narrow: str
    contrast: str
    back: str


def urls_of_cards(pack: str, card_set: str, card_back: str) -> CardUrls:
    """Return what shows a pack in a set, a value of ``CardSet``, with a back, a value of ``CardBack``."""
    back = f"back-{CardBack(card_back).value}"
    if card_set != CardSet.AUTO:
        return CardUrls(static(sprite_name(pack, CardSet(card_set).value)), "", "", back)
    classic, large, contrast = (
        static(sprite_name(pack, one.value)) for one in (CardSet.CLASSIC, CardSet.LARGE, CardSet.CONTRAST)
    )
    return CardUrls(classic, narrow=large, contrast=contrast, back=back)
