"""A process's only copy of a match. Services change it, and everything else reads it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any

from games import models
from games.models import Clock, Status
from games.rules import find_ruleset
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Move
from games.state.clocks import Times
from games.state.errors import NotFound
from games.state.match_log import Log, Step, play_log, read_log
from games.state.match_sql import MatchRow, read_match
from games.state.packs import Pack
from games.state.remote_moves import LogTail, read_tails
from games.state.seats import SeatInfo, read_seats

EVENTS_KEPT = 100  # older events are dropped each time a deal begins
GENTLE_BATCHES = 2  # how many batches the site announces for a newcomer
logger = logging.getLogger(__name__)

BEGINNING = ("ruleset", "options", "status", "version", "clock")  # the columns that ``begin`` needs
UNKNOWN = -1  # the version of a match that has not been read yet


_STATE = (
    *("id", "ruleset", "clock", "status", "version", "moved_version", "facts_version", "seats", "times", "pack"),
    *("game", "played", "moves_made", "deals_made", "events_made", "_events", "_running_deal"),
)


class LiveMatch:
    """A match at ``version``: its seats, game, clocks and pack, and the latest public events.

    Only the thread that holds the match may read or change it. A transaction holds its matches until it is committed or
    rolled back, so uncommitted changes are never visible to others.

    ``moved_version`` and ``facts_version`` have the same meaning as on ``models.Match``. ``events_made`` counts all
    public events, so that a reader can request the ones that it has not seen.
    """

    __slots__ = (*_STATE, "__weakref__", "_hold", "_on_release", "code")

    id: int
    ruleset: str
    game: Game

    def __init__(self, code: str) -> None:
        self.code = code
        self._hold = Lock()
        self._on_release: list[Callable[[], None]] = []
        self.forget()

    def forget(self) -> None:
        """Discard the contents, so that the next reader loads them from the database."""
        self.version = self.moved_version = self.facts_version = UNKNOWN
        self.status: str = Status.OPEN
        self.seats: tuple[SeatInfo, ...] = ()
        self.clock: Clock | None = None
        self.times = Times()
        self.pack: Pack | None = None
        self.played: set[int] = set()
        self.moves_made = self.deals_made = self.events_made = 0
        self._events: list[Event] = []
        self._running_deal = 0  # the number of events before the current deal

    # ---- locking ----

    def hold(self) -> None:
        """Hold the match. This may block, so never call it on the event loop."""
        self._hold.acquire()

    def try_hold(self, on_release: Callable[[], None] | None = None) -> bool:
        """Hold the match if it is free, and return whether it is now held.

        If it could not be held, ``on_release`` is called once it may be free again.
        """
        if self._hold.acquire(blocking=False):
            return True
        if on_release is None:
            return False
        if on_release not in self._on_release:
            self._on_release.append(on_release)
        if not self._hold.acquire(blocking=False):
            return False  # the current holder will call it
        if on_release in self._on_release:
            self._on_release.remove(on_release)
        return True

    def release(self) -> None:
        """Release the match."""
        self._hold.release()
        while self._on_release:
            try:
                self._on_release.pop()()
            except IndexError:  # another thread has removed it in the meantime
                return

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the match within a ``with`` block."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    # ---- changes ----

    def advance(self, move: Move) -> list[Event]:
        """Apply a move and return its events. Raises IllegalMove without changing anything."""
        events = self.game.apply(move)
        self._count(Step(move, events, [], 0))
        return events

    def deal(self, deal: Deal) -> None:
        """Apply a deal. Raises DealError without changing anything."""
        self._count(Step(None, [], self.game.deal(deal), 1))

    def change_seat(self, number: int, **changes: Any) -> None:
        """Change attributes of a seat. This replaces the tuple ``seats``, so earlier readers keep the old one."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], **changes)
        self.seats = tuple(seats)

    def count_version(self, *, moved: bool, facts: bool) -> None:
        """Begin the next version of the match.

        ``moved`` says whether the game has changed, and ``facts`` whether anything else about the match has.
        """
        self.version += 1
        if moved:
            self.moved_version = self.version
        if facts:
            self.facts_version = self.version

    def follow(self, tail: LogTail) -> bool:
        """Apply another process's moves, up to the next deal. Return False if the match needs ``reload``."""
        if self.status != Status.RUNNING or tail.status != Status.RUNNING:
            return False
        if not tail.facts_version <= self.version < tail.version:
            return self.version >= tail.version
        for move in tail.moves:
            if self.game.phase == "deal":
                break
            self.advance(move)
        if self.game.phase == "deal":
            self.version = tail.version - 1
            return False
        self.version, self.moved_version, self.times = tail.version, tail.moved_version, tail.times
        return True

    def reload(self) -> None:
        """Update the match to the state in the database. Raises NotFound.

        The row is not locked, so the match may change in the meantime. It is read again until all parts have the same
        version.
        """
        row = read_match(self.code)
        while row is not None and row.version != self.version:
            self.catch_up(row)
            row = read_match(self.code)
        if row is None:
            self.forget()
            raise NotFound

    def take_over(self, other: LiveMatch) -> None:
        """Take over the contents of another copy, which must not be used afterwards."""
        for name in _STATE:
            setattr(self, name, getattr(other, name))

    def catch_up(self, row: MatchRow) -> None:
        """Update the match to this row's version by reading the rest of its log."""
        if self.version > row.version:  # the database was restored
            self.forget()
        try:
            if self.version == UNKNOWN:
                self.begin(models.Match.objects.only(*BEGINNING).get(pk=row.id))
            self.take_log(row, read_seats(row.id), read_log(row.id, deals=self.deals_made, moves=self.moves_made))
        except BaseException:
            self.forget()  # the match may be between two versions
            raise

    def take_log(self, row: MatchRow, seats: tuple[SeatInfo, ...], log: Log) -> None:
        """Update a match after ``begin``, using its row, its seats and the rest of its log."""
        for step in play_log(self.game, log, moves=self.moves_made):
            self._count(step)
        self.seats, self.pack = seats, log.pack or self.pack
        runs_on = self.status == row.status == Status.RUNNING
        self.status = row.status
        self.take_row(row)
        if not runs_on:  # every version of such a match changes more than the game
            self.facts_version = row.version

    def take_row(self, row: MatchRow) -> None:
        """Copy the versions and clocks from the row."""
        self.version, self.moved_version, self.facts_version = row.version, row.moved_version, row.facts_version
        self.times = row.times

    def begin(self, match: models.Match) -> None:
        """Initialise a match before its first deal."""
        self.id, self.ruleset, self.status = match.pk, match.ruleset, match.status
        self.version = self.moved_version = self.facts_version = match.version
        self.game = find_ruleset(match.ruleset)(match.options)
        self.clock = match.time_control

    def _count(self, step: Step) -> None:
        """Count the moves, deals and events in a step."""
        if step.move is not None:
            self.moves_made += 1
            if step.move.verb == "play":
                self.played.add(step.move.seat)
        self._events += step.made
        self.events_made += len(step.made)
        if step.deals:
            self.deals_made += step.deals
            self._running_deal = self.events_made
            self._events += step.dealt
            self.events_made += len(step.dealt)
            del self._events[:-EVENTS_KEPT]

    # ---- properties ----

    @property
    def has_begun(self) -> bool:
        """Return whether the site has committed to a pack or dealt one."""
        return self.pack is not None or self.deals_made > 0

    @property
    def turn(self) -> int | None:
        """Return the seat whose turn it is to move or to cut the pack, or None if it is nobody's turn."""
        if self.pack is not None and self.pack.cut is None:
            return self.game.cutter(self.pack.dealer)
        return self.game.to_act if self.game.to_act >= 0 and not self.game.over else None

    @property
    def waits_for_cut(self) -> bool:
        """Return whether a pack is waiting to be cut."""
        return self.pack is not None and self.pack.cut is None

    @property
    def bot_chooses(self) -> bool:
        """Return whether one of the site's bots has to choose the next move.

        A bot does not choose where to cut the pack; the server draws the place at random. Nor does it choose what to
        announce in a gentle start.
        """
        is_bot = self.turn is not None and bool(self.seats[self.turn].played_by_bot)
        return is_bot and not self.waits_for_cut and not self.bots_are_silent

    @property
    def early(self) -> bool:
        """Return whether any player has yet to play a card. If so, any player can abort the match alone."""
        return len(self.played) < len(self.seats)

    @property
    def many(self) -> bool:
        """Return whether there are more than two players. If so, a stand-in bot plays for a player who has left."""
        return len(self.seats) > 2

    @property
    def people(self) -> list[int]:
        """Return the seats held by people, including those who are disconnected."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    def announces_for(self, number: int) -> bool:
        """Return whether the site announces for a player, because they have switched this on or are a newcomer."""
        return self.seats[number].auto_call or self.answers_for(number)

    def answers_for(self, number: int) -> bool:
        """Return whether the site answers questions about calls for a newcomer, in the first deal of a gentle start.

        It announces in the first batches, in which they learn to capture and what the calls of others mean. At the end
        of the deal, it claims nothing.
        """
        is_due = self.game.batch < GENTLE_BATCHES or self.game.phase == "close"
        return is_due and self._starts_gently(number)

    def _starts_gently(self, number: int) -> bool:
        return self.seats[number].gentle_start and self.deals_made <= 1

    def closes_for(self, number: int) -> bool:
        """Return whether the site says for a player at the end of a deal that they claim nothing.

        A newcomer doesn't know yet what to look for. It does so even if a bot has hidden something: asking only then
        would give that away.
        """
        return self.game.phase == "close" and self.answers_for(number)

    @property
    def bots_are_silent(self) -> bool:
        """Return whether bots announce nothing now: in a gentle start, until the newcomer's side has captured a card.

        A tringa would put newcomers far behind before they have played a card or know what a tringa is.
        """
        newcomers = [number for number in range(len(self.seats)) if self._starts_gently(number)]
        captured = self.game.captured
        return self.game.phase == "announce" and any(not captured[self.game.sides[number]] for number in newcomers)

    def seat_of(self, user_id: int | None) -> int | None:
        """Return this user's seat, or None if they have none; see ``find_seat``."""
        return find_seat(self.seats, user_id)

    @property
    def seen(self) -> list[Event]:
        """The public events in the current deal."""
        return self.events_since(self._running_deal)

    @property
    def last_events(self) -> list[Event]:
        """The latest public events: those in the current deal, and some that preceded it."""
        return self._events

    def events_since(self, count: int) -> list[Event]:
        """Return the public events after the first ``count``, leaving out events that are no longer in memory."""
        missed = self.events_made - count
        return self._events[max(0, len(self._events) - missed) :] if missed else []


def find_seat(seats: tuple[SeatInfo, ...], user_id: int | None) -> int | None:
    """Return this user's seat.

    Return None for spectators, and for the site's bots, because only the server moves for them.
    """
    if user_id is not None:
        for number, seat in enumerate(seats):
            if seat.user_id == user_id and not seat.bot:
                return number
    return None


def follow_others(matches: Iterable[LiveMatch]) -> None:
    """Apply moves made in other processes, for matches in which nothing else has changed."""
    found = list(matches)
    asked: dict[int, int] = {}
    for live in found:
        with live.held():
            if live.version != UNKNOWN:
                asked[live.id] = live.moves_made
    tails = read_tails(asked)
    for live in found:
        with live.held():
            tail = None if live.version == UNKNOWN else tails.get(live.id)
            if tail is not None and live.moves_made == asked.get(live.id):
                try:
                    live.follow(tail)
                except Exception:
                    logger.exception("a match could not follow another process")
                    live.forget()
