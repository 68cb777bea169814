"""A player's rating history: the rating changes, and the charts on the player's page."""

from typing import Any

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import RatingChange
from games.rules import find_ruleset
from games.selectors.keyset import KeyOrder, Page

POINTS = 400  # maximum number of rating changes in a chart

CHANGES = KeyOrder("id", "id")


def rating_changes(player: User, *, size: int, after: str = "") -> Page[RatingChange]:
    """Return a page of the player's rating changes, latest first. Raises BadCursorError."""
    rows = RatingChange.objects.filter(user=player).select_related("rating", "match")
    return CHANGES.page(rows, size=size, after=after)


def rating_charts(player: User) -> list[dict[str, Any]]:
    """Return a chart of each rating with at least two recent changes. ``times`` are in seconds since the epoch."""
    age = Window(RowNumber(), partition_by=F("rating"), order_by=F("pk").desc())
    changes = RatingChange.objects.filter(user=player).annotate(age=age).filter(age__lte=POINTS)
    lines: dict[int, list[RatingChange]] = {}
    for change in changes.select_related("rating").order_by("pk"):
        lines.setdefault(change.rating_id, []).append(change)
    return [_chart(line) for line in sorted(lines.values(), key=len, reverse=True) if len(line) > 1]


def _chart(line: list[RatingChange]) -> dict[str, Any]:
    rating, values = line[0].rating, [change.after for change in line]
    numbers = {"first": values[0], "last": values[-1], "low": min(values), "high": max(values)}
    return {
        "title": _(find_ruleset(rating.ruleset).title),
        "size": rating.size_class,
        "words": _("From %(first)s to %(last)s; lowest %(low)s, highest %(high)s.") % numbers,
        "times": [int(change.created.timestamp()) for change in line],
        "values": values,
    }
