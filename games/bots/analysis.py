"""The analysis of a finished match: the value of each decision, and the expected lead after each step.

Decisions are judged by what the seat knew at the time, so ``evaluate`` is given an observation. Leads are estimated
with all hands open, although the seats never saw them.
"""

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.bots.evaluation import MoveValue, evaluate
from games.bots.observation import moves_of, observe
from games.bots.open_leads import open_leads
from games.bots.speech import turn_moves
from games.rules import find_ruleset
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Move, parse_move


@dataclass(frozen=True, slots=True)
class DealtPack:
    """A deal in a match log, made after the first ``before_move`` moves."""

    before_move: int
    dealer: int
    deck: Sequence[str]
    returned: Sequence[int]


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The complete log of a finished match, as JSON values. Each move is ``[seat, verb, …]``."""

    ruleset: str
    options: Mapping[str, Any]
    deals: Sequence[DealtPack]
    moves: Sequence[list[Any]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision between several moves. ``values`` comes from ``evaluate``, and ``chosen`` is an index into it."""

    seat: int
    chosen: int
    values: Sequence[MoveValue]

    @property
    def best(self) -> MoveValue:
        """Return the move with the highest expected points, or the chosen move if none is better."""
        return max([self.values[self.chosen], *self.values], key=lambda value: value.points)

    @property
    def loss(self) -> float:
        """Return the expected points that the decision gave away."""
        return self.best.points - self.values[self.chosen].points


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the match: the first deal (number 0), or a move and its consequences.

    ``leads`` contains each side's expected lead after the step, and ``new_deal`` says whether a deal followed.
    ``decision`` is None if the seat had no choice, or if its choice cannot be judged.
    """

    number: int
    leads: Sequence[float]
    new_deal: bool
    decision: Decision | None


def analyse_steps(log: MatchLog, first: int = 0) -> Iterator[Step]:
    """Yield the steps of a match from number ``first`` onwards. Each takes up to half a second to analyse."""
    game = find_ruleset(log.ruleset)(log.options)
    waiting = deque(log.deals)
    seen: list[Event] = []
    for number in range(len(log.moves) + 1):
        decision: Decision | None = None
        dealt: list[Event] = []
        if number:
            move = parse_move(log.moves[number - 1])
            if number >= first:
                decision = _judge(game, move, seen, random.Random(f"decision {number}"))
            seen += game.apply(move)
        while waiting and waiting[0].before_move == number:
            pack = waiting.popleft()
            dealt += game.deal(Deal(pack.dealer, tuple(pack.deck), tuple(pack.returned)))
            seen = list(dealt)
        if number >= first:
            leads = open_leads(game, seen, random.Random(f"leads {number}"))
            yield Step(number, [round(lead, 3) for lead in leads], bool(dealt), decision)


def _judge(game: Game, move: Move, seen: Sequence[Event], rng: random.Random) -> Decision | None:
    """Return the decision behind a move, or None if the seat had no choice or its choice cannot be judged."""
    seat, chosen = move[0], list(move[1:])
    moves = moves_of(game, seat)
    if chosen not in turn_moves(moves) or len(turn_moves(moves)) < 2:
        return None
    values = evaluate(observe(game, seat, moves, seen), rng)
    places = [place for place, value in enumerate(values) if value.move == chosen]
    if not places:
        return None
    return Decision(seat, places[0], [MoveValue(value.move, round(value.points, 3)) for value in values])
