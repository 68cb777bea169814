"""The names of the cards in words. static/js/board/cards.js uses the same names."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.cards import FRENCH_52
from games.rules.game import Game

SPANISH, FRENCH = "spanish", "french"


class NamedCard(NamedTuple):
    """A card with its name in words."""

    card: str
    name: str


def pack_name(ruleset: type[Game]) -> str:
    """Return the name of the pack in static/cards that shows this ruleset's cards."""
    return FRENCH if ruleset.pack == FRENCH_52 else SPANISH


def card_name(card: str, pack: str) -> str:
    """Return a card's name in words, such as ``"7 of cups"``."""
    rank, suit = card[:-1], card[-1]
    if pack == FRENCH:
        ranks = {"A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
        suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": pgettext("French suit", "clubs")}
    else:
        ranks = {"10": _("sota (10)"), "11": _("caballo (11)"), "12": _("rey (12)")}
        suits = {"O": _("coins"), "C": _("cups"), "S": _("swords"), "B": _("clubs")}
    return _("%(rank)s of %(suit)s") % {"rank": ranks.get(rank, rank), "suit": suits[suit]}


def named_cards(cards: Iterable[str], pack: str) -> tuple[NamedCard, ...]:
    """Return cards with their names."""
    return tuple(NamedCard(card, card_name(card, pack)) for card in cards)
