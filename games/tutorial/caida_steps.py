"""The tutorial steps that Moroccan ronda, One Deck and MUFTS share: capturing and runs."""

from typing import Final

from games.rules.texts import gettext_noop
from games.tutorial.lesson import Step

CAPTURE: Final = Step(
    title=gettext_noop("Capture"),
    task=gettext_noop(
        "These three cards are yours. Each turn, you play one: it captures a card of the same rank, of any suit. "
        "Capture one!"
    ),
    deck="7C 2O 12S  1B 4S 6O  3O 7S 11B 5C",
    right={
        "capture:1": gettext_noop(
            "[7C] captures [7S], and both go to your pile. Cards in your pile are worth points later."
        )
    },
    wrong={
        "play": gettext_noop(
            "Nothing on the table matches {card}, so it would stay there, and anyone could capture it. Find a pair."
        )
    },
    idea="capture",
    gist=gettext_noop("To take a card of the same rank from the table."),
)

RUN: Final = Step(
    # Translators: cards of consecutive ranks, the title of a step
    title=gettext_noop("Run"),
    task=gettext_noop("A capture also takes the next cards up, as long as there is no gap. Take three cards with one!"),
    deck="12B 6C 10C  1B 4S 5O  6O 12O 7S 10B",
    right={
        "capture:3": gettext_noop(
            "[6O] [7S] [10B]: {taken} cards at once. There is no 8 or 9, so 10 follows 7. "
            "The 11 is missing, so the run ends there and [12O] stays."
        )
    },
    wrong={"capture:1": gettext_noop("{card} takes only one card. Look for the lowest card of the run: 6, 7, 10.")},
    idea="run",
    gist=gettext_noop("Cards in rising order with no gaps, taken in one capture."),
)
