"""Luck and skill in the result of a match, computed from its analysis. docs/analysis.md explains the method."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.analysis import Decision, Step
from games.bots.open_leads import leads_of

WORST: Final = 3
INACCURACY: Final = 0.3  # points; the smallest loss that is worth a player's attention
MISTAKE: Final = 1.0  # points; a decision that gives away at least this much is a mistake
NO_DIFFERENCE: Final = 0.05  # points; if the best and the worst move differ by less, there was nothing to decide
FEWEST_DECISIONS: Final = 5  # with fewer decisions, an accuracy would be meaningless
HALF_ACCURACY: Final = 0.5  # points; a decision that gives away this much has an accuracy of one half


@dataclass(frozen=True, slots=True)
class Point:
    """A side's expected lead after a step, and the luck and skill that add up to it."""

    number: int
    lead: float
    luck: float
    skill: float


@dataclass(frozen=True, slots=True)
class Balance:
    """A side's result and its parts: result = luck + own + others.

    ``own`` is the effect of the side's own decisions (0 or less), and ``others`` is the effect of the other sides'
    decisions (0 or more).
    """

    result: float
    luck: float
    own: float
    others: float


def course_of(steps: Sequence[Step], scores: Sequence[int], sides: Sequence[int], side: int) -> list[Point]:
    """Return a side's expected lead over the course of the match. The last point is its lead in the final ``scores``.

    ``sides`` contains the side of each seat.
    """
    points = []
    luck = skill = before = 0.0
    for step in steps:
        gained = _skill(step.decision, sides, side)
        lead = step.leads[side]
        luck += lead - before - gained
        skill += gained
        points.append(Point(step.number, lead, luck, skill))
        before = lead
    result = leads_of(scores)[side]
    last = points[-1].number if points else 0
    return [*points[:-1], Point(last, result, luck + result - before, skill)]


def _skill(decision: Decision | None, sides: Sequence[int], side: int) -> float:
    """Return the value of a decision to a side.

    This is minus the loss if the side made the decision, or a share of the loss if another side did.
    """
    if decision is None:
        return 0.0
    return -decision.loss if sides[decision.seat] == side else decision.loss / max(sides)


def balance_of(steps: Sequence[Step], scores: Sequence[int], sides: Sequence[int], side: int) -> Balance:
    """Return the parts of a side's result."""
    result = leads_of(scores)[side]
    own = others = 0.0
    for step in steps:
        if step.decision is not None and sides[step.decision.seat] == side:
            own += _skill(step.decision, sides, side)
        else:
            others += _skill(step.decision, sides, side)
    return Balance(result, result - own - others, own, others)


def decisions_of(steps: Iterable[Step], seat: int) -> list[tuple[int, Decision]]:
    """Return a seat's decisions in which the choice made a difference, each with the number of its move."""
    return [
        (step.number, step.decision)
        for step in steps
        if step.decision is not None and step.decision.seat == seat and _spread(step.decision) >= NO_DIFFERENCE
    ]


def _spread(decision: Decision) -> float:
    points = [value.points for value in decision.values]
    return max(points) - min(points)


def worst_of(steps: Iterable[Step], seat: int) -> list[tuple[int, Decision]]:
    """Return up to ``WORST`` of a seat's costliest decisions, worst first. Each is at least an inaccuracy."""
    costly = [found for found in decisions_of(steps, seat) if found[1].loss >= INACCURACY]
    return sorted(costly, key=lambda found: -found[1].loss)[:WORST]


def accuracy_of(steps: Iterable[Step], seat: int) -> tuple[float, int] | None:
    """Return a seat's accuracy as a percentage and its number of decisions, or None if there are too few decisions."""
    losses = [decision.loss for _number, decision in decisions_of(steps, seat)]
    if len(losses) < FEWEST_DECISIONS:
        return None
    return 100 * sum(math.exp2(-loss / HALF_ACCURACY) for loss in losses) / len(losses), len(losses)
