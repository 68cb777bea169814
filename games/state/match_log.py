"""A match's authoritative log, and the game computed from it."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from games import models
from games.rules import find_ruleset
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Move
from games.state.packs import Pack


class Log(NamedTuple):
    """Part of a match's log: its moves, and its deals, each with the number of moves made before it.

    ``pack`` is the last pack that the site committed to in this part, whether or not it was dealt. It is None if the
    site committed to none.
    """

    deals: list[tuple[int, Deal]]
    moves: list[Move]
    pack: Pack | None


class Step(NamedTuple):
    """The effects of one move. Step 0 is the first deal and has no move.

    ``made`` contains the events of the move itself. ``deals`` is the number of deals that followed it, and ``dealt``
    contains their events.
    """

    move: Move | None
    made: list[Event]
    dealt: list[Event]
    deals: int

    @property
    def events(self) -> list[Event]:
        """Return all events, in order."""
        return self.made + self.dealt


def read_log(match_id: int, *, deals: int = 0, moves: int = 0) -> Log:
    """Return the part of the log after the first ``deals`` deals and ``moves`` moves."""
    rows = models.Deal.objects.filter(match=match_id, number__gte=deals).order_by("number")
    return _log(list(rows), models.Move.objects.filter(match=match_id, number__gt=moves).order_by("number"))


def read_logs(match_ids: Collection[int]) -> dict[int, Log]:
    """Return the complete logs of these matches, keyed by match id."""
    deals: dict[int, list[models.Deal]] = {match_id: [] for match_id in match_ids}
    moves: dict[int, list[models.Move]] = {match_id: [] for match_id in match_ids}
    for deal in models.Deal.objects.filter(match__in=match_ids).order_by("match", "number"):
        deals[deal.match_id].append(deal)
    for move in models.Move.objects.filter(match__in=match_ids).order_by("match", "number"):
        moves[move.match_id].append(move)
    return {match_id: _log(deals[match_id], moves[match_id]) for match_id in match_ids}


def _log(rows: Sequence[models.Deal], made: Iterable[models.Move]) -> Log:
    dealt = [(row.before_move, row.as_rules()) for row in rows if row.is_dealt]
    packs = [Pack(row.number, row.commitment, row.dealer, row.cut) for row in rows if row.commitment]
    return Log(dealt, [move.as_rules() for move in made], packs[-1] if packs else None)


def play_log(game: Game, log: Log, *, moves: int = 0) -> Iterator[Step]:
    """Play ``log`` on a game in which ``moves`` moves have been made.

    Yield each step once the game has reached it.
    """
    waiting = deque(log.deals)

    def step(move: Move | None, number: int) -> Step:
        made = [] if move is None else game.apply(move)
        dealt: list[Event] = []
        deals = 0
        while waiting and waiting[0][0] == number:
            dealt += game.deal(waiting.popleft()[1])
            deals += 1
        return Step(move, made, dealt, deals)

    opening = step(None, moves)
    if opening.deals:
        yield opening
    for number, move in enumerate(log.moves, start=moves + 1):
        yield step(move, number)


def walk_match(match: models.Match) -> Iterator[tuple[Game, Step]]:
    """Replay a match from its log, step by step.

    Yield the game, which is always the same object, and the step that it has reached. There is always a first step,
    which is empty if the match ended before a card was dealt.
    """
    return walk_log(match, read_log(match.pk))


def walk_log(match: models.Match, log: Log) -> Iterator[tuple[Game, Step]]:
    """Replay a match from a log that has already been read. See ``walk_match``."""
    game = find_ruleset(match.ruleset)(match.options)
    if not log.deals:
        yield game, Step(None, [], [], 0)
    for step in play_log(game, log):
        yield game, step


def replay_match(match: models.Match) -> tuple[Game, list[list[Event]]]:
    """Return the game at the end of the match's log, and the events of each step, beginning with the first deal."""
    game = find_ruleset(match.ruleset)(match.options)
    return game, [step.events for step in play_log(game, read_log(match.pk))]
