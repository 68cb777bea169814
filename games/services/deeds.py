"""What each player did in a match, counted once when it ends: of a match that still runs it would tell hands."""

from games.models import Deeds, Match, Seat, Status
from games.rules.moments import DeedCounter
from games.services.loading import walk_match


def count_deeds(match: Match) -> None:
    """Count what the people of a finished match did, anew where that was done before.

    Who left has none: a bot has played on for them, and what is whose is not in the log.
    """
    if match.status != Status.FINISHED:
        raise ValueError("the match is not finished")
    counter: DeedCounter | None = None
    for game, step in walk_match(match):
        counter = counter or DeedCounter(game)
        counter.note(step.move, step.made)
    if counter is None:
        return
    stayed = Seat.objects.filter(match=match, bot="", left=False, user__isnull=False)
    rows = [Deeds(seat=seat, **_numbers(counter, seat.number)) for seat in stayed]
    Deeds.objects.filter(seat__match=match).delete()
    Deeds.objects.bulk_create(rows)


def _numbers(counter: DeedCounter, seat: int) -> dict[str, int]:
    deeds = counter.seats[seat]
    return {name: getattr(deeds, name) for name in deeds.__slots__}
