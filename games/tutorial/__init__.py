"""The games' tutorials and the coach for beginners, written as data that the rules complete and check."""

from typing import Final

from games.tutorial import moroccan, mufts, one_deck, porrazo, steere
from games.tutorial.lesson import Lesson

LESSONS: Final[dict[str, Lesson]] = {
    lesson.ruleset.name: lesson
    for lesson in (moroccan.LESSON, one_deck.LESSON, mufts.LESSON, porrazo.LESSON, steere.LESSON)
}
