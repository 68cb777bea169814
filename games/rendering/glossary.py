"""The glossary: the games' terms in all languages, side by side."""

from typing import Final, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _


class Term(NamedTuple):
    """A term, with a word for it in each language, and its meaning."""

    name: Promise
    meaning: Promise


class Group(NamedTuple):
    """The terms on one subject."""

    title: Promise
    terms: tuple[Term, ...]


class Row(NamedTuple):
    """A term as a row of the page.

    ``words`` maps language codes to the term in that language, the reader's language first. ``meaning`` is in the
    reader's language.
    """

    words: dict[str, str]
    meaning: str


GROUPS: Final = (
    Group(
        _("Cards"),
        (
            Term(pgettext_lazy("glossary", "Pack"), _("All the cards in a game, in the order they are dealt.")),
            Term(
                pgettext_lazy("glossary", "Suit"),
                _("One of the four symbols on the cards: coins, cups, swords and clubs."),
            ),
            Term(pgettext_lazy("glossary", "Coins"), _("The suit of gold coins.")),
            Term(pgettext_lazy("glossary", "Cups"), _("The suit of cups.")),
            Term(pgettext_lazy("glossary", "Swords"), _("The suit of swords.")),
            Term(pgettext_lazy("glossary", "Clubs"), _("The suit of wooden clubs.")),
            Term(
                pgettext_lazy("glossary", "Rank"),
                _("The value of a card: 1 to 7, then sota, caballo and rey."),
            ),
            Term(pgettext_lazy("glossary", "Sota (10)"), _("The page, the lowest of the three court cards.")),
            Term(pgettext_lazy("glossary", "Caballo (11)"), _("The horseman, the second court card.")),
            Term(pgettext_lazy("glossary", "Rey (12)"), _("The king, the highest card.")),
        ),
    ),
    Group(
        _("Dealing"),
        (
            Term(
                pgettext_lazy("glossary", "Match"),
                _("A whole game, played until one side has enough points to win."),
            ),
            Term(pgettext_lazy("glossary", "Deal"), _("One pass through the whole pack.")),
            Term(
                pgettext_lazy("glossary", "Batch"),
                _("The cards dealt to each player at one time; a deal has several batches."),
            ),
            Term(pgettext_lazy("glossary", "Dealer"), _("The player who deals. Each deal has a new dealer.")),
            Term(
                pgettext_lazy("glossary", "Cut"),
                _("To lift part of the pack and put it under the rest before the deal."),
            ),
            Term(pgettext_lazy("glossary", "Stock"), _("The cards that have not been dealt yet.")),
            Term(pgettext_lazy("glossary", "Hand"), _("The cards a player holds, which no one else can see.")),
            Term(pgettext_lazy("glossary", "Side"), _("A player, or two partners who score together.")),
        ),
    ),
    Group(
        _("Captures"),
        (
            Term(pgettext_lazy("glossary", "Capture"), _("To take a card of the same rank from the table.")),
            Term(
                pgettext_lazy("glossary", "Run"),
                _("Cards in rising order with no gaps, taken in one capture."),
            ),
            Term(pgettext_lazy("glossary", "Pile"), _("The cards that a side has captured.")),
            Term(pgettext_lazy("glossary", "Caida"), _("A capture of the very card that was just laid.")),
            Term(pgettext_lazy("glossary", "Five"), _("The third card of the rank, which takes over a caida.")),
            Term(pgettext_lazy("glossary", "Ten"), _("The fourth card of the rank, which takes over a five.")),
            Term(pgettext_lazy("glossary", "Missa"), _("A capture that leaves the table empty.")),
            Term(
                pgettext_lazy("glossary", "Dealer’s duty"),
                _("The rule that the dealer must capture with the very last card."),
            ),
        ),
    ),
    Group(
        _("Calls"),
        (
            Term(pgettext_lazy("glossary", "Call"), _("What a player says they hold, truthfully or not.")),
            Term(pgettext_lazy("glossary", "Ronda"), _("Two cards of one rank in a hand; also the name of the game.")),
            Term(pgettext_lazy("glossary", "Tringa"), _("Three cards of one rank in a hand.")),
            Term(pgettext_lazy("glossary", "False call"), _("A call that the hand doesn’t support.")),
            Term(pgettext_lazy("glossary", "Challenge"), _("To doubt a call and make the caller show their hand.")),
            Term(pgettext_lazy("glossary", "Claim"), _("To demand the penalty for a ronda that wasn’t announced.")),
        ),
    ),
    Group(
        _("What players shout"),
        (
            Term(
                pgettext_lazy("glossary", "B’khamsa"),
                _("“For five”: you take over a caida with the third card of the rank."),
            ),
            Term(
                pgettext_lazy("glossary", "B’achra"),
                _("“For ten”: you take over a five with the fourth card of the rank."),
            ),
            Term(
                pgettext_lazy("glossary", "9a3a rey"),
                _(
                    "The dealer captures with the very last card, and it is a rey: 5 points. In Moroccan Arabic typed "
                    "in Latin letters, 9 is ق and 3 is ع, so “9a3a” is قاعة."
                ),
            ),
            Term(
                pgettext_lazy("glossary", "9a3a as"),
                _("The dealer’s very last card is a 1: 5 points for the opponents, even if it captures."),
            ),
            Term(
                pgettext_lazy("glossary", "E-see"),
                _("In MUFTS, a caida: a capture of the card that was just laid."),
            ),
            Term(pgettext_lazy("glossary", "Me-sa"), _("In MUFTS, a missa: a capture that leaves the table empty.")),
            Term(
                pgettext_lazy("glossary", "Trick (MUFTS)"),
                _(
                    "In MUFTS, the dealer’s duty: 5 points for the dealer if the very last card is a rey and captures, "
                    "or for the opponents if it is a 1 or captures nothing."
                ),
            ),
        ),
    ),
    Group(
        _("Other games"),
        (
            Term(pgettext_lazy("glossary", "Rondine"), _("In Porrazo, three cards of one rank in a hand.")),
            Term(
                pgettext_lazy("glossary", "Porrazo"),
                _("A capture of the card that was just laid; also the name of the game."),
            ),
            Term(
                pgettext_lazy("glossary", "Counter porrazo"),
                _("The third card of the rank, which strikes back at a porrazo."),
            ),
            Term(pgettext_lazy("glossary", "San benito"), _("The fourth card of the rank, which wins the match.")),
            Term(pgettext_lazy("glossary", "Limpia"), _("In Porrazo, a capture that leaves the table empty.")),
            Term(
                pgettext_lazy("glossary", "Tendido"), _("In Porrazo, the four cards that the dealer lays on the table.")
            ),
            Term(
                pgettext_lazy("glossary", "In place"),
                _(
                    "In Porrazo, an A, 2, 3 or 4 that captures nothing and brings the table to that many cards: it "
                    "scores its number."
                ),
            ),
            Term(
                pgettext_lazy("glossary", "Trick"),
                _("In Mark Steere’s game, one card from each player; the winner takes them all."),
            ),
            Term(
                pgettext_lazy("glossary", "Tiebreaker"),
                _("In Mark Steere’s game, one card for each player tied for the most tricks: the highest wins."),
            ),
        ),
    ),
    Group(
        _("On this site"),
        (
            Term(pgettext_lazy("glossary", "Rated match"), _("A match that counts towards the ladder.")),
            Term(pgettext_lazy("glossary", "Casual match"), _("A match that doesn’t count towards any ladder.")),
            Term(pgettext_lazy("glossary", "Ladder"), _("The players of a game, ranked by rating.")),
            Term(
                pgettext_lazy("glossary", "Rating"),
                _("A number that shows how well someone plays. It changes with their results."),
            ),
            Term(pgettext_lazy("glossary", "Spectator"), _("Someone who watches a match without playing.")),
            Term(pgettext_lazy("glossary", "Resign"), _("To give up a match, which counts as a loss.")),
            Term(pgettext_lazy("glossary", "Abort"), _("To end a match without a result.")),
        ),
    ),
)


def languages_of_reader() -> list[str]:
    """Return the codes of all languages: the reader's first, the others in the order of the settings."""
    return sorted((code for code, _name in settings.LANGUAGES), key=lambda code: code != get_language())


def glossary() -> list[tuple[str, list[Row]]]:
    """Return the title and the rows of each group."""
    return [(str(group.title), [_row(one) for one in group.terms]) for group in GROUPS]


def _row(one: Term) -> Row:
    return Row({code: _word(one, code) for code in languages_of_reader()}, str(one.meaning))


def _word(one: Term, language: str) -> str:
    with override(language):
        return str(one.name)
