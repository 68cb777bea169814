"""The report on an analysed match for one of its players. docs/analysis.md explains the figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.bots.analysis import Step
from games.bots.luck import FEWEST_DECISIONS, Balance, Point, accuracy_of, balance_of, course_of, decisions_of, worst_of
from games.models import Match, Reason
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_names import pack_name
from games.selectors.decisions import Position, ShownDecision, count_grades, decision_row, positions_of, signed
from games.selectors.sides import seat_names


@dataclass(frozen=True, slots=True)
class DealRows:
    """A player's decisions in a deal. ``number`` is the number of the deal, counted from 1."""

    number: int
    decisions: list[ShownDecision]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's row in the report.

    ``accuracy`` is a whole percentage, or None if the player made too few decisions. ``grades`` gives the number of
    mistakes of each grade. ``result`` is the sum of ``luck``, ``own`` and ``others`` (see ``Balance``).
    """

    seat: int
    name: str
    is_bot: bool
    accuracy: int | None
    decisions: int
    grades: str
    result: str
    luck: str
    own: str
    others: str


@dataclass(frozen=True, slots=True)
class Report:
    """The analysis of a match for the player in ``seat``.

    ``fewest`` is the minimum number of decisions needed to compute an accuracy. ``ended_early`` says whether the match
    ended before it was played out.
    """

    seat: int
    name: str
    pack: str
    players: list[PlayerRow]
    worst: list[ShownDecision]
    deals: list[DealRows]
    chart: dict[str, Any]
    summary: str
    ended_early: bool
    fewest: int = FEWEST_DECISIONS

    @property
    def has_decisions(self) -> bool:
        """Return whether anyone had a decision to make."""
        return any(player.decisions for player in self.players)

    @property
    def has_figures(self) -> bool:
        """Return whether any player made enough decisions to have an accuracy.

        Otherwise, the figures for luck and skill are meaningless.
        """
        return any(player.accuracy is not None for player in self.players)

    @property
    def lacks_accuracy(self) -> bool:
        """Return whether any player has no accuracy."""
        return any(player.accuracy is None for player in self.players)


@dataclass(frozen=True, slots=True)
class WorstSoFar:
    """The most costly decisions of the player in ``seat`` that a running analysis has found so far."""

    seat: int
    name: str
    pack: str
    worst: list[ShownDecision]


def worst_so_far(match: Match, steps: Sequence[Step], seat: int) -> WorstSoFar:
    """Return the seat's most costly decisions in these steps. The match must have been loaded using ``with_seats``."""
    ruleset = find_ruleset(match.ruleset)
    positions = positions_of(match, dict(worst_of(steps, seat)), seat) if steps else {}
    return WorstSoFar(seat, seat_names(match)[seat], pack_name(ruleset), _worst(ruleset, steps, seat, positions))


def report_of(match: Match, steps: Sequence[Step], seat: int) -> Report:
    """Return the report for the player in ``seat``. The match must have been loaded using ``with_seats``."""
    ruleset = find_ruleset(match.ruleset)
    sides = ruleset.sides_for(match.options)
    names = seat_names(match)
    positions = positions_of(match, dict(decisions_of(steps, seat)), seat)
    balances = [balance_of(steps, match.sides, sides, side) for side in range(max(sides) + 1)]
    return Report(
        seat=seat,
        name=names[seat],
        pack=pack_name(ruleset),
        players=[
            _player_row(steps, one.number, names[one.number], one.user is not None and one.user.is_bot, balances[side])
            for one, side in zip(match.seats.all(), sides, strict=True)
        ],
        worst=_worst(ruleset, steps, seat, positions),
        deals=_by_deal(ruleset, steps, seat, positions),
        chart=_chart(match, steps, sides, sides[seat]),
        summary=_summary(names[seat], balances[sides[seat]]),
        ended_early=match.result_reason != Reason.RULES,
    )


def _player_row(steps: Sequence[Step], seat: int, name: str, is_bot: bool, balance: Balance) -> PlayerRow:
    found = accuracy_of(steps, seat)
    decided = decisions_of(steps, seat)
    result, own, others = round(balance.result, 1), round(balance.own, 1), round(balance.others, 1)
    return PlayerRow(
        seat=seat,
        name=name,
        is_bot=is_bot,
        accuracy=round(found[0]) if found else None,
        decisions=len(decided),
        grades=count_grades([decision.loss for _number, decision in decided]),
        result=signed(result),
        luck=signed(result - own - others),  # so that the rounded figures also add up
        own=signed(own),
        others=signed(others),
    )


def _worst(
    ruleset: type[Game], steps: Sequence[Step], seat: int, positions: Mapping[int, Position]
) -> list[ShownDecision]:
    return [
        ShownDecision(decision_row(ruleset, number, found), positions[number])
        for number, found in worst_of(steps, seat)
    ]


def _by_deal(
    ruleset: type[Game], steps: Sequence[Step], seat: int, positions: Mapping[int, Position]
) -> list[DealRows]:
    """Return a seat's decisions grouped by deal, leaving out deals in which it had none."""
    starts = [step.number for step in steps if step.new_deal]
    deals: list[list[ShownDecision]] = [[] for _start in starts]
    for number, decision in decisions_of(steps, seat):
        deals[sum(start < number for start in starts) - 1].append(
            ShownDecision(decision_row(ruleset, number, decision), positions[number])
        )
    return [DealRows(number, deal) for number, deal in enumerate(deals, start=1) if deal]


def _chart(match: Match, steps: Sequence[Step], sides: Sequence[int], side: int) -> dict[str, Any]:
    """Return the data for the graph: the expected lead after each step, and how much of it is due to luck and to skill.

    The lines start at 0 before the first deal, because the luck of that deal also counts.
    """
    points = [Point(0, 0.0, 0.0, 0.0), *course_of(steps, match.sides, sides, side)]
    return {
        "numbers": [point.number for point in points],
        "lead": [round(point.lead, 2) for point in points],
        "luck": [round(point.luck, 2) for point in points],
        "skill": [round(point.skill, 2) for point in points],
        "deals": [step.number for step in steps if step.new_deal],
    }


def _summary(name: str, balance: Balance) -> str:
    """Return a sentence that describes the graph."""
    sentence = _("%(name)s: a result of %(result)s points, %(luck)s from luck and %(skill)s from decisions.")
    skill = round(balance.own + balance.others, 1)
    result = round(balance.result, 1)
    return sentence % {"name": name, "result": signed(result), "luck": signed(result - skill), "skill": signed(skill)}
