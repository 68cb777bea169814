"""Lessons: positions to play on the real board. The data says what to teach, and the rules say what each move does.

A step sets up a deal and lists the outcomes of the learner's move that are right or wrong, with a text for each. It
does not say which move has which outcome: ``work_out`` asks the rules, so a lesson cannot contradict them.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Move
from games.rules.options import Value

LEARNER: Final = 0  # the learner's seat, at the bottom of the board
SHOWN: Final = "|"  # in ``Step.before``: the moves after it are shown to the learner


class LessonError(ValueError):
    """A step that the rules contradict: an illegal move, or a legal move without an answer."""


@dataclass(frozen=True, slots=True)
class Step:
    """A position that teaches one idea.

    ``deck`` is the top of the pack in the order of dealing; the other cards follow in the order of the pack. ``before``
    and ``then`` list the moves before and after the learner's move, each by its card, call or verb. ``right`` and
    ``wrong`` map outcomes of the learner's move to texts; an outcome is a list of events in the form of ``outcome_of``.

    ``idea`` is the name that ``ideas.py`` has for what the step teaches, if a match can show it. ``gist`` then
    explains it to a newcomer whose match has not shown it.

    Texts are message IDs. They may name cards, as in ``[7C]``, and contain the fields of ``Facts``.
    """

    title: str
    task: str
    deck: str
    right: Mapping[str, str]
    wrong: Mapping[str, str] = field(default_factory=dict)
    dealer: int = 1
    before: str = ""
    then: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    scores: tuple[int, ...] = ()  # of the sides before the deal, if not 0
    shows_calls: bool = False
    interrupts: tuple[str, ...] = ()  # the verbs offered out of turn
    idea: str = ""
    gist: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The tutorial for a ruleset, with the options for its steps."""

    ruleset: type[Game]
    steps: tuple[Step, ...]
    options: Mapping[str, Value] = field(default_factory=dict)


class Frame(NamedTuple):
    """A move, as shown on the board: its events, and the learner's view after it."""

    events: list[dict[str, Any]]
    view: dict[str, Any]


class Facts(NamedTuple):
    """The fields in an answer's text: the card played, the number of cards it took, the points and the pile."""

    card: str
    taken: int  # cards captured from the table
    gain: int  # the learner's points, including those from the moves in ``then``
    loss: int  # points gained by the opponent who gained most
    pile: int  # the learner's cards or tricks at the end


class Answer(NamedTuple):
    """The answer to one of the learner's moves. ``frames`` is empty if the move is wrong."""

    move: list[Any]
    is_right: bool
    text: str
    facts: Facts
    frames: list[Frame]


class WorkedStep(NamedTuple):
    """A step played by the rules: the position before the moves that are shown, those moves, and all answers."""

    start: dict[str, Any]
    lead: list[Frame]
    answers: list[Answer]


def outcome_of(events: list[Event]) -> str:
    """Return a move's events in the form that steps use.

    Each event is named by its kind. A capture is followed by the number of cards that it takes from the table, an
    announcement by the call, and a trick by the seat that wins it: ``"capture:3 missa"``, ``"announce:ronda award"``,
    ``"play trick:0"``.
    """
    return " ".join(map(_name_event, events))


def _name_event(event: Event) -> str:
    match event.kind:
        case "capture":
            return f"capture:{len(event.data['cards'])}"
        case "announce":
            return f"announce:{event.data['call']}"
        case "trick":
            return f"trick:{event.seat}"
    return event.kind


def work_out(lesson: Lesson, step: Step) -> WorkedStep:
    """Play a step by the rules. Raises LessonError, OptionError or DealError if the step contradicts them."""
    game = set_up(lesson, step)
    hidden, _bar, shown = step.before.partition(SHOWN)
    for word in hidden.split():
        _make(game, word)
    start = _view(game, step)
    lead = [Frame(_as_json(_make(game, word)), _view(game, step)) for word in shown.split()]
    answers = [_answer(game, move, step) for move in _choices(game, step)]
    if not any(answer.is_right for answer in answers):
        raise LessonError(f"{step.title}: no move is right")
    return WorkedStep(start, lead, answers)


def set_up(lesson: Lesson, step: Step) -> Game:
    """Return the game with the step's cards dealt."""
    game = lesson.ruleset({**lesson.options, **step.options})
    if step.scores:
        game.scores = list(step.scores)
    top = step.deck.split()
    game.deal(Deal(step.dealer, (*top, *(card for card in game.pack if card not in top))))
    return game


def _choices(game: Game, step: Step) -> Iterator[Move]:
    """Yield the learner's possible moves on their turn, and any moves that the step offers out of turn."""
    for move in game.legal():
        if move.seat == LEARNER and (move in game.turn_moves(LEARNER) or move.verb in step.interrupts):
            yield move


def _make(game: Game, word: str) -> list[Event]:
    """Make the legal move with this card, call or verb, and return its events. Raises LessonError if there is none."""
    for move in game.legal():
        if word in move[1:]:
            return list(game.apply(move))
    raise LessonError(f"{word} is not legal here")


def _answer(game: Game, move: Move, step: Step) -> Answer:
    after = game.copy()
    events = list(after.apply(move))
    outcome = outcome_of(events)
    is_right = outcome in step.right
    text = step.right.get(outcome) or step.wrong.get(outcome)
    if text is None:
        raise LessonError(f"{step.title}: no answer to {list(move)} ({outcome})")
    frames = [Frame(_as_json(events), _view(after, step, ended=True))]
    if is_right:
        frames += [Frame(_as_json(_make(after, word)), _view(after, step, ended=True)) for word in step.then.split()]
    return Answer(list(move[1:]), is_right, text, _facts(game, after, move, events), frames if is_right else [])


def _facts(before: Game, after: Game, move: Move, events: list[Event]) -> Facts:
    taken = sum(len(event.data["cards"]) for event in events if event.kind == "capture")
    gains = [score - former for score, former in zip(after.scores, before.scores, strict=True)]
    own = before.sides[LEARNER]
    loss = max(gain for side, gain in enumerate(gains) if side != own)
    return Facts(move.card if move.verb == "play" else "", taken, gains[own], loss, after.captured[own])


def _view(game: Game, step: Step, *, ended: bool = False) -> dict[str, Any]:
    """Return a copy of the learner's view that omits whatever the step does not teach and, if ``ended``, the moves."""
    view = deepcopy(game.view(LEARNER))
    view["interrupts"] = [] if ended else [verb for verb in view["interrupts"] if verb in step.interrupts]
    if ended:
        view["moves"] = []
    if not step.shows_calls:
        view.pop("calls", None)
    return view


def _as_json(events: list[Event]) -> list[dict[str, Any]]:
    return deepcopy([event.as_json() for event in events])
