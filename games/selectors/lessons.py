"""The data for the tutorial pages."""

from functools import cache
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.bots import BOTS
from games.rules import find_ruleset
from games.selectors.ruleset_texts import RulesetTexts, game_texts, ruleset_texts
from games.tutorial import LESSONS
from games.tutorial.lesson import Answer, Frame, Step, WorkedStep, work_out

OPPONENTS = tuple(bot.title for bot in sorted(BOTS.values(), key=lambda bot: bot.level))  # easiest first


def rulesets_with_lessons() -> list[RulesetTexts]:
    """Return the rulesets that have a tutorial, in the order of the menu."""
    return [ruleset_texts(find_ruleset(name)) for name in LESSONS]


def has_lessons(ruleset: str) -> bool:
    """Return whether a ruleset has a tutorial."""
    return ruleset in LESSONS


def lesson_data(ruleset: str, learner: str | None = None) -> dict[str, Any]:
    """Return a ruleset's tutorial as the page's script expects it. Raises KeyError if the ruleset has none.

    ``learner`` is the name of the reader, who sits in the first seat, or None if they are signed out. Each of the
    ``steps`` has a ``title``, a ``task``, the view at the ``start``, the frames that ``lead`` to the learner's move,
    and ``answers``. For each possible ``move``, an answer says whether it is ``right``, and has the ``text`` to show
    and the ``frames`` that follow (none if the move is wrong). A frame has ``events`` and the ``view`` after them.
    """
    data = _lesson_data(ruleset, get_language() or "")
    # Translators: the name of a visitor’s seat in a tutorial, in sentences such as “{seat} lays {card}.”
    learner = learner or pgettext("seat in a tutorial", "Guest")
    return {**data, "players": [learner, *data["players"]]}


@cache
def _lesson_data(ruleset: str, _language: str) -> dict[str, Any]:
    lesson = LESSONS[ruleset]
    game = lesson.ruleset(lesson.options)
    opponents = OPPONENTS[: game.players - 1]
    fields = {"opponent": opponents[0], "third": opponents[1] if len(opponents) > 1 else ""}
    return {
        **game_texts(lesson.ruleset),
        "ruleset": ruleset,
        "players": opponents,  # lesson_data adds the learner
        "bots": [False, *[True] * (game.players - 1)],
        "sides": list(game.sides),
        "steps": [_step(step, work_out(lesson, step), fields) for step in lesson.steps],
    }


def _step(step: Step, worked: WorkedStep, fields: dict[str, str]) -> dict[str, Any]:
    return {
        "title": _(step.title),
        "task": _(step.task).format(**fields),
        "start": worked.start,
        "lead": [_frame(frame) for frame in worked.lead],
        "answers": [_answer(answer, fields) for answer in worked.answers],
    }


def _answer(answer: Answer, fields: dict[str, str]) -> dict[str, Any]:
    facts = answer.facts._asdict() | {"card": f"[{answer.facts.card}]"}
    return {
        "move": answer.move,
        "right": answer.is_right,
        "text": _(answer.text).format(**fields, **facts),
        "frames": [_frame(frame) for frame in answer.frames],
    }


def _frame(frame: Frame) -> dict[str, Any]:
    return {"events": frame.events, "view": frame.view}
