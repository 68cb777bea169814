"""The tutorial for Moroccan ronda: ten positions."""

from typing import Final

from games.rules.moroccan import Moroccan
from games.rules.texts import gettext_noop
from games.tutorial.caida_steps import CAPTURE, RUN
from games.tutorial.lesson import Lesson, Step

MANUAL: Final = {"declarations": "manual"}

CAIDA: Final = Step(
    title=gettext_noop("Caida"),
    task=gettext_noop("{opponent} has just played [4S]. Capture the card that was just played: that’s a caida!"),
    deck="4S 6O 11C  4B 12C 1O  12S 2O 7B 10C",
    dealer=0,
    before="| 4S",
    right={"capture:1 caida": gettext_noop("Caida! You captured the card right after it was played: +{gain}.")},
    wrong={
        "capture:1": gettext_noop("That captures a card too, but an older one. Only [4S] was just played."),
        "play": gettext_noop("{card} wouldn’t capture anything. Capture [4S] with a card of the same rank."),
    },
    idea="caida",
    gist=gettext_noop("You capture the card that was just played: 1 point."),
)

MISSA: Final = Step(
    title=gettext_noop("Missa"),
    task=gettext_noop("Capture everything on the table with one card: that is a missa!"),
    deck="12O 2B 3S  7C 5C 1B  5O 12C 6S 7B",
    dealer=0,
    before="| 12O",
    right={
        "capture:3 missa": gettext_noop("Missa! You left the table empty: +{gain}. {opponent} must now lay a card.")
    },
    wrong={
        "capture:1": gettext_noop("{card} takes one card and leaves two. Take all three in one run."),
        "play": gettext_noop("{card} wouldn’t capture anything. Take all three cards in one run."),
    },
    idea="missa",
    gist=gettext_noop("Your capture leaves the table empty: 1 point."),
)

RONDA: Final = Step(
    title=gettext_noop("Ronda"),
    task=gettext_noop(
        "New cards! Before playing, all players announce. Two of a rank make a ronda. Announce what you hold."
    ),
    deck="4S 6O 1C  5C 5S 11O  2O 7B 12S 3C",
    dealer=0,
    before="nothing",
    options=MANUAL,
    shows_calls=True,
    right={
        "announce:ronda award": gettext_noop("Your ronda scores +{gain}. {opponent} can’t see which cards you hold.")
    },
    wrong={
        "announce:nothing": gettext_noop("You can keep quiet, but then your two fives score nothing."),
        "announce:tringa award": gettext_noop(
            "A tringa is three of a kind. You only hold two, so that would be a false call."
        ),
    },
    idea="ronda",
    gist=gettext_noop("Two of a rank in your hand: 1 point. The best call takes the points of all calls."),
)

TRINGA: Final = Step(
    title=gettext_noop("Tringa"),
    task=gettext_noop(
        "Three of a rank make a tringa. {opponent} has announced a ronda, but the best call wins the points of both."
    ),
    deck="7C 7S 4O  2C 2O 2B  12S 3C 6B 10O",
    dealer=0,
    before="ronda",
    options=MANUAL,
    shows_calls=True,
    right={
        "announce:tringa award": gettext_noop(
            "Your tringa beats the ronda and takes the points of both calls: +{gain}."
        )
    },
    wrong={
        "announce:ronda": gettext_noop(
            "That is true, but a ronda of twos loses to most other rondas. You hold something better."
        ),
        "announce:nothing award": gettext_noop("Then the points go to {opponent}. You hold the best call there is!"),
    },
    idea="tringa",
    gist=gettext_noop("Three of a rank in your hand: 5 points. It beats every ronda."),
)

FALSE_CALL: Final = Step(
    title=gettext_noop("False call"),
    task=gettext_noop(
        "You may bluff: announce a ronda you don’t hold. If {opponent} challenges, the point goes to {opponent}, "
        "not to you."
    ),
    deck="4S 6O 1C  3C 6S 11O  2O 7B 12S 5C",
    dealer=0,
    before="nothing",
    then="challenge",
    options=MANUAL,
    shows_calls=True,
    right={
        "announce:ronda award": gettext_noop(
            "{opponent} challenges and is right, so they score {loss} and you score nothing. "
            "For a false tringa, it would be five."
        )
    },
    wrong={
        "announce:nothing": gettext_noop("Honest and safe, but try the bluff just this once."),
        "announce:tringa award": gettext_noop(
            "A false tringa would give your opponent five points. Try the smaller bluff."
        ),
    },
    idea="false_call",
    gist=gettext_noop(
        "A bluff. If it comes to light, it scores nothing, and your opponents get its points: "
        "1 for a ronda, 5 for a tringa."
    ),
)

# A halt (M15): the call would end the match, so a challenge costs nothing.
CHALLENGE: Final = Step(
    title=gettext_noop("Challenge"),
    task=gettext_noop(
        "{opponent} has 40 points and wins with 41, so play stops at this ronda. Accept or challenge it? "
        "A wrong challenge loses the match."
    ),
    deck="1B 5S 10O  3C 6S 11B  2O 7B 12S 4C",
    before="nothing | ronda",
    options=MANUAL,
    scores=(36, 40),
    shows_calls=True,
    right={
        "challenge false_call": gettext_noop(
            "A bluff! The call is void, and you score +{gain}. A wrong challenge loses the match, so challenge only "
            "when you are sure, or when the call would win the match anyway."
        )
    },
    wrong={
        "accept award won": gettext_noop(
            "Then {opponent} wins the match. A wrong challenge would cost no more, so try it!"
        )
    },
    idea="challenge",
    gist=gettext_noop("You doubt a call, and the hand is shown. If the call was true, you lose the match."),
)

CLAIM: Final = Step(
    title=gettext_noop("Silence and claim"),
    task=gettext_noop("{opponent} announced nothing, but has played [6O] and [6S]: a hidden ronda! Claim it."),
    deck="6O 1B 6S  12B 4C 10S  2O 5B 12S 1C",
    dealer=0,
    before="nothing nothing 6O 10S | 6S",
    options=MANUAL,
    shows_calls=True,
    interrupts=("claim",),
    right={
        "claim": gettext_noop(
            "Well spotted: +{gain}. The game won’t point out hidden rondas, so watch what others play. A wrong claim "
            "costs nothing."
        )
    },
    wrong={
        "play": gettext_noop(
            "You’d miss your chance. Press “Claim” next to {opponent}’s name; you can still play afterwards."
        ),
        "capture:1": gettext_noop(
            "Claim first: press “Claim” next to {opponent}’s name. You can still play afterwards."
        ),
    },
    idea="claim",
    gist=gettext_noop(
        "If others play a pair or three of a rank that they didn’t announce, claim points for it. "
        "A wrong claim costs nothing."
    ),
)

# The end of a complete deal: the learner plays the last card.
COUNT: Final = Step(
    title=gettext_noop("The count"),
    task=gettext_noop("This is the last card of the deal. Play it, and the captured cards are counted."),
    deck=(
        "12S 3S 6C 1C 4B 7O 11O 3B 4C 12O 2C 2S 4O 3O 1S 1B 5C 5O 1O 11C "
        "7C 6O 11S 10S 2B 12C 10O 3C 7B 5S 12B 2O 10B 11B 6B 4S 7S 5B 6S 10C"
    ),
    dealer=0,
    before=(
        "3S 1C 12S 4B 6C 7O 4O 1S 2C 1B 2S 3O 1O 6O 5C 11C 5O "
        "7C 2B 3C 10S 10O 11S 12C 7B 11B 5S 2O 12B 10B 4S 5B 6B 6S | 7S"
    ),
    right={
        "capture:1 sweep count": gettext_noop(
            "You captured last, so you also get what is left on the table. "
            "That makes {pile} cards, and each one above 20 is a point: +{gain}. The first to reach 41 points wins."
        )
    },
)

LESSON: Final = Lesson(
    Moroccan,
    (CAPTURE, RUN, CAIDA, MISSA, RONDA, TRINGA, FALSE_CALL, CHALLENGE, CLAIM, COUNT),
    {"declarations": "automatic"},
)
