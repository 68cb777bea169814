"""How an ended match went: the score after each deal, and what each player did."""

from typing import Any

from games.models import Match, Seat, Status
from games.rules.highlights import SeatStats, SeatStatsCounter
from games.state.match_log import walk_match

COUNT = "count"  # the kind of event with which a deal ends


def story_of(match: Match) -> dict[str, Any]:
    """Return the story of a match from ``load_ended``, as JSON for the page.

    ``deals`` has the scores of all sides at the end of each deal. ``seats`` has for each seat ``caidas``, ``missas``,
    ``calls`` (announced by the player, true or false), ``caught`` (how many of these were shown to be false), and
    ``rating`` and ``change``: the rating before the match and what the match added, null where it changed no rating.
    """
    counter: SeatStatsCounter | None = None
    deals: list[list[int]] = []
    scores: list[int] = []
    for game, step in walk_match(match):
        counter = counter or SeatStatsCounter(game)
        counter.note(step.move, step.made)
        deals += [list(event.data["scores"]) for event in step.made if event.kind == COUNT]
        scores = list(game.scores)
    if not deals or deals[-1] != scores:
        deals.append(scores)  # the match ended within a deal
    stats = counter.seats if counter is not None else []
    rows = zip(match.seats.all(), stats, strict=True)
    counts = match.status == Status.FINISHED
    return {"deals": deals, "seats": [{**_deeds(done), **_rating(seat, counts=counts)} for seat, done in rows]}


def _deeds(stats: SeatStats) -> dict[str, int]:
    calls = stats.true_calls + stats.false_calls
    return {"caidas": stats.caidas_given, "missas": stats.missas, "calls": calls, "caught": stats.caught}


def _rating(seat: Seat, *, counts: bool) -> dict[str, int | None]:
    changed = counts and seat.rating_change is not None
    return {"rating": seat.rating_before if changed else None, "change": seat.rating_change if changed else None}
