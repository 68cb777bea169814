"""Matches that are over: of the whole site, of one player. Private ones are shown to those who played them only.

Only a match that was begun has ``finished``. The status is not asked for as well: SQLite would then search by it and
sort everything, instead of walking the index of what is finished.
"""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q

from accounts.models import User
from games.models import Match, Seat
from games.selectors.keyset import KeyOrder, Page
from games.selectors.summary import Side, Sitter, Summary, summarise, with_seats

PAGE = 25

MATCHES = KeyOrder("finished", "-id")
SEATS = KeyOrder("finished", "-match_id")


@dataclass(frozen=True, slots=True)
class Played:
    """A match as one of its players looks back on it. ``outcome`` is won, lost, drawn, voided or aborted."""

    match: Summary
    own: Side
    others: tuple[Side, ...]
    outcome: str
    me: Sitter

    @property
    def sides(self) -> tuple[Side, ...]:
        """All sides, the own one first."""
        return (self.own, *self.others)

    @property
    def partners(self) -> tuple[Sitter, ...]:
        """Who played on the same side."""
        return tuple(sitter for sitter in self.own.sitters if sitter is not self.me)


def site_history(*, after: str = "", before: str = "") -> Page[Summary]:
    """Public matches that are over, the latest first. Raises BadCursorError."""
    rows = with_seats(Match.objects.filter(finished__isnull=False, is_private=False))
    return MATCHES.page(rows, size=PAGE, after=after, before=before).map(summarise)


def player_history(player: User, *, reader: User | None, after: str = "", before: str = "") -> Page[Played]:
    """The player's matches that are over, the latest first. Raises BadCursorError."""
    rows = Seat.objects.filter(user=player, finished__isnull=False)
    if reader != player:
        shared = Seat.objects.filter(match=OuterRef("match"), user=reader)
        rows = rows.filter(Q(match__is_private=False) | Exists(shared) if reader else Q(match__is_private=False))
    rows = rows.prefetch_related(Prefetch("match", with_seats(Match.objects.all())))
    return SEATS.page(rows, size=PAGE, after=after, before=before).map(_played)


def _played(seat: Seat) -> Played:
    match = summarise(seat.match)
    own, me = next((side, who) for side in match.sides for who in side.sitters if who.seat == seat.number)
    return Played(
        match=match,
        own=own,
        others=tuple(side for side in match.sides if side is not own),
        outcome=_outcome(match, own),
        me=me,
    )


def _outcome(match: Summary, own: Side) -> str:
    if match.voided or match.broken_off:
        return match.status
    if match.draw:
        return "drawn"
    return "won" if own.won else "lost"
