"""The tutorial for MUFTS."""

from typing import Final

from games.rules.mufts import Mufts
from games.rules.texts import gettext_noop
from games.tutorial.caida_steps import CAPTURE, RUN
from games.tutorial.lesson import Lesson, Step

E_SEE: Final = Step(
    title=gettext_noop("E-see"),
    task=gettext_noop("{opponent} has just played [4S]. Capture the card that was just played: that’s an e-see!"),
    deck="4S 6O 11C  4B 12C 1O  12S 2O 7B 10C",
    dealer=0,
    before="| 4S",
    right={"capture:1 caida": gettext_noop("E-see! You captured the card right after it was played: +{gain}.")},
    wrong={
        "capture:1": gettext_noop("That captures a card too, but an older one. Only [4S] was just played."),
        "play": gettext_noop("{card} wouldn’t capture anything. Capture [4S] with a card of the same rank."),
    },
    idea="caida",
    gist=gettext_noop("A capture of the card that was just played."),
)

ME_SA: Final = Step(
    title=gettext_noop("Me-sa"),
    task=gettext_noop("Capture everything on the table with one card: that’s a me-sa!"),
    deck="12O 2B 3S  7C 5C 1B  5O 12C 6S 7B",
    dealer=0,
    before="| 12O",
    right={
        "capture:3 missa": gettext_noop("Me-sa! You left the table empty: +{gain}. {opponent} must now lay a card.")
    },
    wrong={
        "capture:1": gettext_noop("{card} takes one card and leaves two. Take all three in one run."),
        "play": gettext_noop("{card} wouldn’t capture anything. Take all three cards in one run."),
    },
    idea="missa",
    gist=gettext_noop("A capture that leaves the table empty."),
)

LESSON: Final = Lesson(Mufts, (CAPTURE, RUN, E_SEE, ME_SA))
