"""The tutorial for Porrazo."""

from typing import Final

from games.rules.porrazo import Porrazo
from games.rules.texts import gettext_noop
from games.tutorial.lesson import Lesson, Step

CAPTURE: Final = Step(
    title=gettext_noop("Capture a run"),
    task=gettext_noop(
        "A card captures one of the same rank, and the next cards up as long as there is no gap. Take three cards!"
    ),
    deck="JC 9D 4S  5H 8C 6S  JS QD KH 9C",
    dealer=1,
    before="now",
    right={
        "capture:3": gettext_noop(
            "[JS] [QD] [KH]: {taken} cards at once. After a king, the run would go on with an ace."
        )
    },
    wrong={
        "capture:1": gettext_noop("{card} takes only one card. Start at the bottom of the run: jack, queen, king."),
        "play": gettext_noop("Nothing on the table matches {card}, so it would just stay there."),
    },
    idea="run",
    gist=gettext_noop("Cards in rising order with no gaps, taken in one capture."),
)

IN_PLACE: Final = Step(
    title=gettext_noop("In place"),
    task=gettext_noop(
        "There is one card on the table. "
        "An ace, two, three or four scores its number if it brings the table to that many cards."
    ),
    deck="9H KD 6S  2C 4D JS",
    dealer=0,
    before="later | 9H",
    right={"play in_place": gettext_noop("Your two brings the table to two cards, so it scores its number: +{gain}.")},
    wrong={"play": gettext_noop("With {card}, there would be two cards on the table. Which of your cards is a two?")},
    idea="in_place",
    gist=gettext_noop("A card from ace to four scores its number if it brings the table to that many cards."),
)

PORRAZO: Final = Step(
    title=gettext_noop("Porrazo"),
    task=gettext_noop("{opponent} has just played [KH]. Strike: capture the card that was just played!"),
    deck="KH 6S 3D  KC 8D 5S",
    dealer=0,
    before="later | KH",
    then="6S",
    right={
        "capture:1 porrazo": gettext_noop(
            "Porrazo! {opponent} didn’t strike back with a third king, so you score for the porrazo and for the empty "
            "table: +{gain}."
        )
    },
    wrong={"play": gettext_noop("{card} wouldn’t capture anything. Strike [KH] with a card of the same rank.")},
    idea="porrazo",
    gist=gettext_noop("A capture of the card that was just played."),
)

COUNTER: Final = Step(
    title=gettext_noop("Strike back"),
    task=gettext_noop("{opponent} has captured your [7H] with a porrazo. The third card of that rank takes it over!"),
    deck="7H 7C JS  7S 5D 9D",
    dealer=1,
    before="later 7H | 7S",
    then="5D",
    right={
        "overcall counter": gettext_noop(
            "Counter porrazo! You get all three cards and, since {opponent} doesn’t have the fourth seven, the points "
            "for three of a kind and for the empty table: +{gain}. The fourth seven would have won the match."
        )
    },
    wrong={"play stands limpia": gettext_noop("{card} lets {opponent} score the porrazo. You hold the third seven.")},
    idea="counter",
    gist=gettext_noop("The third card of a rank, played right after a porrazo."),
)

RONDA: Final = Step(
    title=gettext_noop("Ronda"),
    task=gettext_noop("Two of a rank make a ronda, three a rondine. Announce what you hold."),
    deck="4S 6H 10C  QC QS 9H",
    dealer=0,
    before="later nothing",
    options={"declarations": "manual"},
    shows_calls=True,
    right={
        "announce:ronda": gettext_noop(
            "When the whole batch has been played, the best announced hand scores; high cards score more. You "
            "may only announce what you really hold."
        )
    },
    wrong={
        "announce:nothing": gettext_noop(
            "If you keep quiet, your queens score nothing, and an opponent may claim them."
        )
    },
    idea="ronda",
    gist=gettext_noop("Two, three or four cards of one rank in a hand."),
)

LESSON: Final = Lesson(Porrazo, (CAPTURE, IN_PLACE, PORRAZO, COUNTER, RONDA), {"declarations": "automatic"})
