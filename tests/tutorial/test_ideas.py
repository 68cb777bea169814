"""What a match shows of its tutorial."""

import random

import pytest

from games.rules import find_ruleset
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.tutorial import LESSONS
from games.tutorial.ideas import ideas_of, shown_ideas
from games.tutorial.lesson import Step, outcome_of, set_up


def play_step(ruleset: str, step: Step) -> list[Event]:
    """Play a step with all its moves, the learner's being the first right one, and return the events."""
    lesson = LESSONS[ruleset]
    game = set_up(lesson, step)
    events: list[Event] = []
    for word in step.before.replace("|", "").split():
        events += game.apply(next(move for move in game.legal() if word in move[1:]))
    for move in game.legal():
        after = game.copy()
        made = list(after.apply(move))
        if move.seat == 0 and shows_right(step, made):
            for word in step.then.split():
                made += after.apply(next(one for one in after.legal() if word in one[1:]))
            return events + made
    raise AssertionError(step.title)


def shows_right(step: Step, events: list[Event]) -> bool:
    return outcome_of(events) in step.right


@pytest.mark.parametrize("ruleset", LESSONS)
def test_each_step_of_a_tutorial_shows_its_idea(ruleset: str) -> None:
    for step in LESSONS[ruleset].steps:
        if step.idea:
            assert step.idea in ideas_of(play_step(ruleset, step)), step.title


@pytest.mark.parametrize("ruleset", LESSONS)
def test_each_idea_that_a_match_can_show_is_explained(ruleset: str) -> None:
    for step in LESSONS[ruleset].steps:
        assert bool(step.gist) is bool(step.idea), step.title


def titles(game: Game, ideas: set[str], *, shown: bool) -> list[str]:
    return [title for title, _number, is_shown, _gist in shown_ideas(game, ideas) if is_shown is shown]


def test_the_steps_that_a_match_has_not_shown_keep_their_numbers() -> None:
    game = Moroccan({"declarations": "manual"})
    found = shown_ideas(game, {"capture", "run", "caida", "ronda", "nothing", "play"})
    assert [(one.title, one.number) for one in found if not one.is_shown] == [
        ("Missa", 4),
        ("Tringa", 6),
        ("False call", 7),
        ("Challenge", 8),
        ("Silence and claim", 9),
    ]
    assert [one.title for one in found if one.is_shown] == ["Capture", "Run", "Caida", "Ronda"]


def test_a_match_with_automatic_calls_has_none_of_the_steps_about_calls() -> None:
    assert titles(Moroccan({"declarations": "automatic"}), set(), shown=False) == ["Capture", "Run", "Caida", "Missa"]


def test_a_game_without_captures_has_no_ideas_to_recall() -> None:
    assert shown_ideas(find_ruleset("steere")({}), {"trick"}) == []


def test_every_idea_can_be_shown_by_a_match() -> None:
    dice = random.Random(1)
    for ruleset in ("moroccan", "porrazo"):
        seen: set[str] = set()
        wanted = {step.idea for step in LESSONS[ruleset].steps if step.idea}
        for _match in range(40):
            seen |= ideas_of(play_match(find_ruleset(ruleset)({"declarations": "manual"}), dice))
        assert wanted <= seen


def play_match(game: Game, dice: random.Random) -> list[Event]:
    """Play a deal at random."""
    deck = list(game.pack)
    dice.shuffle(deck)
    events = list(game.deal(game.draw_deal(0, deck, lambda left: dice.randint(0, left))))
    while not game.over and game.phase != "deal":
        events += game.apply(dice.choice(list(game.legal())))
    return events
