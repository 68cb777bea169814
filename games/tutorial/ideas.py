"""The ideas of a tutorial that a match has shown, by its public events."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from games.rules.events import Event
from games.rules.game import Game
from games.tutorial import LESSONS
from games.tutorial.lesson import Lesson, Step


class ShownIdea(NamedTuple):
    """A step of the tutorial, counted from 1, whether a match has shown its idea, and what the idea is."""

    title: str
    number: int
    is_shown: bool
    gist: str


def ideas_of(events: Iterable[Event]) -> set[str]:
    """Return the names of the ideas that these events show.

    A capture is named ``capture`` and, if it takes several cards, also ``run``. A call is named by what it announces,
    and every other event by its kind.
    """
    return {name for event in events for name in _names_of(event)}


def _names_of(event: Event) -> list[str]:
    if event.kind == "capture" and len(event.data["cards"]) > 1:
        return ["capture", "run"]
    return [event.data["call"] if event.kind == "announce" else event.kind]


def shown_ideas(game: Game, ideas: Container[str]) -> list[ShownIdea]:
    """Return the steps of the game's tutorial whose ideas a match with its options can show."""
    lesson = LESSONS.get(game.name)
    if lesson is None:
        return []
    return [
        ShownIdea(step.title, number, step.idea in ideas, step.gist)
        for number, step in enumerate(lesson.steps, 1)
        if step.idea and _applies(lesson, step, game)
    ]


def _applies(lesson: Lesson, step: Step, game: Game) -> bool:
    """Return whether the game has the options that the step needs, beyond those of the whole tutorial."""
    needed = {name: value for name, value in step.options.items() if lesson.options.get(name) != value}
    return all(game.chosen[name] == value for name, value in needed.items())
