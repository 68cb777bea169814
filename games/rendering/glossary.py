"""The glossary: the terms of the games, in every language side by side."""

from typing import Final, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.utils.translation import pgettext_lazy as term


class Term(NamedTuple):
    """A term, which each language has its own word for, and its meaning."""

    name: Promise
    meaning: Promise


class Group(NamedTuple):
    """Terms of one subject."""

    title: Promise
    terms: tuple[Term, ...]


class Row(NamedTuple):
    """A term as a row of the page: its words by language code, and its meaning in the reader's language."""

    words: dict[str, str]
    meaning: str


GROUPS: Final = (
    Group(
        _("Cards"),
        (
            Term(term("glossary", "Pack"), _("All the cards of a game, in the order in which they are dealt.")),
            Term(term("glossary", "Suit"), _("One of the four signs: coins, cups, swords, clubs.")),
            Term(term("glossary", "Coins"), _("The suit of gold coins.")),
            Term(term("glossary", "Cups"), _("The suit of cups.")),
            Term(term("glossary", "Swords"), _("The suit of swords.")),
            Term(term("glossary", "Clubs"), _("The suit of wooden clubs.")),
            Term(term("glossary", "Rank"), _("What equal cards have in common: 1 to 7, then sota, caballo and rey.")),
            Term(term("glossary", "Sota (10)"), _("The page, the lowest of the three court cards.")),
            Term(term("glossary", "Caballo (11)"), _("The horseman, the second court card.")),
            Term(term("glossary", "Rey (12)"), _("The king, the highest card.")),
        ),
    ),
    Group(
        _("Dealing"),
        (
            Term(term("glossary", "Match"), _("A whole game, until one side has the points to win.")),
            Term(term("glossary", "Deal"), _("The play of one whole pack.")),
            Term(term("glossary", "Batch"), _("The cards that each player gets at once; a deal has several.")),
            Term(term("glossary", "Dealer"), _("The player who deals; the next deal has another one.")),
            Term(term("glossary", "Cut"), _("To lift a part of the pack and put it under the rest, before the deal.")),
            Term(term("glossary", "Stock"), _("The cards that have not been dealt yet.")),
            Term(term("glossary", "Hand"), _("The cards that only their holder sees.")),
            Term(term("glossary", "Side"), _("A player, or two partners who score together.")),
        ),
    ),
    Group(
        _("Captures"),
        (
            Term(term("glossary", "Capture"), _("To take a card of the same rank from the table.")),
            Term(
                term("glossary", "Run"), _("Cards that follow each other upwards without a gap, taken by one capture.")
            ),
            Term(term("glossary", "Pile"), _("The cards that a side has captured.")),
            Term(term("glossary", "Caida"), _("The capture of the very card that was laid just before.")),
            Term(term("glossary", "Five"), _("The third card of the rank, which takes a caida over.")),
            Term(term("glossary", "Ten"), _("The fourth card of the rank, which takes a five over.")),
            Term(term("glossary", "Missa"), _("A capture that leaves the table empty.")),
            Term(
                term("glossary", "Dealer’s duty"), _("The rule that the dealer must capture with the very last card.")
            ),
        ),
    ),
    Group(
        _("Calls"),
        (
            Term(term("glossary", "Call"), _("What a player announces to hold, truly or falsely.")),
            Term(term("glossary", "Ronda"), _("Two cards of one rank in a hand, and the name of the game.")),
            Term(term("glossary", "Tringa"), _("Three cards of one rank in a hand.")),
            Term(term("glossary", "False call"), _("A call of something that the hand does not hold.")),
            Term(term("glossary", "Challenge"), _("To doubt a call, so that the hand must be shown.")),
            Term(term("glossary", "Claim"), _("To demand the penalty for a ronda that was kept silent.")),
        ),
    ),
    Group(
        _("Other games"),
        (
            Term(term("glossary", "Rondine"), _("In Porrazo, three cards of one rank in a hand.")),
            Term(term("glossary", "Porrazo"), _("The game, and in it the capture of the card laid just before.")),
            Term(term("glossary", "Counter porrazo"), _("The third card of the rank, which strikes a porrazo back.")),
            Term(term("glossary", "San benito"), _("The fourth card of the rank, which wins the match.")),
            Term(term("glossary", "Limpia"), _("In Porrazo, a capture that leaves the table empty.")),
            Term(term("glossary", "Tendido"), _("In Porrazo, the four cards that the dealer lays on the table.")),
            Term(
                term("glossary", "Trick"),
                _("In Mark Steere’s game, one card from each player, which the winner takes."),
            ),
        ),
    ),
    Group(
        _("On this site"),
        (
            Term(term("glossary", "Rated match"), _("A match that counts on the ladder.")),
            Term(term("glossary", "Casual match"), _("A match that counts on no ladder.")),
            Term(term("glossary", "Ladder"), _("The players of a game, in the order of their ratings.")),
            Term(term("glossary", "Rating"), _("A number for how well someone plays; it follows the results.")),
            Term(term("glossary", "Spectator"), _("Someone who watches a match without playing.")),
            Term(term("glossary", "Resign"), _("To give a match up, which counts as a loss.")),
            Term(term("glossary", "Abort"), _("To end a match without a result.")),
        ),
    ),
)


def glossary() -> list[tuple[str, list[Row]]]:
    """Return the title and the rows of each group."""
    return [(str(group.title), [_row(one) for one in group.terms]) for group in GROUPS]


def _row(one: Term) -> Row:
    return Row({code: _word(one, code) for code, _name in settings.LANGUAGES}, str(one.meaning))


def _word(one: Term, language: str) -> str:
    with override(language):
        return str(one.name)
