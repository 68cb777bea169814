"""The only way to change a running match: a transaction that locks, loads, appends, saves, and then publishes.

A store carries out one command or a batch of them. Commands pass their writes to the store, which sends all writes of
the batch together. Otherwise, a move would spend most of its time waiting for empty replies from the database:

- ``write_later`` is for writes such as moves: each kind is sent in one statement for the whole batch;
- ``write_last`` is for writes that read what was written before, such as match results.

A command must call ``flush`` before it reads data that another command's pending write may change.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games.models import Match
from games.rules.moves import Move
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
from games.state.prepared import pipelined
from games.state.remote_moves import read_tails
from games.state.seats import read_seats, read_seats_of

Write = Callable[[Sequence[Values]], None]  # writes all rows in one statement


class TimeIsUp(Exception):  # noqa: N818  control flow, not an error
    """The player to act had run out of time when the match was locked.

    Their turn must be ended before anything else is done.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Held:
    """A match that the store has loaded, and its state at that time. A refused command must not change this state."""

    live: LiveMatch
    before: tuple[object, ...]


@dataclass(slots=True, eq=False)
class MatchStore:
    """The matches in one transaction.

    If ``is_shared``, they are this process's shared copies, and the store holds them until it ends. Inside an outer
    transaction, they are private copies, because the store cannot tell when that transaction ends.
    """

    is_shared: bool
    _rows: dict[str, MatchRow] = field(default_factory=dict)
    _held: dict[str, _Held] = field(default_factory=dict)
    _later: dict[Write, list[Values]] = field(default_factory=dict)
    _last: dict[Write, list[Values]] = field(default_factory=dict)
    _changes: list[Change] = field(default_factory=list)

    # ---- for commands ----

    def lock(self, code: str) -> MatchRow:
        """Lock the match for the rest of the transaction. Raises NotFound."""
        row = self._rows.get(code) or lock_matches([code]).get(code)
        if row is None:
            raise NotFound
        self._rows[code] = row
        return row

    def load(self, row: MatchRow, *, is_ending_turn: bool = False) -> LiveMatch:
        """Load the match for a locked row. A command must not change the match and then raise ServiceError.

        Raises TimeIsUp, which ``match_service`` handles, if the player to act has run out of time and the
        command does not end that turn (``is_ending_turn``).
        """
        if row.time_is_up and not is_ending_turn:
            raise TimeIsUp(row.code)
        live = self._hold(row)
        if live.version != row.version:
            self.flush()  # some moves in this batch may not be in the log yet
            live.catch_up(row)
        return live

    def begin(self, match: Match) -> LiveMatch:
        """Return the LiveMatch for a locked match that has just started, before its first deal."""
        live = LiveMatch(match.code)
        live.begin(match)
        live.seats = read_seats(match.pk)
        self._rows[match.code] = MatchRow(
            match.pk, match.code, match.status, match.version, match.moved_version, match.facts_version,
            match.clock, live.times,
        )  # fmt: skip
        return live

    def append(self, live: LiveMatch, move: Move) -> None:
        """Add the move just applied to the log."""
        seat, *said = move
        values = (live.id, live.moves_made, seat, said, timezone.now())
        self.write_later(insert_moves, values)

    def save(self, live: LiveMatch, wake_at: datetime | None) -> None:
        """Write the match's version, its clocks, and the time at which the server acts next."""
        row = self._rows[live.code] = MatchRow(
            live.id, live.code, live.status, live.version, live.moved_version, live.facts_version,
            self._rows[live.code].clock, live.times, wake_at,
        )  # fmt: skip
        self.write_later(update_matches, match_values(row))

    def announce(self, change: Change) -> None:
        """Announce the change after the commit."""
        if self.is_shared:
            self._changes.append(change)
        else:
            announce_change(change)

    def write_later(self, write: Write, values: Values) -> None:
        """Call ``write`` once, later, with these values and all other values that have been passed for it."""
        self._later.setdefault(write, []).append(values)

    def write_last(self, write: Write, values: Values) -> None:
        """Call ``write`` as ``write_later`` does, but after all writes that were passed to ``write_later``."""
        self._last.setdefault(write, []).append(values)

    def flush(self, only: Write | None = None) -> None:
        """Send the pending writes. With ``only``, send just the writes for that function."""
        if only is not None:
            if rows := self._later.pop(only, None):
                only(rows)
            return
        while self._later or self._last:
            if self._later:
                with pipelined():
                    _send(self._later)
            else:
                _send(self._last)

    def forget_rows(self) -> None:
        """Send the pending writes and discard the rows, because other code uses the same transaction."""
        self.flush()
        self._rows.clear()

    # ---- batches ----

    def prepare(self, codes: Collection[str]) -> None:
        """Lock the matches for a batch, and read the moves made by other processes in one query.

        Also load the uncached matches in which a player has run out of time, using only a few queries, because there
        may be many such matches after a restart.
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
            if live.version > row.version:  # the database was restored
                live.forget()
            self._held[row.code] = held = _Held(live, _state(live))
        return held.live

    # ---- commit and rollback ----

    def publish(self) -> None:
        """Release the committed matches and announce their changes."""
        if not self.is_shared:
            for held in self._held.values():
                transaction.on_commit(partial(match_cache.give_back, held.live), robust=True)
        self._release()
        announce_now(self._changes)

    def undo(self, error: BaseException) -> None:
        """Discard the matches that were rolled back, except those that a refused command left unchanged."""
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


def _send(waiting: dict[Write, list[Values]]) -> None:
    for write in list(waiting):
        write(waiting.pop(write))


def _state(live: LiveMatch) -> tuple[object, ...]:
    return (live.version, live.moves_made, live.deals_made, live.status, live.seats, live.pack, live.times)


@contextmanager
def open_store() -> Iterator[MatchStore]:
    """Open a transaction for one or more commands. Raises DatabaseError if it was rolled back."""
    store = MatchStore(is_shared=not connection.in_atomic_block)
    try:
        with transaction.atomic():
            yield store
            store.flush()
            if transaction.get_rollback():  # the block would otherwise end as if it had been committed
                raise DatabaseError("a transaction was rolled back")
    except BaseException as error:
        store.undo(error)
        raise
    store.publish()
