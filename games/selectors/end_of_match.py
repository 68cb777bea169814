"""The story of an ended match as JSON for the page of its table, and the ways in which its players can play again."""

from typing import Any, Literal

from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules.highlights import SeatStats
from games.selectors.match_story import story_of


def story_json(match: Match) -> dict[str, Any]:
    """Return the story of a match from ``load_ended``.

    ``deals`` has the scores of all sides at the end of each deal, ``sources`` where the points come from, each with its
    label and the points of the sides, and ``score_note`` what else to say of them. ``seats`` has for each seat
    ``caidas``, ``missas``, ``calls`` (announced by the player, true or false), ``caught`` (how many of these were shown
    to be false), and ``rating`` and ``change``: the rating before the match and what the match added, null where it
    changed no rating.
    """
    story = story_of(match)
    rows = zip(match.seats.all(), story.stats, strict=True)
    counts = match.status == Status.FINISHED
    return {
        "deals": [[side.score for side in deal.sides] for deal in story.deals] or [list(match.sides)],
        "sources": [[source.label, *source.texts] for source in story.sources],
        "score_note": story.score_note,
        "seats": [{**_deeds(stats), **_rating(seat, counts=counts)} for seat, stats in rows],
    }


def _deeds(stats: SeatStats) -> dict[str, int]:
    calls = stats.true_calls + stats.false_calls
    return {"caidas": stats.caidas_given, "missas": stats.missas, "calls": calls, "caught": stats.caught}


def _rating(seat: Seat, *, counts: bool) -> dict[str, int | None]:
    changed = counts and seat.rating_change is not None
    return {"rating": seat.rating_before if changed else None, "change": seat.rating_change if changed else None}


def way_to_play_again(match: Match, reader: User | None) -> Literal["bots", "rematch", "table", ""]:
    """Return how the reader may play this game again, for a match that was read ``with_seats``.

    "bots": against the same bots; "rematch": at the match's table, which offers a rematch now; "table": at a new table
    of the same game; "": the reader has not played.
    """
    people = [seat.user_id for seat in match.seats.all() if not seat.bot]
    if reader is None or reader.pk not in people:
        return ""
    if len(people) == 1:
        return "bots"
    until = match.rematch_until
    return "rematch" if until is not None and timezone.now() <= until else "table"
