"""The game of a match: played again from its log, and kept by the process for its next move."""

from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from games import models
from games.rules import find_ruleset
from games.rules.game import Deal, Event, Game, Move
from games.services.batch import note_for_batch, take_noted
from games.services.clocks import Times
from games.services.errors import ServiceError
from games.services.following import Rest, apply_until_deal, read_rests
from games.services.packs import Pack
from games.services.rows import MatchRow, lock_matches

CACHED_GAMES = 4096


@dataclass(slots=True)
class SeatInfo:
    """Who sits on a seat; ``user_id`` is None while it is free, ``bot`` is empty unless the site's bot plays.

    ``is_bot`` says that the account is a bot's, also where that is somebody's program, which counts as a person here.
    The rest is as in ``models.Seat``.
    """

    user_id: int | None
    name: str
    bot: str
    auto_call: bool
    stand_in: str = ""
    grace_ends: datetime | None = None
    left: bool = False
    is_bot: bool | None = False  # None where nobody sits

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there for whom the site does not play."""
        return self.user_id is not None and not self.bot

    @property
    def played_by_bot(self) -> str:
        """The bot that plays the seat now, in its own right or for somebody who is away; empty for people."""
        return self.bot or self.stand_in


class Log(NamedTuple):
    """A piece of a match's log: deals, each with the number of moves made before it, and moves.

    ``pack`` is the last one that was committed to within it, dealt or not; None where there is none.
    """

    deals: list[tuple[int, Deal]]
    moves: list[Move]
    pack: Pack | None


class Step(NamedTuple):
    """What one move brought about. Step 0 is the first deal and has no move.

    ``made`` are the move's own events, ``dealt`` those of the ``deals`` deals that followed it.
    """

    move: Move | None
    made: list[Event]
    dealt: list[Event]
    deals: int

    @property
    def events(self) -> list[Event]:
        """All of them, in order."""
        return self.made + self.dealt


def read_seats(match_id: int) -> list[SeatInfo]:
    """The seats in order."""
    return _read_seats([match_id])[match_id]


def _read_seats(match_ids: Collection[int]) -> dict[int, list[SeatInfo]]:
    rows = models.Seat.objects.filter(match__in=match_ids).order_by("number")
    facts = ("user_id", "user__username", "bot", "auto_call", "stand_in", "grace_ends", "left", "user__is_bot")
    found: dict[int, list[SeatInfo]] = {match_id: [] for match_id in match_ids}
    for match_id, user, name, *rest in rows.values_list("match_id", *facts):
        found[match_id].append(SeatInfo(user, name or "", *rest))
    for seats in found.values():
        for seat, name in zip(seats, models.tell_apart([seat.name for seat in seats]), strict=True):
            seat.name = name
    return found


def read_log(match_id: int, *, deals: int = 0, moves: int = 0) -> Log:
    """The log after its first ``deals`` deals and ``moves`` moves."""
    rows = models.Deal.objects.filter(match=match_id, number__gte=deals).order_by("number")
    return _log(list(rows), models.Move.objects.filter(match=match_id, number__gt=moves).order_by("number"))


def read_logs(match_ids: Collection[int]) -> dict[int, Log]:
    """The logs of matches, whole."""
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
    """Bring a game that has seen ``moves`` moves through ``log``; it stands after a step once that is yielded."""
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
    """The match from its log, step by step, always with the same game, which stands after the step.

    There is always a first step: of a match that ended before a card was dealt, the table without one.
    """
    return walk_log(match, read_log(match.pk))


def walk_log(match: models.Match, log: Log) -> Iterator[tuple[Game, Step]]:
    """The same with the log at hand."""
    game = find_ruleset(match.ruleset)(match.options)
    if not log.deals:
        yield game, Step(None, [], [], 0)
    for step in play_log(game, log):
        yield game, step


def replay_match(match: models.Match) -> tuple[Game, list[list[Event]]]:
    """The game as the log leaves it and the events of each step; the first are those of the first deal."""
    game = find_ruleset(match.ruleset)(match.options)
    return game, [step.events for step in play_log(game, read_log(match.pk))]


@dataclass(slots=True)
class LoadedMatch:
    """A running match in memory at ``version``; ``seen`` are the public events of the running deal.

    ``times`` and the versions are those of the match's row; ``played`` are the seats that have played a card.
    ``ended`` says that it runs no longer: nobody will ask for it again.
    ``pack`` is the last one that was committed to; None in matches from before there were commitments.
    """

    id: int
    code: str
    version: int
    game: Game
    seats: list[SeatInfo]
    clock: models.Clock | None = None
    times: Times = field(default_factory=Times)
    moved_version: int = 0
    facts_version: int = 0
    played: set[int] = field(default_factory=set)
    moves_made: int = 0
    deals_made: int = 0
    ended: bool = False
    seen: list[Event] = field(default_factory=list)
    pack: Pack | None = None

    def note(self, step: Step) -> None:
        """Count what the game has just been brought through."""
        if step.move is not None:
            self.moves_made += 1
            if step.move[1] == "play":
                self.played.add(step.move[0])
        self.deals_made += step.deals
        self.seen = step.dealt if step.deals else self.seen + step.made

    def take_moves(self, rest: Rest) -> None:
        """Make the moves that other processes have made, as far as they go without a further deal."""
        for move, events in apply_until_deal(self.game, rest.moves):
            self.note(Step(move, events, [], 0))

    @property
    def turn(self) -> int | None:
        """The seat that the match waits for; None where it is over."""
        if self.pack is not None and self.waits_for_cut:
            return self.game.cutter(self.pack.dealer)
        return self.game.to_act if self.game.to_act >= 0 and not self.game.over else None

    @property
    def waits_for_cut(self) -> bool:
        """Whether a pack waits to be cut."""
        return self.pack is not None and self.pack.cut is None

    @property
    def early(self) -> bool:
        """Whether there is still somebody who has not played a card: nothing is lost if it ends now."""
        return len(self.played) < len(self.seats)

    @property
    def many(self) -> bool:
        """Whether more than two play: then a bot sits in for somebody who is away, so that the others can go on."""
        return len(self.seats) > 2

    @property
    def people(self) -> list[int]:
        """The seats of people, those who are away included."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    def seat_of(self, user_id: int) -> int | None:
        """The seat of this person; None for everybody else, bots too, which only the server moves."""
        for number, seat in enumerate(self.seats):
            if seat.user_id == user_id and not seat.bot:
                return number
        return None


def load_match(row: MatchRow) -> LoadedMatch:
    """The match from the database, played again to where it stands."""
    return _load_matches([row])[0]


def _load_matches(rows: Sequence[MatchRow]) -> list[LoadedMatch]:
    ids = [row.id for row in rows]
    matches = models.Match.objects.only("ruleset", "options").in_bulk(ids)
    seats, logs = _read_seats(ids), read_logs(ids)
    return [_play_match(row, matches[row.id], seats[row.id], logs[row.id]) for row in rows]


def _play_match(row: MatchRow, match: models.Match, seats: list[SeatInfo], log: Log) -> LoadedMatch:
    game = find_ruleset(match.ruleset)(match.options)
    clock = models.Clock.parse(row.clock) if row.clock else None
    loaded = LoadedMatch(row.id, row.code, row.version, game, seats, clock)
    for step in play_log(game, log):
        loaded.note(step)
    loaded.pack = log.pack
    return loaded


def catch_up(row: MatchRow, loaded: LoadedMatch) -> None:
    """Bring a match that other processes have moved since to where it stands, by the rest of its log."""
    if row.facts_version <= loaded.version:
        moves = loaded.moves_made
        loaded.take_moves(take_noted(_rest_key(row.id, moves)) or read_rests({row.id: moves})[row.id])
    if row.facts_version > loaded.version or loaded.game.phase == "deal":
        log = read_log(row.id, deals=loaded.deals_made, moves=loaded.moves_made)
        loaded.seats = read_seats(row.id)
        for step in play_log(loaded.game, log, moves=loaded.moves_made):
            loaded.note(step)
        loaded.pack = log.pack or loaded.pack
    loaded.version = row.version


def prepare_batch(codes: Collection[str]) -> None:
    """Lock the matches of a batch, and read at once what other processes have moved in them.

    Games that are not here and in which somebody's time is up are loaded at once, too: after a restart, and where
    players went away, they may be many.
    """
    rows = lock_matches(codes)
    ending = [row for row in rows if row.time_is_up and row.code not in game_cache]
    note_for_batch({_game_key(loaded.id): loaded for loaded in _load_matches(ending)} if ending else {})
    kept = {row.id: game_cache.behind(row) for row in rows}
    asked = {match_id: moves for match_id, moves in kept.items() if moves is not None}
    rests = read_rests(asked)
    note_for_batch({_rest_key(match_id, asked[match_id]): rest for match_id, rest in rests.items()})


def follow_others(asked: Mapping[int, int]) -> dict[int, Rest]:
    """Read what ``read_rests`` reads, and bring the games that are kept here along: they need not read it once more."""
    rests = read_rests(asked)
    for match_id, rest in rests.items():
        game_cache.bring(rest, after=asked[match_id])
    return rests


def _rest_key(match_id: int, after: int) -> str:
    """By what it was asked for: a game may have been brought along meanwhile."""
    return f"rest of {match_id} after {after}"


def _game_key(match_id: int) -> str:
    return f"game of {match_id}"


class GameCache:
    """The games that this process moved last; safe between threads.

    A game is mutable, so it is taken out for as long as a transaction works on it, and comes back only once that is
    committed. What was rolled back is therefore never in here, and a version that is here is what the database held
    at that version.
    """

    def __init__(self, size: int = CACHED_GAMES) -> None:
        self._size = size
        self._lock = Lock()
        self._matches: OrderedDict[str, LoadedMatch] = OrderedDict()

    def take(self, code: str, version: int) -> LoadedMatch | None:
        """Take a match out, as it is at this version or was at an earlier one; None where it is not here."""
        with self._lock:
            loaded = self._matches.pop(code, None)
        return loaded if loaded is not None and loaded.version <= version else None

    def __contains__(self, code: str) -> bool:
        with self._lock:
            return code in self._matches

    def behind(self, row: MatchRow) -> int | None:
        """How many moves a match that is here has seen, where moves are all that it may have missed; else None."""
        with self._lock:
            loaded = self._matches.get(row.code)
        is_behind = loaded is not None and row.facts_version <= loaded.version < row.version
        return loaded.moves_made if loaded is not None and is_behind else None

    def bring(self, rest: Rest, *, after: int) -> None:
        """Bring a match that is here and has seen ``after`` moves to where the rest leads, if moves alone do that."""
        with self._lock:
            loaded = self._matches.get(rest.code)
            if loaded is None or loaded.moves_made != after:
                return
            if not rest.facts_version <= loaded.version < rest.version:
                return
            del self._matches[rest.code]
        loaded.take_moves(rest)
        loaded.version = rest.version - (loaded.game.phase == "deal")  # the deal has to be read
        self.give(loaded)

    def give(self, loaded: LoadedMatch) -> None:
        """Put a match in, as it is committed."""
        with self._lock:
            self._matches[loaded.code] = loaded
            self._matches.move_to_end(loaded.code)
            if len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        """Delete all entries."""
        with self._lock:
            self._matches.clear()


game_cache = GameCache()


class TimeIsUp(Exception):  # noqa: N818  no error of anybody
    """The time of the seat on turn was up when the match was locked: its turn ends before anything else happens."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@contextmanager
def loaded_match(row: MatchRow, *, is_ending_turn: bool = False) -> Iterator[LoadedMatch]:
    """The match for the length of the running transaction, which has locked its row.

    A ServiceError must leave it as it was. After any other exception, and where the transaction is rolled back in
    the end, it is forgotten. Raises TimeIsUp, which ``match_service`` sees to, unless that turn is being ended.
    """
    if row.time_is_up and not is_ending_turn:
        raise TimeIsUp(row.code)
    kept = game_cache.take(row.code, row.version)
    current = kept is not None and kept.version == row.version
    if kept is not None and not current:
        catch_up(row, kept)
    loaded = kept or take_noted(_game_key(row.id)) or load_match(row)
    loaded.times, loaded.moved_version, loaded.facts_version = row.times, row.moved_version, row.facts_version
    try:
        yield loaded
    except ServiceError:
        if current:  # what was just read may hold moves of this transaction that are not committed yet
            game_cache.give(loaded)
        raise
    if not loaded.ended:
        transaction.on_commit(lambda: game_cache.give(loaded), robust=True)
