"""The decisions in an analysed match, as shown in its report and its replay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts.wording import listing
from games.bots.analysis import Decision
from games.bots.luck import INACCURACY, MISTAKE
from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.analysis import analysed_steps
from games.selectors.card_names import NamedCard, card_name, named_cards, pack_name
from games.state.match_log import walk_match

MISTAKE_HIGHLIGHT = "mistake"
AS_GOOD = 0.05  # smaller differences in points are not visible after rounding
# The grades of costly decisions, worst first: the minimum loss in points, the name, and the form with a count.
GRADES: Final = (
    (3.0, gettext_lazy("Blunder"), ngettext_lazy("%d blunder", "%d blunders")),
    (MISTAKE, gettext_lazy("Mistake"), ngettext_lazy("%d mistake", "%d mistakes")),
    (INACCURACY, gettext_lazy("Inaccuracy"), ngettext_lazy("%d inaccuracy", "%d inaccuracies")),
)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A move that a seat could have made, shown as a card, in words, or both.

    ``points`` is the expected difference in points from the best choice, as text.
    """

    card: str
    name: str
    words: str
    points: str
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision: its move number, the points it cost, and all the choices, best first.

    ``grade`` is the name of its grade, or empty if the decision cost too little to have one.
    """

    number: int
    loss: str
    grade: str
    is_mistake: bool
    is_best: bool
    choices: list[ChoiceRow]


@dataclass(frozen=True, slots=True)
class Position:
    """The cards on the table before a decision, and the player's hand.

    ``hand`` is empty if all choices are cards to play, because the choices then show the hand.
    """

    table: tuple[NamedCard, ...]
    hand: tuple[NamedCard, ...]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision, and the position in which it was made."""

    row: DecisionRow
    position: Position


def positions_of(match: Match, decisions: Mapping[int, Decision], seat: int) -> dict[int, Position]:
    """Return the position before each of these decisions, keyed by move number."""
    found = {}
    for number, (game, _step) in enumerate(walk_match(match), start=1):
        if number not in decisions:
            continue
        plays_all = all(value.move[0] == "play" for value in decisions[number].values)
        hand = [] if plays_all else game.hands[seat]
        pack = pack_name(type(game))
        found[number] = Position(named_cards(game.table, pack), named_cards(hand, pack))
    return found


def decision_row(ruleset: type[Game], number: int, decision: Decision) -> DecisionRow:
    """Return a decision in the form that pages show."""
    ranked = sorted(enumerate(decision.values), key=lambda found: (-found[1].points, found[0] != decision.chosen))
    top = ranked[0][1].points
    choices = [
        ChoiceRow(
            **_describe(ruleset, value.move),
            points=signed(value.points - top),
            is_chosen=place == decision.chosen,
            is_best=top - value.points < AS_GOOD,
        )
        for place, value in ranked
    ]
    loss = decision.loss
    return DecisionRow(
        number,
        loss=signed(loss).removeprefix("+"),
        grade=grade_of(loss),
        is_mistake=loss >= MISTAKE,
        is_best=loss < AS_GOOD,
        choices=choices,
    )


def grade_of(loss: float) -> str:
    """Return the grade of a decision that cost this many points, or an empty string if it has none."""
    return next((str(name) for least, name, _counted in GRADES if loss >= least), "")


def count_grades(losses: Sequence[float]) -> str:
    """Return the number of decisions with each grade, for example “0 blunders, 2 mistakes, and 1 inaccuracy”."""
    grades = [grade_of(loss) for loss in losses]
    return listing(counted % grades.count(str(name)) for _least, name, counted in GRADES)


def _describe(ruleset: type[Game], move: Sequence[Any]) -> dict[str, str]:
    """Return the card that a move plays, the card's name, and the move in words. Parts that do not apply are empty."""
    verb, value, *manner = move
    if verb != "play":
        return {"card": "", "name": "", "words": _(ruleset.call_labels[value])}
    words = _(ruleset.call_labels[manner[0]]) if manner else ""
    return {"card": value, "name": card_name(value, pack_name(ruleset)), "words": words}


def signed(points: float) -> str:
    """Return points as text with their sign, rounded to a tenth and using a true minus sign."""
    rounded = round(points, 1)
    digits = number_format(abs(rounded), 1)
    return digits if not rounded else f"+{digits}" if rounded > 0 else f"−{digits}"


def with_judgements(match: Match, replay: dict[str, Any]) -> dict[str, Any]:
    """If the match was analysed, add each judged decision to its step in the replay as ``decision``.

    Return the replay. People's mistakes become highlights that readers can jump to.
    """
    steps = analysed_steps(match)
    if steps is None:
        return replay
    ruleset = find_ruleset(match.ruleset)
    people = {seat.number for seat in match.seats.all() if not seat.bot}
    judged = {step.number: step.decision for step in steps if step.decision is not None}
    for step in replay["steps"]:
        decision = judged.get(step["move"])
        if decision is None:
            continue
        row = decision_row(ruleset, step["move"], decision)
        step["decision"] = {"seat": decision.seat, **msgspec.to_builtins(row)}
        if row.is_mistake and decision.seat in people:
            step["highlights"] = [*step["highlights"], MISTAKE_HIGHLIGHT]
    return {**replay, "highlights": {**replay["highlights"], MISTAKE_HIGHLIGHT: _("Mistakes")}}
