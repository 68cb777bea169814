"""Analyses of ended matches, as pages show them. docs/analysis.md explains the figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Count, F, FloatField, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots.analysis import DealtPack, Decision, MatchLog, Step
from games.bots.luck import (
    FEWEST_DECISIONS,
    MISTAKE,
    Balance,
    accuracy_of,
    balance_of,
    course_of,
    decisions_of,
    worst_of,
)
from games.models import Analysis, AnalysisStatus, Match, Outcome, Reason, SeatAccuracy, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.card_names import card_name, pack_name
from games.selectors.summary import seat_names
from games.state.match_log import read_log, walk_match

MISTAKE_HIGHLIGHT = "mistake"
AS_GOOD = 0.05  # points that do not show after rounding
COUNTING = (Outcome.WON, Outcome.LOST, Outcome.DRAWN)


def match_log(match: Match) -> MatchLog:
    """Return the log of an ended match for its analysis."""
    log = read_log(match.pk)
    return MatchLog(
        ruleset=match.ruleset,
        options=match.options,
        deals=[DealtPack(before, deal.dealer, deal.deck, deal.returned) for before, deal in log.deals],
        moves=[list(move) for move in log.moves],
    )


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """Whether a match has an analysis. ``status`` is empty without one; ``may_request`` is whether the reader may.

    ``done`` of ``steps`` steps are finished.
    """

    status: str
    done: int
    steps: int
    may_request: bool

    @property
    def is_done(self) -> bool:
        """Return whether the analysis can be read."""
        return self.status == AnalysisStatus.DONE

    @property
    def has_failed(self) -> bool:
        """Return whether it has failed and may be requested again."""
        return self.status == AnalysisStatus.FAILED

    @property
    def is_pending(self) -> bool:
        """Return whether it is waiting or running."""
        return self.status in {AnalysisStatus.QUEUED, AnalysisStatus.RUNNING}


def analysis_state(match: Match, reader: User | None) -> AnalysisState:
    """Return the state of the analysis of a match that was read ``with_seats``."""
    row = Analysis.objects.filter(match=match).values("status", "done_steps", "all_steps").first()
    played = reader is not None and any(seat.user_id == reader.pk and not seat.bot for seat in match.seats.all())
    may_request = played and match.status == Status.FINISHED
    if row is None:
        return AnalysisState("", 0, 0, may_request)
    return AnalysisState(row["status"], row["done_steps"], row["all_steps"], may_request)


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A move that a seat could have made: a card, with a word beside it if that is not enough, or only words.

    ``points`` are its expected points, compared with the best choice.
    """

    card: str
    name: str
    words: str
    points: str
    is_chosen: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision: the number of its move, what it gave away, and all choices, the best first."""

    number: int
    loss: str
    is_mistake: bool
    is_best: bool
    choices: list[ChoiceRow]


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with its name."""

    card: str
    name: str


@dataclass(frozen=True, slots=True)
class Position:
    """The cards on the table before a decision, and the hand of the player, unless all its cards are choices."""

    table: list[NamedCard]
    hand: list[NamedCard]


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision, and the position in which it was made."""

    row: DecisionRow
    position: Position


@dataclass(frozen=True, slots=True)
class DealRows:
    """The decisions of a deal; ``number`` counts from 1."""

    number: int
    decisions: list[ShownDecision]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's part in the match. ``accuracy`` is in whole per cent, None with too few decisions."""

    seat: int
    name: str
    is_bot: bool
    accuracy: int | None
    decisions: int
    result: str
    luck: str
    own: str
    others: str


@dataclass(frozen=True, slots=True)
class Report:
    """An analysis from the view of the player on ``seat``.

    ``fewest`` decisions are necessary for an accuracy. ``ended_early``: the match was not played to its end.
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
        """Return whether anyone had something to decide."""
        return any(player.decisions for player in self.players)

    @property
    def has_figures(self) -> bool:
        """Return whether anyone had enough to decide. Without that, figures of luck and skill mean nothing."""
        return any(player.accuracy is not None for player in self.players)

    @property
    def lacks_accuracy(self) -> bool:
        """Return whether a player has no accuracy."""
        return any(player.accuracy is None for player in self.players)


def analysed_steps(match: Match) -> list[Step] | None:
    """Return the steps of the finished analysis of a match; None if there is none."""
    stored = Analysis.objects.filter(match=match, status=AnalysisStatus.DONE).values_list("steps", flat=True).first()
    return None if stored is None else msgspec.convert(stored, list[Step])


def report_of(match: Match, steps: Sequence[Step], seat: int) -> Report:
    """Return the report for a player of a match that was read ``with_seats``."""
    ruleset = find_ruleset(match.ruleset)
    sides = ruleset.sides_for(match.options)
    names = seat_names(match)
    positions = _positions(match, dict(decisions_of(steps, seat)), seat)
    balances = [balance_of(steps, match.sides, sides, side) for side in range(max(sides) + 1)]
    return Report(
        seat=seat,
        name=names[seat],
        pack=pack_name(ruleset),
        players=[
            _player_row(steps, one.number, names[one.number], one.user is not None and one.user.is_bot, balances[side])
            for one, side in zip(match.seats.all(), sides, strict=True)
        ],
        worst=[
            ShownDecision(decision_row(ruleset, number, found), positions[number])
            for number, found in worst_of(steps, seat)
        ],
        deals=_by_deal(ruleset, steps, seat, positions),
        chart=_chart(match, steps, sides, sides[seat]),
        summary=_summary(names[seat], balances[sides[seat]]),
        ended_early=match.result_reason != Reason.RULES,
    )


def _player_row(steps: Sequence[Step], seat: int, name: str, is_bot: bool, balance: Balance) -> PlayerRow:
    found = accuracy_of(steps, seat)
    result, own, others = round(balance.result, 1), round(balance.own, 1), round(balance.others, 1)
    return PlayerRow(
        seat=seat,
        name=name,
        is_bot=is_bot,
        accuracy=round(found[0]) if found else None,
        decisions=len(decisions_of(steps, seat)),
        result=signed(result),
        luck=signed(result - own - others),  # so that the rounded figures add up, too
        own=signed(own),
        others=signed(others),
    )


def _positions(match: Match, decisions: Mapping[int, Decision], seat: int) -> dict[int, Position]:
    """Return the position before each of these decisions of a seat, by the number of its move."""
    found = {}
    for number, (game, _step) in enumerate(walk_match(match), start=1):
        if number not in decisions:
            continue
        plays_all = all(value.move[0] == "play" for value in decisions[number].values)
        hand = [] if plays_all else game.hands[seat]
        pack = pack_name(type(game))
        found[number] = Position(
            [NamedCard(card, card_name(card, pack)) for card in game.table],
            [NamedCard(card, card_name(card, pack)) for card in hand],
        )
    return found


def _by_deal(
    ruleset: type[Game], steps: Sequence[Step], seat: int, positions: Mapping[int, Position]
) -> list[DealRows]:
    """Return the decisions of a seat by deal, without deals in which it decided nothing."""
    starts = [step.number for step in steps if step.new_deal]
    deals: list[list[ShownDecision]] = [[] for _start in starts]
    for number, decision in decisions_of(steps, seat):
        deals[sum(start < number for start in starts) - 1].append(
            ShownDecision(decision_row(ruleset, number, decision), positions[number])
        )
    return [DealRows(number, deal) for number, deal in enumerate(deals, start=1) if deal]


def decision_row(ruleset: type[Game], number: int, decision: Decision) -> DecisionRow:
    """Return a decision for pages."""
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
    return DecisionRow(number, signed(loss).removeprefix("+"), loss >= MISTAKE, loss < AS_GOOD, choices)


def _describe(ruleset: type[Game], move: Sequence[Any]) -> dict[str, str]:
    """Return a move of a turn as a card with its name, and words."""
    verb, value, *manner = move
    if verb != "play":
        return {"card": "", "name": "", "words": _(ruleset.call_labels[value])}
    words = _(ruleset.call_labels[manner[0]]) if manner else ""
    return {"card": value, "name": card_name(value, pack_name(ruleset)), "words": words}


def _chart(match: Match, steps: Sequence[Step], sides: Sequence[int], side: int) -> dict[str, Any]:
    """Return the lines of the graph: the expected lead after each step, and its parts."""
    points = course_of(steps, match.sides, sides, side)
    return {
        "numbers": [point.number for point in points],
        "lead": [round(point.lead, 2) for point in points],
        "luck": [round(point.luck, 2) for point in points],
        "skill": [round(point.skill, 2) for point in points],
        "deals": [step.number for step in steps if step.new_deal],
    }


def _summary(name: str, balance: Balance) -> str:
    """Return the graph in words."""
    sentence = _("%(name)s: a result of %(result)s points, of which luck %(luck)s and decisions %(skill)s.")
    skill = round(balance.own + balance.others, 1)
    result = round(balance.result, 1)
    return sentence % {"name": name, "result": signed(result), "luck": signed(result - skill), "skill": signed(skill)}


def signed(points: float) -> str:
    """Return points with their sign, rounded to a tenth, with a true minus sign."""
    rounded = round(points, 1)
    digits = number_format(abs(rounded), 1)
    return digits if not rounded else f"+{digits}" if rounded > 0 else f"−{digits}"


def with_judgements(match: Match, replay: dict[str, Any]) -> dict[str, Any]:
    """Return a replay with the judged decisions of a match in its steps, as ``decision``, if the match was analysed.

    People's mistakes become highlights to jump to.
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


def accuracies_of(match: Match) -> dict[int, int]:
    """Return the accuracy of the people in an analysed match in whole per cent, by seat."""
    found = SeatAccuracy.objects.filter(seat__match=match).values_list("seat__number", "accuracy")
    return {seat: round(accuracy) for seat, accuracy in found}


@dataclass(frozen=True, slots=True)
class MeanAccuracy:
    """A player's accuracy over all decisions of their analysed matches, in whole per cent."""

    accuracy: int
    matches: int


def mean_accuracy(player: User) -> MeanAccuracy | None:
    """Return the mean accuracy of a player; None without an analysed match that counts."""
    own = SeatAccuracy.objects.filter(seat__user=player, seat__outcome__in=COUNTING)
    weighted = Sum(F("accuracy") * F("decisions"), output_field=FloatField())
    found = own.aggregate(matches=Count("pk"), weight=Sum("decisions"), weighted=weighted)
    if not found["matches"]:
        return None
    return MeanAccuracy(round(found["weighted"] / found["weight"]), found["matches"])
