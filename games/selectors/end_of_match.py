"""The story of a finished match as JSON for the table page, and the ways in which its players can play again."""

from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules import find_ruleset
from games.rules.highlights import CAIDA, MISSA, label_of
from games.rules.seat_stats import SeatStats
from games.selectors.match_story import story_of


def story_json(match: Match) -> dict[str, Any]:
    """Return the story of a match loaded by ``load_ended``.

    ``deals`` contains the scores of all sides at the end of each deal. ``sources`` says where the points come from;
    each source has a label and the points for each side. ``score_note`` explains the scores where necessary.
    ``seats`` contains, for each seat, ``caidas``, ``missas``, ``calls`` (the number of calls that the player announced,
    true or false), ``caught`` (how many of these were shown to be false), ``rating`` (before the match) and ``change``.
    The last two are null if the match did not change the player's rating. ``captures`` contains this ruleset's
    labels for ``caidas`` and ``missas``. ``ideas`` contains steps of the tutorial, each with its title, its number,
    whether the match has shown what it teaches, and what that is.
    """
    story = story_of(match)
    rows = zip(match.seats.all(), story.stats, strict=True)
    counts = match.status == Status.FINISHED
    ruleset = find_ruleset(match.ruleset)
    return {
        "deals": [[side.score for side in deal.sides] for deal in story.deals] or [list(match.sides)],
        "sources": [[source.label, *source.texts] for source in story.sources],
        "score_note": story.score_note,
        "captures": {key: _(label_of(ruleset, kind)) for key, kind in (("caidas", CAIDA), ("missas", MISSA))},
        "ideas": [[_(idea.title), idea.number, idea.is_shown, _(idea.gist)] for idea in story.ideas],
        "seats": [{**_deeds(stats), **_rating(seat, counts=counts)} for seat, stats in rows],
    }


def _deeds(stats: SeatStats) -> dict[str, int]:
    calls = stats.true_calls + stats.false_calls
    return {"caidas": stats.caidas_given, "missas": stats.missas, "calls": calls, "caught": stats.caught}


def _rating(seat: Seat, *, counts: bool) -> dict[str, int | None]:
    changed = counts and seat.rating_change is not None
    return {"rating": seat.rating_before if changed else None, "change": seat.rating_change if changed else None}


def way_to_play_again(match: Match, reader: User | None) -> Literal["bots", "rematch", "table", ""]:
    """Return how the reader can play this game again. The match must have been loaded using ``with_seats``.

    The result is ``"bots"`` for a new match against the same bots, ``"rematch"`` while the match's table still offers a
    rematch, ``"table"`` for a new table with the same game, and ``""`` if the reader did not play.
    """
    people = [seat.user_id for seat in match.seats.all() if not seat.bot]
    if reader is None or reader.pk not in people:
        return ""
    if len(people) == 1:
        return "bots"
    until = match.rematch_until
    return "rematch" if until is not None and timezone.now() <= until else "table"
