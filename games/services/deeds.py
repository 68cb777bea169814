"""What each player did in a match, counted once when it ends: of a match that still runs it would tell hands."""

from collections.abc import Mapping, Sequence

from games.models import Deeds, Match, Seat, Status
from games.rules.moments import DeedCounter
from games.state.match_log import read_logs, walk_log


def count_deeds(match: Match) -> None:
    """Count what the people of a finished match did, anew where that was done before.

    Who left has none: a bot has played on for them, and what is whose is not in the log.
    """
    if match.status != Status.FINISHED:
        raise ValueError("the match is not finished")
    Deeds.objects.filter(seat__match=match).delete()
    count_first_deeds([match], {match.pk: list(Seat.objects.filter(match=match))})


def count_first_deeds(matches: Sequence[Match], seats: Mapping[int, Sequence[Seat]]) -> None:
    """The same for matches that have just been finished, so that nothing was counted before."""
    logs = read_logs([match.pk for match in matches])
    rows: list[Deeds] = []
    for match in matches:
        counter: DeedCounter | None = None
        for game, step in walk_log(match, logs[match.pk]):
            counter = counter or DeedCounter(game)
            counter.note(step.move, step.made)
        stayed = [seat for seat in seats[match.pk] if not (seat.bot or seat.left or seat.user_id is None)]
        if counter is not None:
            rows += [Deeds(seat=seat, **_numbers(counter, seat.number)) for seat in stayed]
    Deeds.objects.bulk_create(rows)


def _numbers(counter: DeedCounter, seat: int) -> dict[str, int]:
    deeds = counter.seats[seat]
    return {name: getattr(deeds, name) for name in deeds.__slots__}
