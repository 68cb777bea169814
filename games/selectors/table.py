"""What a reader may see of a match that is being played.

One filter serves every reader: sockets, the first page, a reconnect, spectators. A view is built up from what the
reader may know and never stripped down from more: all that is not public comes out of ``Game.view(seat)``.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.models import Clock, Match, Status
from games.rules import find_ruleset
from games.rules.game import Event, Game, Move
from games.selectors.access import AccessPolicy, access_of
from games.selectors.open_table import OpenTable, read_open_table
from games.services.announce import Change
from games.services.clocks import Times, milliseconds
from games.services.errors import NotFound
from games.services.following import Rest, apply_until_deal
from games.services.loading import SeatInfo, play_log, read_log, read_seats
from games.services.packs import Pack
from games.services.reliability import leave_percentages

RECENT_EVENTS = 60
NEW_BATCH = frozenset({"deal", "batch"})  # kinds of events that begin the log of recent ones anew
NOTHING_TO_DO: dict[str, Any] = {"moves": [], "interrupts": []}  # what is asked of somebody who gave up
IDLE_VIEW = {"to_act": None, **NOTHING_TO_DO}  # what an ended match asks of anybody


def load_table(code: str) -> "Table":
    """The table as the database has it. Raises NotFound."""
    table = Table(code)
    table.refresh()
    return table


class Table:
    """A follower's own copy of a match at ``version``: facts, seats, game and the last public events.

    Not safe between threads. ``refresh`` reads the database; so does ``advance`` where it must, everything else never.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.match_id = 0
        self.version = -1
        self.moved_version = 0
        self.status: str = Status.OPEN
        self.ruleset = ""
        self.clock: Clock | None = None
        self.times = Times()
        self.seats: list[SeatInfo] = []
        self.access: AccessPolicy | None = None
        self.gathering: OpenTable | None = None
        self.game: Game | None = None
        self.pack: Pack | None = None
        self.recent: list[Event] = []
        self._played: set[int] = set()
        self._offers: dict[str, Any] = {}
        self._rematch_until: datetime | None = None
        self._leaves: dict[int, int] = {}
        self._result: dict[str, Any] | None = None
        self._moves = 0
        self._deals = 0

    def follows(self, change: Change) -> bool:
        """Whether ``advance`` can take this change without the database."""
        return change.version == self.version + 1 and not change.reload

    def advance(self, change: Change) -> list[Event]:
        """Bring the table to the change's version or beyond; the events on the way. Raises NotFound."""
        if change.version <= self.version:
            return []
        if not self.follows(change):
            return self.refresh()
        events: list[Event] = []
        if self.game is not None:
            for move in change.moves:
                events += self.game.apply(move)
                self._note_played(move)
            for deal in change.deals:
                events += self.game.deal(deal)
        self._moves += len(change.moves)
        self._deals += len(change.deals)
        self.version = change.version
        if change.moves or change.deals:
            self.moved_version = change.version
        self.times = change.times or self.times
        self.pack = change.pack or self.pack
        self._remember(events)
        return events

    def take_moves(self, rest: Rest) -> list[Event] | None:
        """Bring the table forward by moves that were read for it; None where ``refresh`` is needed instead.

        Where it comes to a deal, ``refresh`` is needed after all: then ``version`` stays behind the rest's.
        """
        if self.game is None or rest.status != Status.RUNNING or rest.facts_version > self.version:
            return None
        events: list[Event] = []
        for move, made in apply_until_deal(self.game, rest.moves):
            self._note_played(move)
            self._moves += 1
            events += made
        self.moved_version, self.times = rest.moved_version, rest.times
        self.version = rest.version - (self.game.phase == "deal")
        self._remember(events)
        return events

    @property
    def asked_for(self) -> dict[int, int]:
        """What ``read_rests`` has to be asked for this table."""
        return {self.match_id: self._moves}

    def refresh(self) -> list[Event]:
        """Bring the table to what the database has; the events since. Raises NotFound."""
        events: list[Event] = []
        match = self._read_match()
        while match.version != self.version:
            self.version = match.version
            events += self._read_rest(match)
            match = self._read_match()  # moved on while it was read? Then what was read may not be of one version
        return events

    def _read_match(self) -> Match:
        match = Match.objects.select_related("rematch").filter(code=self.code).first()
        if match is None:
            raise NotFound
        return match

    def _read_rest(self, match: Match) -> list[Event]:
        self.match_id, self.status, self.ruleset = match.pk, match.status, match.ruleset
        self.moved_version = match.moved_version
        self.clock = match.time_control
        self.times = Times(match.turn, match.turn_began, match.deadline, match.banks)
        self._offers, self._rematch_until = _offers_json(match), match.rematch_until
        self._read_seats()
        self.access = access_of(
            match, [seat.user_id for seat in self.seats if seat.user_id is not None and not seat.bot]
        )
        self.gathering = read_open_table(match)
        self._result = result_json(match)
        log = read_log(match.pk, deals=self._deals, moves=self._moves)
        self.pack = log.pack or self.pack
        if self.pack is None and not log.deals and not log.moves:
            return []
        if self.game is None:
            self.game = find_ruleset(match.ruleset)(match.options)
        events = [event for step in play_log(self.game, log, moves=self._moves) for event in step.events]
        for move in log.moves:
            self._note_played(move)
        self._deals += len(log.deals)
        self._moves += len(log.moves)
        self._remember(events)
        return events

    def _read_seats(self) -> None:
        people = {seat.user_id for seat in self.seats}
        self.seats = read_seats(self.match_id)
        here = {seat.user_id for seat in self.seats if seat.user_id is not None and seat.is_person}
        if here - people:
            self._leaves = leave_percentages(here)

    def _note_played(self, move: Move) -> None:
        if move[1] == "play":
            self._played.add(move[0])

    def _remember(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind in NEW_BATCH:
                self.recent = []
            self.recent.append(event)
        del self.recent[:-RECENT_EVENTS]

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of this person, None for spectators; the users of bots have none."""
        for number, seat in enumerate(self.seats):
            if seat.user_id == user_id and user_id is not None and not seat.bot:
                return number
        return None

    def refresh_access(self) -> None:
        """Read once more who may come: somebody can be invited at any time. Raises NotFound."""
        self.access = access_of(self._read_match())

    def may_watch(self, user_id: int | None) -> bool:
        """Whether this person, who has the code, may look."""
        return self.seat_of(user_id) is not None or (self.access is not None and self.access.may_watch(user_id))

    def state_frame(
        self, audience: int | None, events: Sequence[Event], *, recent: bool, online: Sequence[bool], watching: int = 0
    ) -> dict[str, Any]:
        """The ``state`` frame of docs/protocol.md for the seat ``audience``, or for spectators: None."""
        frame = {
            "type": "state",
            "status": self.status,
            "version": self.version,
            "moved": self.moved_version,
            "me": audience,
            "seats": [
                self._seat_json(number, audience, is_online)
                for number, is_online in zip(range(len(self.seats)), online, strict=True)
            ],
            "watching": watching,
            "events": [event.as_json() for event in events],
            "view": self._view(audience),
            "pack": _pack_json(self.game, self.pack),
            "result": self._result,
            "clock": self._clock_json(),
            "offers": {**self._offers, "left": self._rematch_left()},
            "gathering": self._open_table_json(audience),
            "early": self.status == Status.RUNNING and len(self._played) < len(self.seats),
        }
        if recent:
            frame["recent"] = [event.as_json() for event in self.recent]
        return frame

    def _view(self, audience: int | None) -> dict[str, Any] | None:
        if self.game is None:
            return None
        view = self.game.view(audience)
        if self.status != Status.RUNNING:
            return {**view, **IDLE_VIEW}
        if self.pack is not None and self.pack.cut is None:
            view = {**view, **_cut_view(self.game, self.pack, audience)}
        gave_up = audience is not None and self.seats[audience].left
        return {**view, **NOTHING_TO_DO} if gave_up else view

    def _seat_json(self, number: int, audience: int | None, online: bool) -> dict[str, Any] | None:
        seat = self.seats[number]
        if seat.user_id is None:
            return None
        return {
            "name": seat.name,
            "bot": seat.is_bot,
            "by_site": bool(seat.bot),
            "online": online or bool(seat.bot),
            "auto_call": seat.auto_call if number == audience else None,
            "stand_in": bool(seat.stand_in),
            "grace": None if seat.grace_ends is None else milliseconds(seat.grace_ends - timezone.now()),
            "left": seat.left,
            "leaves": self._leaves.get(seat.user_id),
        }

    def _rematch_left(self) -> int:
        """For how long a rematch may be asked for yet."""
        return 0 if self._rematch_until is None else max(0, milliseconds(self._rematch_until - timezone.now()))

    def _open_table_json(self, audience: int | None) -> dict[str, Any] | None:
        return None if self.gathering is None else self.gathering.as_json(self.seat_of(self.gathering.host), audience)

    def _clock_json(self) -> dict[str, Any] | None:
        if self.clock is None or not self.times.banks:
            return None
        return {
            "text": self.clock.words,
            "increment": self.clock.increment,
            "banks": self.times.banks,
            "turn": self.times.turn,
            "left": self.times.left(timezone.now()),
        }


def _cut_view(game: Game, pack: Pack, audience: int | None) -> dict[str, Any]:
    """What a view says otherwise while a pack waits for its cut."""
    cutter = game.cutter(pack.dealer)
    moves = [["cut", place] for place in range(1, len(game.pack))] if audience == cutter else []
    return {
        "phase": "cut",
        "dealer": pack.dealer,
        "leader": None,
        "to_act": cutter,
        "stock": len(game.pack),
        "moves": moves,
        "interrupts": [],
    }


def _pack_json(game: Game | None, pack: Pack | None) -> dict[str, Any] | None:
    """The ``pack`` of docs/protocol.md: None before there is one, and in matches that have none."""
    if game is None or pack is None:
        return None
    return {**pack._asdict(), "cutter": game.cutter(pack.dealer)}


def _offers_json(match: Match) -> dict[str, Any]:
    """Who offers to break off, who wants a rematch, and where that is played once all do."""
    return {
        "abort": match.abort_offers,
        "rematch": match.rematch_offers,
        "rotated": match.rematch_rotated,
        "url": reverse("table", args=[match.rematch.code]) if match.rematch else None,
    }


def result_json(match: Match) -> dict[str, Any] | None:
    """The ``result`` of docs/protocol.md: None while the match is open or running."""
    if not match.result_reason:
        return None
    return {
        "reason": match.result_reason,
        "seat": match.result_seat,
        "sides": match.sides,
        "winners": match.winners if match.status == Status.FINISHED else [],
        "url": reverse("result", args=[match.code]),
    }
