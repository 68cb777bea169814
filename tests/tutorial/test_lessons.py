"""The tutorials and the rules: every step can be played, and no text contradicts the rules."""

import re
from functools import cache
from typing import Any

import pytest

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.tutorial import LESSONS
from games.tutorial.caida_steps import CAPTURE
from games.tutorial.lesson import Lesson, LessonError, Step, WorkedStep, work_out

STEPS = [(lesson, place) for lesson in LESSONS.values() for place in range(len(lesson.steps))]
IDS = [f"{lesson.ruleset.name}: {lesson.steps[place].title}" for lesson, place in STEPS]
every_step = pytest.mark.parametrize(("lesson", "place"), STEPS, ids=IDS)


@cache
def work(ruleset: str, place: int) -> WorkedStep:
    lesson = LESSONS[ruleset]
    return work_out(lesson, lesson.steps[place])


def test_moroccan_ronda_is_taught_in_ten_steps() -> None:
    assert set(LESSONS) <= set(Game.registry)
    assert len(LESSONS["moroccan"].steps) == 10


@every_step
def test_every_step_can_be_played(lesson: Lesson, place: int) -> None:
    worked = work(lesson.ruleset.name, place)
    right = [answer for answer in worked.answers if answer.is_right]
    assert right
    assert all(answer.frames for answer in right)
    assert not any(answer.frames for answer in worked.answers if not answer.is_right)


@every_step
def test_every_text_of_a_step_is_the_answer_to_a_move(lesson: Lesson, place: int) -> None:
    step = lesson.steps[place]
    used = {answer.text for answer in work(lesson.ruleset.name, place).answers}
    assert used == {*step.right.values(), *step.wrong.values()}


@every_step
def test_every_card_in_a_text_is_in_the_position(lesson: Lesson, place: int) -> None:
    """Each card is on the table or in the learner's hand, or was just played."""
    step, worked = lesson.steps[place], work(lesson.ruleset.name, place)
    views = [worked.start, *(frame.view for frame in worked.lead)]
    seen = {card for view in views for card in [*view["table"], *view["seats"][0]["hand"]]}
    played = {word for word in step.before.split() if word in lesson.ruleset.pack}
    for text in [step.task, *step.right.values(), *step.wrong.values()]:
        assert set(re.findall(r"\[(\w+)\]", text)) <= seen | played, text


@every_step
def test_the_learner_is_to_move_when_a_step_begins(lesson: Lesson, place: int) -> None:
    worked = work(lesson.ruleset.name, place)
    position = worked.lead[-1].view if worked.lead else worked.start
    assert position["to_act"] == 0
    assert position["moves"]


@every_step
def test_a_step_shows_nothing_of_other_hands(lesson: Lesson, place: int) -> None:
    worked = work(lesson.ruleset.name, place)
    frames = [*worked.lead, *(frame for answer in worked.answers for frame in answer.frames)]
    for view in [worked.start, *(frame.view for frame in frames)]:
        assert [seat["hand"] for seat in view["seats"][1:]] == [None] * (len(view["seats"]) - 1)


@every_step
def test_points_are_named_only_where_they_are_scored(lesson: Lesson, place: int) -> None:
    for answer in work(lesson.ruleset.name, place).answers:
        if "{gain}" in answer.text:
            assert answer.facts.gain > 0
        if "{loss}" in answer.text:
            assert answer.facts.loss > 0
        if "{taken}" in answer.text:
            assert answer.facts.taken > 1


POINTS = {
    "Caida": 1,
    "Missa": 1,
    "Ronda": 1,
    "Tringa": 6,
    "False call": 0,
    "Challenge": 1,
    "Silence and claim": 1,
    "The count": 5,
}


@pytest.mark.parametrize(("title", "points"), POINTS.items())
def test_the_steps_of_moroccan_ronda_score_what_the_rules_say(title: str, points: int) -> None:
    lesson = LESSONS["moroccan"]
    step = next(step for step in lesson.steps if step.title == title)
    assert {answer.facts.gain for answer in work_out(lesson, step).answers if answer.is_right} == {points}


def changed(**facts: Any) -> Step:
    return Step(**{**{name: getattr(CAPTURE, name) for name in ("title", "task", "deck", "right", "wrong")}, **facts})


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"wrong": {}}, "no answer"),
        ({"right": {}, "wrong": {"capture:1": "a", "play": "b"}}, "no move is right"),
        ({"right": {"capture:2": "two"}}, "no answer"),
        ({"before": "12B"}, "not legal"),
        ({"then": "1C"}, "not legal"),
    ],
)
def test_a_step_that_the_rules_contradict_is_refused(facts: dict[str, Any], message: str) -> None:
    lesson = Lesson(Moroccan, (), {"declarations": "automatic"})
    with pytest.raises(LessonError, match=message):
        work_out(lesson, changed(**facts))
