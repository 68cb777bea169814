"""The matches for which a player can report another player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef

from accounts.models import User
from games.chat.models import ChatLine, Room
from games.models import Match, Seat, Status
from games.moderation.models import Report
from games.selectors.history import seats_of
from games.selectors.summary import Summary, headline_of, summarise, with_seats
from games.selectors.table import public_view

OFFERED = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """A match that a report may be about, with what tells it apart from other matches of the same players.

    ``headline`` says how it ended for the reader, and is empty until then. ``score`` is the score of each side while
    the match is running. ``wrote`` is when the reported player last wrote in the chat room that the reader can read.
    """

    match: Summary
    headline: str
    score: str
    wrote: datetime | None


def match_choices(match: Match, user: User, whom: User | None) -> list[Choice]:
    """Return the choices for a report by ``user`` about ``whom``: this match and the latest ones that both played."""
    shared = matches_together(user, whom) if whom is not None else []
    matches = shared if match in shared else [match, *shared]
    rows = with_seats(Match.objects.filter(pk__in=[one.pk for one in matches])).in_bulk()
    wrote = _last_written(matches, user, whom) if whom is not None else {}
    return [_choice(rows[one.pk], user, wrote.get(one.pk)) for one in matches]


def _choice(match: Match, user: User, wrote: datetime | None) -> Choice:
    summary = summarise(match)
    headline = headline_of(summary, user.username) if summary.ended else ""
    view = public_view(match.code) if match.status == Status.RUNNING else None
    return Choice(summary, headline, "–".join(map(str, view["scores"])) if view else "", wrote)


def _last_written(matches: Sequence[Match], user: User, whom: User) -> dict[int, datetime]:
    """Return when ``whom`` last wrote at each of these tables, in the room that ``user`` can read."""
    seated = Exists(Seat.objects.filter(match=OuterRef("match"), user=user, bot=""))
    lines = ChatLine.objects.filter(match__in=matches, user=whom)
    of_players, of_spectators = lines.filter(seated, room=Room.PLAYERS), lines.filter(~seated, room=Room.SPECTATORS)
    return dict((of_players | of_spectators).order_by().values("match").values_list("match", Max("created")))


def matches_together(user: User, whom: User) -> list[Match]:
    """Return the latest matches in which both players have a seat, in any state, the latest first.

    A match also counts if ``whom`` has left the table after writing to its players.
    """
    seated = Seat.objects.filter(match=OuterRef("match"), user=whom, bot="")
    written = ChatLine.objects.filter(match=OuterRef("match"), user=whom, room=Room.PLAYERS)
    shared = Seat.objects.filter(Exists(seated) | Exists(written), user=user, bot="")
    return [seat.match for seat in shared.select_related("match").order_by("-match")[:OFFERED]]


def own_open_report(user: User, whom: User) -> Report | None:
    """Return the latest report by ``user`` about ``whom`` on which no moderator has decided, or None."""
    return Report.objects.filter(by=user, whom=whom, handled=None).order_by("-created").first()


def match_to_report(user: User, whom: User) -> Match | None:
    """Return the match that a report by ``user`` about ``whom`` is probably about.

    Of the latest matches that both were in, that is the one in which ``whom`` wrote last, or else the latest. Without
    such matches, it is the latest public match of ``whom``, or None if there is none. A public match without spectators
    is left out, since only its players can report.
    """
    if shared := matches_together(user, whom):
        wrote = _last_written(shared, user, whom)
        return max(shared, key=lambda match: (match.pk in wrote, wrote.get(match.pk, match.created)))
    public = seats_of(whom, reader=None).filter(match__has_spectators=True, match__invited_only=False)
    seat = public.select_related("match").order_by("-finished", "-match").first()
    return seat.match if seat is not None else None


def reportable_players(match: Match, user: User | None) -> list[User]:
    """Return the other people who played this match with ``user``, for the links on its result page."""
    seats = match.seats.filter(bot="", user__isnull=False).select_related("user")
    people = [seat.user for seat in seats if seat.user is not None]
    return [person for person in people if person != user and not person.is_closed] if user in people else []
