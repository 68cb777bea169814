"""Players' reliability: how often they leave matches, and how long opponents must wait for them as a result."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Exists, OuterRef

from games.models import Seat

LOOKBACK = 50  # how many of a player's latest matches against people count
GRACES = (  # opponents wait this long for players who left at most this share of their matches
    (0.05, timedelta(seconds=90)),
    (0.15, timedelta(seconds=45)),
    (1.0, timedelta(seconds=20)),
)
FIRST_MATCHES = 5  # players with fewer matches are treated as if they had played this many


def against_people() -> Exists:
    """Return a condition that selects seats in matches where a person, not a bot, has another seat.

    Matches against bots can be left at any time, so they say nothing about a player's reliability.
    """
    others = Seat.objects.filter(match=OuterRef("match"), user__is_bot=False)
    return Exists(others.exclude(number=OuterRef("number")))


def left_matches(user_id: int) -> tuple[int, int]:
    """Return the number of matches that the player left, and the number of matches counted.

    Only the player's latest matches against people are counted.
    """
    seats = Seat.objects.filter(against_people(), user=user_id, bot="", finished__isnull=False)
    left = list(seats.order_by("-finished", "-match").values_list("left", flat=True)[:LOOKBACK])
    return sum(left), len(left)


def leave_percentages(users: Collection[int]) -> dict[int, int]:
    """Return the percentage of matches that each player left, among their latest matches against people.

    Players without such matches are omitted.
    """
    records = {user: left_matches(user) for user in users}
    return {user: round(100 * left / played) for user, (left, played) in records.items() if played}


def grace_for(user_id: int) -> timedelta:
    """Return how long opponents must wait for a player who has disconnected.

    The time is shorter for players who often leave.
    """
    left, played = left_matches(user_id)
    share = left / max(played, FIRST_MATCHES) if left > 1 else 0.0
    return next(grace for up_to, grace in GRACES if share <= up_to)
