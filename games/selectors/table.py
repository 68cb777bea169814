"""A match as each reader may see it.

The same code filters the match for all readers: for players and spectators, in the initial page, over sockets and
after a reconnect. A view is built up from what the reader may know, never by removing things from a complete view.
Everything that is not public comes from ``Game.view(seat)``.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.models import Clock, Match, Status
from games.ratings.current import ratings_in
from games.rules.events import Event
from games.selectors.frame_parts import clock_json, cut_view, pack_json, seat_json, time_left
from games.selectors.table_facts import TableFacts, facts_of
from games.state.access import AccessPolicy, access_policy
from games.state.clocks import Times
from games.state.errors import NotFound
from games.state.live_match import UNKNOWN, LiveMatch, find_seat
from games.state.match_cache import match_cache
from games.state.packs import Pack
from games.state.reliability import leave_percentages
from games.state.seats import SeatInfo

RECENT_EVENTS = 100
NOTHING_TO_DO: dict[str, Any] = {"moves": [], "interrupts": []}  # shown to a player who has resigned
IDLE_VIEW = {"to_act": None, **NOTHING_TO_DO}  # used for matches that are not running


def load_table(code: str) -> "Table":
    """Load a table from the database. Raises NotFound."""
    table = Table(match_cache.get(code))
    table.refresh()
    return table


def public_view(code: str) -> dict[str, Any] | None:
    """Return the public's current view of a match, or None if it has no pack yet. Raises NotFound.

    The caller must have checked that the public may watch the match.
    """
    with match_cache.current(code) as live:
        return live.game.view(None) if live.has_begun else None


class Table:
    """A match as its readers see it: the process's copy of the match, together with the facts about it.

    The attributes describe the version that was committed at the last ``update``, and may be read at any time.
    ``update`` and ``state_frame`` use the copy itself, so the caller must hold it, for example with ``current``.
    ``refresh`` does this itself. The class is not thread-safe.
    """

    def __init__(self, live: LiveMatch) -> None:
        self.live = live
        self.code = live.code
        self.version = self.moved_version = UNKNOWN
        self.status: str = Status.OPEN
        self.seats: tuple[SeatInfo, ...] = ()
        self.clock: Clock | None = None
        self._clock_words = ""
        self.times = Times()
        self.pack: Pack | None = None
        self.facts: TableFacts | None = None
        self._access: AccessPolicy | None = None
        self._leaves: dict[int, int] = {}
        self._ratings: dict[int, dict[str, Any]] = {}  # as in frames
        self._known: frozenset[int] = frozenset()  # the users whose percentages and ratings have been read
        self._ending = ""  # the status with which the match had ended when they were read; voiding reverses changes
        self._events_seen = 0

    def is_fresh(self, version: int = 0) -> bool:
        """Return whether ``update`` can reach this version without reading the database."""
        live, facts = self.live, self.facts
        return live.version >= max(version, 0) and facts is not None and facts.version >= live.facts_version

    def update(self) -> list[Event]:
        """Switch to the committed state. Return the events since the last update."""
        live = self.live
        self.version, self.moved_version, self.status = live.version, live.moved_version, live.status
        self.seats, self.clock, self.times, self.pack = live.seats, live.clock, live.times, live.pack
        if self.clock is not None and not self._clock_words:
            self._clock_words = self.clock.label  # translated only once, because translation is slow
        events = live.events_since(self._events_seen)
        self._events_seen = live.events_made
        return events

    def refresh(self) -> list[Event]:
        """Update the copy and the table from the database, and return the new events. Raises NotFound."""
        self.read()
        with self.current() as events:
            return events

    def read(self) -> None:
        """Update the copy and its facts from the database. Raises NotFound."""
        self._reload()
        while not self.is_fresh():
            self.facts = self._read_facts()
            self._access = self.facts.access
            self._reload()  # the match and its facts may have changed in the meantime

    @contextmanager
    def current(self) -> Iterator[list[Event]]:
        """Hold the copy and update the table. Yield the events since the last update."""
        self.live.hold()
        while not self.is_fresh():
            self.live.release()
            self.read()
            self.live.hold()
        try:
            yield self.update()
        finally:
            self.live.release()

    @property
    def match_id(self) -> int:
        """The match's primary key."""
        return self.live.id

    def _reload(self) -> None:
        with self.live.held():
            self.live.reload()
            match_cache.keep(self.live)

    def _read_facts(self) -> TableFacts:
        match = self._read_match()
        with self.live.held():
            seats = self.live.seats
        seated = {seat.user_id: seat for seat in seats if seat.user_id is not None}
        ending = match.status if match.finished else ""
        if seated.keys() - self._known or self._ending != ending:
            self._leaves = leave_percentages([user_id for user_id, seat in seated.items() if seat.is_person])
            self._ratings = {user_id: one._asdict() for user_id, one in ratings_in(match, seated.keys()).items()}
            self._known, self._ending = frozenset(seated), ending
        return facts_of(match, seats)

    def _read_match(self) -> Match:
        match = Match.objects.select_related("rematch").filter(code=self.code).first()
        if match is None:
            raise NotFound
        return match

    def seat_of(self, user_id: int | None) -> int | None:
        """Return this user's seat, or None for spectators and site bots."""
        return find_seat(self.seats, user_id)

    def refresh_access(self) -> None:
        """Read the access policy again, because users can be invited at any time. Raises NotFound."""
        self._access = access_policy(self._read_match())

    def may_watch(self, user_id: int | None) -> bool:
        """Return whether this user may watch the match, assuming that they know its code."""
        return self.seat_of(user_id) is not None or (self._access is not None and self._access.may_watch(user_id))

    def state_frame(
        self, audience: int | None, events: Sequence[Event], *, recent: bool, online: Sequence[bool], watching: int = 0
    ) -> dict[str, Any]:
        """Return the ``state`` frame (docs/protocol.md) for the seat ``audience``, or for spectators if it is None."""
        common = self._common_frame(events, recent, online, watching)
        return self._frame(audience, common, self._views([audience])[audience])

    def state_frames(
        self, audiences: Collection[int | None], events: Sequence[Event], *, online: Sequence[bool], watching: int
    ) -> dict[int | None, dict[str, Any]]:
        """Return the ``state`` frames for several audiences, building their common part only once."""
        common, views = self._common_frame(events, False, online, watching), self._views(audiences)
        return {audience: self._frame(audience, common, view) for audience, view in views.items()}

    def _common_frame(
        self, events: Sequence[Event], recent: bool, online: Sequence[bool], watching: int
    ) -> dict[str, Any]:
        """Return the part of the frame that is public and the same for every audience."""
        facts = self.facts
        if facts is None:
            raise RuntimeError("read the table before it is shown")
        now = timezone.now()
        frame = {
            "type": "state",
            "status": self.status,
            "version": self.version,
            "moved": self.moved_version,
            "me": None,
            "seats": self._seats(online, facts.hints.used, now),
            "watching": watching,
            "events": [event.as_json() for event in events],
            "view": None,
            "pack": pack_json(self.live.game, self.pack),
            "result": facts.result,
            "clock": clock_json(self.clock, self._clock_words, self.times, now),
            "offers": {**facts.offers, "left": time_left(facts.rematch_until, now)},
            "gathering": None,
            "early": self.status == Status.RUNNING and self.live.early,
            "hint": None,
        }
        if recent:
            shown = self.recent
            frame["recent"] = [event.as_json() for event in shown]
            frame["earlier"] = self.live.events_made - len(shown)
        return frame

    def _seats(self, online: Sequence[bool], hints: Mapping[int, int], now: datetime) -> list[dict[str, Any] | None]:
        """Return the seats for a frame. ``hints`` maps each seat to the number of hints that it has used."""
        return [
            seat_json(
                seat,
                online=here,
                leaves=self._leaves.get(seat.user_id or 0),
                rating=self._ratings.get(seat.user_id or 0),
                hints=hints.get(number, 0),
                now=now,
            )
            for number, (seat, here) in enumerate(zip(self.seats, online, strict=True))
        ]

    def _frame(self, audience: int | None, common: dict[str, Any], view: dict[str, Any] | None) -> dict[str, Any]:
        """Return the frame for one audience. Its secrets come only from the game's view and the audience's own seat."""
        frame = {**common, "me": audience, "view": view}
        if audience is not None and common["seats"][audience] is not None:
            auto_call = self.live.seats[audience].auto_call
            is_gentle = self.live.answers_for(audience)
            own = {**common["seats"][audience], "auto_call": auto_call, "gentle_start": is_gentle}
            frame["seats"] = [*common["seats"][:audience], own, *common["seats"][audience + 1 :]]
            if self.facts is not None and self.status == Status.RUNNING and self.seats[audience].is_person:
                frame["hint"] = self.facts.hints.as_json(self.live.moves_made)
        gathering = self.facts.gathering if self.facts is not None else None
        if gathering is not None:
            frame["gathering"] = gathering.as_json(self.seat_of(gathering.host), audience)
        return frame

    @property
    def recent(self) -> list[Event]:
        """The latest public events in the current deal and, in the first one, those before it."""
        events = self.live.last_events[-RECENT_EVENTS:]
        if len(events) == self.live.events_made and self.live.game.deal_number < 1:
            return events
        dealt = [at for at, event in enumerate(events) if event.kind == "deal"]
        return events[dealt[-1] :] if dealt else events

    def _views(self, audiences: Collection[int | None]) -> Mapping[int | None, dict[str, Any] | None]:
        """Return each audience's view of the game, or None for each of them before the first deal."""
        if not self.live.has_begun:
            return dict.fromkeys(audiences)
        views = self.live.game.views(audiences)
        return {audience: self._view(audience, view) for audience, view in views.items()}

    def _view(self, audience: int | None, view: dict[str, Any]) -> dict[str, Any]:
        if self.status != Status.RUNNING:
            return {**view, **IDLE_VIEW}
        if self.pack is not None and self.pack.cut is None:
            view = {**view, **cut_view(self.live.game, self.pack, audience)}
        gave_up = audience is not None and self.seats[audience].left
        return {**view, **NOTHING_TO_DO} if gave_up else view
