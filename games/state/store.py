"""The one gate for changes of running matches: a transaction that locks, loads, appends, saves, and then publishes.

A store carries out one command, or a batch of them. What its commands write goes to the database together, since most
of what a move costs there is the wait for the answer to statements whose answer says nothing:

- what ``write_later`` is given, such as a move's two writes: one statement each for the whole batch;
- what ``write_last`` is given, such as the ends of matches: after all that, since it reads what was written.

A command that reads what another may have put off calls ``flush`` first.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.models import Match
from games.rules.game import Move
from games.state.announce import Change, announce_change, announce_now
from games.state.errors import NotFound, ServiceError
from games.state.live_match import BEGINNING, UNKNOWN, LiveMatch
from games.state.match_cache import match_cache
from games.state.match_log import read_logs
from games.state.match_sql import (
    MatchRow,
    Values,
    insert_moves,
    lock_matches,
    match_values,
    update_matches,
)
from games.state.remote_moves import read_tails
from games.state.seats import read_seats, read_seats_of

Write = Callable[[Sequence[Values]], None]  # sends rows of values together


class TimeIsUp(Exception):  # noqa: N818  no error of anybody
    """The time of the seat on turn was up when the match was locked: its turn ends before anything else happens."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Held:
    """A match that the store has loaded, and what it was then: a command that is refused must leave it so."""

    live: LiveMatch
    before: tuple[object, ...]


@dataclass(slots=True, eq=False)
class MatchStore:
    """The matches that one transaction works on.

    With ``is_shared`` they are the copies of this process, which nobody else sees until they are released. Inside of
    another transaction, whose end the store does not learn of, they are copies of its own.
    """

    is_shared: bool
    _rows: dict[str, MatchRow] = field(default_factory=dict)
    _held: dict[str, _Held] = field(default_factory=dict)
    _later: dict[Write, list[Values]] = field(default_factory=dict)
    _last: dict[Write, list[Values]] = field(default_factory=dict)
    _changes: list[Change] = field(default_factory=list)

    # ---- what commands do ----

    def lock(self, code: str) -> MatchRow:
        """Lock the match for the rest of the transaction. Raises NotFound."""
        row = self._rows.get(code) or lock_matches([code]).get(code)
        if row is None:
            raise NotFound
        self._rows[code] = row
        return row

    def load(self, row: MatchRow, *, is_ending_turn: bool = False) -> LiveMatch:
        """The match whose row is locked. A ServiceError must leave it as it was.

        Raises TimeIsUp, which ``match_service`` sees to, unless that turn is being ended.
        """
        if row.time_is_up and not is_ending_turn:
            raise TimeIsUp(row.code)
        live = self._hold(row)
        if live.version != row.version:
            self.flush()  # the log may end in moves of this batch
            live.catch_up(row)
        return live

    def begin(self, match: Match) -> LiveMatch:
        """A match that has just been started, and is locked; no card has been dealt in it."""
        live = LiveMatch(match.code)
        live.begin(match)
        live.seats = read_seats(match.pk)
        self._rows[match.code] = MatchRow(
            match.pk, match.code, match.status, match.version, match.moved_version, match.facts_version,
            match.clock, live.times,
        )  # fmt: skip
        return live

    def append(self, live: LiveMatch, move: Move) -> None:
        """Add the move that the match has just made to its log."""
        seat, *said = move
        values = (live.id, live.moves_made, seat, said, timezone.now())
        self.write_later(insert_moves, values)

    def save(self, live: LiveMatch, wake_at: datetime | None) -> None:
        """Write the match's new version, its clocks, and when the server acts next."""
        row = self._rows[live.code]._replace(
            status=live.status,
            version=live.version,
            moved_version=live.moved_version,
            facts_version=live.facts_version,
            times=live.times,
            wake_at=wake_at,
            time_is_up=False,
        )
        self._rows[live.code] = row
        self.write_later(update_matches, match_values(row))

    def announce(self, change: Change) -> None:
        """Announce the change once it is committed, and never if it is not."""
        if self.is_shared:
            self._changes.append(change)
        else:
            announce_change(change)

    def write_later(self, write: Write, values: Values) -> None:
        """Have ``write`` called with these values, together with all others that it is to write."""
        self._later.setdefault(write, []).append(values)

    def write_last(self, write: Write, values: Values) -> None:
        """The same for what must see all that is to be written later."""
        self._last.setdefault(write, []).append(values)

    def flush(self) -> None:
        """Send what was put off."""
        while self._later or self._last:
            waiting = self._later or self._last
            for write in list(waiting):
                write(waiting.pop(write))

    def forget_rows(self) -> None:
        """Read rows again when they are asked for next: other code has written to the same transaction."""
        self.flush()
        self._rows.clear()

    # ---- batches ----

    def prepare(self, codes: Collection[str]) -> None:
        """Lock the matches of a batch, and read at once what other processes have moved in them.

        Matches that are not here and in which the time of a player is up are loaded at once, too: after a restart,
        and where players went away, they may be many.
        """
        rows = lock_matches(codes)
        self._rows |= rows
        here = [self._hold(row) for row in rows.values() if match_cache.find(row.code) is not None]
        asked = {live.id: live.moves_made for live in here if self._has_missed_moves(live)}
        tails = read_tails(asked)
        for live in here:
            if live.version != UNKNOWN and live.id in tails:
                live.follow(tails[live.id])
        self._load_many([row for row in rows.values() if row.time_is_up and row.code not in self._held])

    def _has_missed_moves(self, live: LiveMatch) -> bool:
        row = self._rows[live.code]
        return live.version != UNKNOWN and row.facts_version <= live.version < row.version

    def _load_many(self, rows: Sequence[MatchRow]) -> None:
        if rows:
            ids = [row.id for row in rows]
            matches = Match.objects.only(*BEGINNING).in_bulk(ids)
            seats, logs = read_seats_of(ids), read_logs(ids)
            for row in rows:
                live = self._hold(row)
                if live.version == UNKNOWN:
                    live.begin(matches[row.id])
                    live.take_log(row, seats[row.id], logs[row.id])

    def _hold(self, row: MatchRow) -> LiveMatch:
        held = self._held.get(row.code)
        if held is None:
            live = match_cache.get(row.code) if self.is_shared else match_cache.take(row.code, row.version)
            live.hold()
            if live.version > row.version:  # the database has gone back
                live.forget()
            self._held[row.code] = held = _Held(live, _state(live))
        return held.live

    # ---- the end ----

    def publish(self) -> None:
        """Let everybody see what was committed, and announce it."""
        if not self.is_shared:
            for held in self._held.values():
                transaction.on_commit(partial(match_cache.give_back, held.live), robust=True)
        self._release()
        announce_now(self._changes)

    def undo(self, error: BaseException) -> None:
        """Drop what was rolled back. A refusal leaves a match as it was, so that it need not be read again."""
        is_refusal = isinstance(error, ServiceError | TimeIsUp)
        for held in self._held.values():
            if not is_refusal or _state(held.live) != held.before:
                held.live.forget()
        self._release()

    def _release(self) -> None:
        for held in self._held.values():
            if self.is_shared:
                match_cache.keep(held.live)
            held.live.release()
        self._held.clear()


def _state(live: LiveMatch) -> tuple[object, ...]:
    return (live.version, live.moves_made, live.deals_made, live.status, live.seats, live.pack, live.times)


@contextmanager
def open_store() -> Iterator[MatchStore]:
    """A transaction of one or several commands. Raises DatabaseError where nothing was kept."""
    store = MatchStore(is_shared=not connection.in_atomic_block)
    try:
        with transaction.atomic():
            yield store
            store.flush()
            if transaction.get_rollback():  # the block would end quietly and keep nothing
                raise DatabaseError("a transaction could not be kept")
    except BaseException as error:
        store.undo(error)
        raise
    store.publish()
