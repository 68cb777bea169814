"""Players' statistics for a match, computed only when the match ends because they reveal hands."""

from collections.abc import Mapping, Sequence

from games.models import Match, Seat, SeatStats, Status
from games.rules.seat_stats import SeatStatsCounter
from games.state.match_log import read_logs, walk_log


def count_seat_stats(match: Match) -> None:
    """Recompute the statistics of the people in a match, replacing any that are stored.

    Raises ValueError if the match is not finished.

    Players who left have no statistics, because a stand-in bot played on and the log does not show which moves were
    theirs.
    """
    if match.status != Status.FINISHED:
        raise ValueError("the match is not finished")
    SeatStats.objects.filter(seat__match=match).delete()
    count_new_seat_stats([match], {match.pk: list(Seat.objects.filter(match=match))})


def count_new_seat_stats(matches: Sequence[Match], seats: Mapping[int, Sequence[Seat]]) -> None:
    """Compute and store the seat statistics of finished matches. The matches must not have any statistics yet."""
    logs = read_logs([match.pk for match in matches])
    rows: list[SeatStats] = []
    for match in matches:
        counter: SeatStatsCounter | None = None
        for game, step in walk_log(match, logs[match.pk]):
            counter = counter or SeatStatsCounter(game)
            counter.note(step.move, step.made)
        stayed = [seat for seat in seats[match.pk] if not (seat.bot or seat.left or seat.user_id is None)]
        if counter is not None:
            rows += [SeatStats(seat=seat, **_counts(counter, seat.number)) for seat in stayed]
    SeatStats.objects.bulk_create(rows)


def _counts(counter: SeatStatsCounter, seat: int) -> dict[str, int]:
    seat_stats = counter.seats[seat]
    return {name: getattr(seat_stats, name) for name in seat_stats.__slots__}
