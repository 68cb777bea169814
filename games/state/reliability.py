"""Who leaves others sitting: how much of a player's matches he left, and how long he is waited for."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Exists, OuterRef

from games.models import Seat

LOOK_BACK = 50  # matches against people that count
GRACES = (  # the share of matches left, up to which one is waited for so long
    (0.05, timedelta(seconds=90)),
    (0.15, timedelta(seconds=45)),
    (1.0, timedelta(seconds=20)),
)
FIRST_MATCHES = 5  # of which one may be left before it tells anything


def left_matches(user_id: int) -> tuple[int, int]:
    """How many of the player's last matches against people he left, and how many those were."""
    others = Seat.objects.filter(match=OuterRef("match"), user__is_bot=False).exclude(user=user_id)
    seats = Seat.objects.filter(Exists(others), user=user_id, bot="", finished__isnull=False)
    left = list(seats.order_by("-finished", "-match").values_list("left", flat=True)[:LOOK_BACK])
    return sum(left), len(left)


def leave_percentages(users: Collection[int]) -> dict[int, int]:
    """The leavers' record of each player as a plain percentage, for those who have one."""
    records = {user: left_matches(user) for user in users}
    return {user: round(100 * left / played) for user, (left, played) in records.items() if played}


def grace_for(user_id: int) -> timedelta:
    """How long the others have to wait for a player who is away: less for somebody who leaves again and again."""
    left, played = left_matches(user_id)
    share = left / max(played, FIRST_MATCHES) if left > 1 else 0.0
    return next(grace for up_to, grace in GRACES if share <= up_to)
