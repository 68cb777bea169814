"""Players' accuracy in analysed matches."""

from dataclasses import dataclass

from django.db.models import Count, F, FloatField, Sum

from accounts.models import User
from games.models import Match, Outcome, SeatAccuracy

COUNTING = (Outcome.WON, Outcome.LOST, Outcome.DRAWN)


def accuracies_of(match: Match) -> dict[int, int]:
    """Return each person's accuracy in an analysed match as a whole percentage, keyed by seat."""
    found = SeatAccuracy.objects.filter(seat__match=match).values_list("seat__number", "accuracy")
    return {seat: round(accuracy) for seat, accuracy in found}


@dataclass(frozen=True, slots=True)
class MeanAccuracy:
    """A player's accuracy over all decisions in their analysed matches, as a whole percentage."""

    accuracy: int
    matches: int


def mean_accuracy(player: User) -> MeanAccuracy | None:
    """Return a player's mean accuracy, or None if they have no analysed match that counts."""
    own = SeatAccuracy.objects.filter(seat__user=player, seat__outcome__in=COUNTING)
    weighted = Sum(F("accuracy") * F("decisions"), output_field=FloatField())
    found = own.aggregate(matches=Count("pk"), weight=Sum("decisions"), weighted=weighted)
    if not found["matches"]:
        return None
    return MeanAccuracy(round(found["weighted"] / found["weight"]), found["matches"])
