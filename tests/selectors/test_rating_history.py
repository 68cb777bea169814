"""The rating charts on a player's page."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Rating, RatingChange
from games.ratings.models import ChangeKind
from games.selectors import rating_history
from games.selectors.rating_history import rating_charts


def test_many_changes_of_one_rating_leave_the_charts_of_the_others_whole(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    monkeypatch.setattr(rating_history, "POINTS", 3)
    amina = User.objects.create_user("amina")
    rare, often = (
        Rating.objects.create(user=amina, ruleset=ruleset, size_class="2") for ruleset in ("porrazo", "moroccan")
    )
    for rating, values in ((rare, (1510, 1520)), (often, (1490, 1480, 1470, 1460))):
        RatingChange.objects.bulk_create(
            RatingChange(user=amina, rating=rating, kind=ChangeKind.REPAIR, before=value, delta=0, after=value)
            for value in values
        )
    assert [chart["values"] for chart in rating_charts(amina)] == [[1480, 1470, 1460], [1510, 1520]]
