"""Summaries of matches for lists and the result page. They contain no cards, and are the same for every reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.wording import isolated, labelled, listing
from games.models import Clock, Match, Reason, Seat, Status
from games.ratings.current import RatingKey, ShownRating
from games.ratings.titles import with_best_rating
from games.rules import find_ruleset
from games.rules.options import Value
from games.selectors.endings import ending_of
from games.selectors.options import size_label, unusual_options
from games.selectors.sides import SeatSummary, Side, sides_of

NO_RATINGS: Final[Mapping[RatingKey, ShownRating]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Summary:
    """A match, as shown in lists.

    ``clock`` and ``ratings`` are descriptions in words, and empty if the table has no clock or no rating range.
    ``ending`` says how the match ended, and is empty until then. For API clients, ``chosen``, ``time_control``,
    ``reason`` and ``result_seat`` contain the match's own values.
    """

    code: str
    ruleset: str
    title: str
    size_class: str
    options: list[tuple[str, str]]
    status: str
    status_label: str
    private: bool
    invited_only: bool
    has_spectators: bool
    welcomes_bots: bool
    rated: bool
    clock: str
    ratings: str
    host: str
    sides: tuple[Side, ...]
    free_seats: int
    draw: bool
    ending: str
    created: datetime
    started: datetime | None
    finished: datetime | None
    turn_began: datetime | None
    chosen: Mapping[str, Value]
    time_control: str
    reason: str
    result_seat: int | None

    @property
    def ended(self) -> bool:
        """Return whether the match was started and is over."""
        return self.finished is not None

    @property
    def duration(self) -> str:
        """Return the duration of the match in words, or an empty string if the match has not ended."""
        if self.started is None or self.finished is None:
            return ""
        minutes = max(1, round((self.finished - self.started).total_seconds() / 60))
        days, hours = minutes // 1440, minutes // 60
        if days >= 2:
            return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}
        if hours:
            return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
        return _("%(minutes)s min") % {"minutes": minutes}

    @property
    def terms(self) -> str:
        """Return the terms of the match in one line: game, size, and the options that differ from the defaults."""
        unusual = [labelled(label, value) for label, value in self.options]
        return " · ".join([self.title, size_label(self.size_class), *unusual])

    @property
    def people(self) -> list[str]:
        """Return the names of all players, including bots."""
        return [sitter.name for side in self.sides for sitter in side.sitters if sitter.name]

    @property
    def bots_of_person(self) -> int:
        """Return the number of bots if they play with or against a single person, or 0 otherwise."""
        bots = [sitter.is_bot for side in self.sides for sitter in side.sitters]
        return sum(bots) if sum(bots) == len(bots) - 1 and not self.free_seats else 0

    @property
    def has_changes(self) -> bool:
        """Return whether the match changed ratings and the changes have not been reversed."""
        return any(sitter.change is not None for side in self.sides for sitter in side.sitters)

    @property
    def winners(self) -> list[str]:
        """Return the winners' names, or an empty list if there are none."""
        return [sitter.shown for side in self.sides if side.won for sitter in side.sitters]

    @property
    def voided(self) -> bool:
        """Return whether a moderator has voided the match."""
        return self.status == Status.VOIDED

    @property
    def is_aborted(self) -> bool:
        """Return whether the match ended without a result, and so does not count."""
        return self.ended and self.status == Status.ABORTED

    @property
    def early_ending(self) -> str:
        """Return who ended the match before its target was reached, and how, or an empty string if nobody did."""
        return self.ending if self.counts and self.reason != Reason.RULES else ""

    @property
    def counts(self) -> bool:
        """Return whether the match was neither voided nor aborted."""
        return not (self.voided or self.is_aborted)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with everything that ``summarise`` reads, at the cost of one extra query."""
    seats = with_best_rating(Seat.objects.select_related("user"))
    return matches.select_related("created_by").prefetch_related(Prefetch("seats", seats))


def result_of(match: Summary, player: str) -> bool | None:
    """Return whether this player won.

    Return None if they did not play, if nobody won, or if they were on one of several losing sides.
    """
    own = next((side for side in match.sides if _is_on(side, player)), None)
    if own is None or not match.winners:
        return None
    return True if own.won else False if len(match.sides) == 2 else None


def seat_of(match: Summary, player: str) -> SeatSummary | None:
    """Return the seat of the player with this name, or None if they did not play."""
    return next((sitter for side in match.sides for sitter in side.sitters if sitter.name == player), None)


def headline_of(match: Summary, player: str = "") -> str:
    """Return a headline that says how a match ended, with the score if it decided the match between two sides.

    The headline addresses the player with this name. If they did not play, or were on one of several losing sides, it
    is worded for any reader.
    """
    if match.voided:
        return _("Voided match")
    if match.is_aborted:
        return _("Match aborted")
    score = _deciding_score(match, player)
    if match.draw:
        return _("Draw, %(score)s") % {"score": score} if score else _("Draw")
    won = result_of(match, player)
    if won is None:
        return _winners_headline(match.winners, score)
    if score:
        return (_("You won %(score)s") if won else _("You lost %(score)s")) % {"score": score}
    return _("You won") if won else _("You lost")


def _winners_headline(winners: Sequence[str], score: str) -> str:
    if score:
        sentence = ngettext("%(names)s won %(score)s", "%(names)s won %(score)s", len(winners))
    else:
        sentence = ngettext("%(names)s won", "%(names)s won", len(winners))
    return sentence % {"names": isolated(listing(winners, "standard-short")), "score": score}


def _deciding_score(match: Summary, player: str) -> str:
    """Return the score, with the player's (or else the winner's) points first.

    Return an empty string unless the score decided a match between two sides.
    """
    if match.reason != Reason.RULES or len(match.sides) != 2:
        return ""
    first, second = sorted(match.sides, key=lambda side: not side.won)
    if first.won and (first.score or 0) <= (second.score or 0):
        return ""  # as after a wrong challenge, M14
    if _is_on(second, player):
        first, second = second, first
    return f"{first.score}–{second.score}"


def _is_on(side: Side, player: str) -> bool:
    return any(sitter.name == player for sitter in side.sitters)


def summarise(match: Match, ratings: Mapping[RatingKey, ShownRating] = NO_RATINGS) -> Summary:
    """Return the summary of a match. The match must have been loaded using ``with_seats``.

    ``ratings`` contains the players' current ratings, if they are to be shown.
    """
    ruleset = find_ruleset(match.ruleset)
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return Summary(
        code=match.code,
        ruleset=match.ruleset,
        title=_(ruleset.title),
        size_class=match.size_class,
        options=unusual_options(ruleset, match.options),
        status=match.status,
        status_label=match.get_status_display(),
        private=match.is_private,
        invited_only=match.invited_only,
        has_spectators=match.has_spectators,
        welcomes_bots=match.welcomes_bots,
        rated=match.rated,
        clock=Clock.parse(match.clock).label if match.clock else "",
        ratings=_ratings(match),
        host=match.created_by.username,
        sides=sides_of(match, seats, ratings),
        free_seats=sum(seat.user_id is None for seat in seats),
        draw=match.status == Status.FINISHED and not match.winners,
        ending=ending_of(match, seats),
        created=match.created,
        started=match.started,
        finished=match.finished,
        turn_began=match.turn_began if match.status == Status.RUNNING else None,
        chosen=match.options,
        time_control=match.clock,
        reason=match.result_reason,
        result_seat=match.result_seat,
    )


def _ratings(match: Match) -> str:
    """Return the table's rating range in words."""
    low, high = match.rating_min, match.rating_max
    if low is not None and high is not None:
        return _("rated %(low)s to %(high)s") % {"low": low, "high": high}
    if low is not None:
        return _("rated %(low)s or higher") % {"low": low}
    return _("rated %(high)s or lower") % {"high": high} if high is not None else ""
