"""The tutorial for One Deck."""

from typing import Final

from games.rules.one_deck import OneDeck
from games.rules.texts import gettext_noop
from games.tutorial.caida_steps import CAPTURE, RUN
from games.tutorial.lesson import Lesson, Step

DARBA: Final = Step(
    title=gettext_noop("Darba"),
    task=gettext_noop("{opponent} has just played [4S]. Capture the card that was just played: that’s a darba!"),
    deck="4S 6O 11C  4B 12C 1O  12S 2O 7B 10C",
    dealer=0,
    before="| 4S",
    right={"capture:1 caida": gettext_noop("Darba! You captured the card right after it was played: +{gain}.")},
    wrong={
        "capture:1": gettext_noop("That captures a card too, but an older one. Only [4S] was just played."),
        "play": gettext_noop("{card} wouldn’t capture anything. Capture [4S] with a card of the same rank."),
    },
    idea="caida",
    gist=gettext_noop("A capture of the card that was just played."),
)

FIVE: Final = Step(
    title=gettext_noop("B’khamsa: five"),
    task=gettext_noop("{opponent} has just captured your [4S]. Play the third card of that rank right away!"),
    deck="4S 4C 11O  4B 12C 1O  12S 2O 7B 10C",
    before="4S | 4B",
    right={
        "five undone": gettext_noop(
            "B’khamsa! You get all three cards and +{gain}, and {opponent} gives the darba back. "
            "With the fourth four, {opponent} could now make it ten."
        )
    },
    wrong={"play": gettext_noop("{card} lets {opponent} keep the darba. You hold the third four.")},
    idea="five",
    gist=gettext_noop("The third card of a rank, played right after a darba."),
)

LAST_CARD: Final = Step(
    title=gettext_noop("The last card"),
    task=gettext_noop(
        "You are the dealer, so the very last card is yours. If it’s a rey and captures, you score five more. Play it!"
    ),
    deck=(
        "5S 4O 6C 1S 12O 11B 1O 7C 12C 3C 1C 6S 2S 10C 3O 11C 7O 5C 10O 7S "
        "3S 6B 11S 11O 5O 5B 2C 6O 2B 7B 10S 2O 10B 4S 4B 1B 3B 12S 4C 12B"
    ),
    dealer=0,
    before=(
        "4O 1S 5S 12O 6C 11B 6S 3O 1C 11C 2S 10C 10O 3S 5C 6B 7O 7S 5O 2C 11S 5B 11O 6O 2B 2O 7B 4S 10S 10B 4B 4C 1B "
        "12S | 3B"
    ),
    right={
        "capture:1 duty_king sweep count won": gettext_noop(
            "Five points for the rey, the cards left on the table, and a point for each of your {pile} cards: +{gain}. "
            "The higher score wins."
        )
    },
)

LESSON: Final = Lesson(OneDeck, (CAPTURE, RUN, DARBA, FIVE, LAST_CARD))
