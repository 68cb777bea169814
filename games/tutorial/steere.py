"""The tutorial for Mark Steere's Ronda: tricks that lack only the learner's card."""

from typing import Final

from games.rules.steere import Steere
from games.rules.texts import gettext_noop
from games.tutorial.lesson import Lesson, Step

THREE_SUITS: Final = Step(
    title=gettext_noop("Three suits"),
    task=gettext_noop(
        "Each suit beats the next in a ring: cups, coins, swords, clubs, then cups again. "
        "With three suits in a trick, the unbeaten one wins. Win this trick!"
    ),
    deck="12S 12B",
    dealer=0,
    before="| 12S 12B",
    right={
        "play trick:0": gettext_noop("Coins beat swords, and swords beat clubs: {card} wins. Ranks don’t matter here.")
    },
    wrong={
        "play trick:1": gettext_noop("If you play {card}, {opponent}’s swords win. Which suit beats swords?"),
        "play trick:2": gettext_noop("If you play {card}, {third}’s clubs win. Which suit beats swords?"),
    },
)

PAIR: Final = Step(
    title=gettext_noop("Two of a suit"),
    task=gettext_noop(
        "If two cards are of the same suit, the higher of the two wins, and the third is ignored. Win this trick!"
    ),
    deck="4O 7B",
    dealer=0,
    before="| 4O 7B",
    right={
        "play trick:0": gettext_noop(
            "{card} is the higher of two cards of one suit, so you win. The odd card is ignored."
        )
    },
    wrong={
        "play trick:1": gettext_noop(
            "If you play {card}, {opponent} wins. Play a coin higher than [4O] or a club higher than [7B]."
        ),
        "play trick:2": gettext_noop(
            "If you play {card}, {third} wins. Play a coin higher than [4O] or a club higher than [7B]."
        ),
    },
)

ONE_SUIT: Final = Step(
    title=gettext_noop("One suit"),
    task=gettext_noop("With three cards of one suit, the highest wins; you may always play any card. Win this trick!"),
    deck="5C 9C",
    dealer=0,
    before="| 5C 9C",
    right={
        "play trick:0": gettext_noop(
            "Three cups, and {card} is the highest. Whoever wins the most tricks wins the game."
        )
    },
    wrong={"play trick:2": gettext_noop("If you play {card}, [9C] wins. Play a higher cup.")},
)

LESSON: Final = Lesson(Steere, (THREE_SUITS, PAIR, ONE_SUIT))
