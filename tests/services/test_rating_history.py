"""Recomputing ratings from the first match to the last."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import ChangeKind, Match, OpponentCount, Rating, RatingChange, Status
from games.ratings import rebuild as rating_history
from games.ratings.rebuild import check_ratings, repair_ratings
from tests.rating_factories import RatedPlayers, rebuild_agrees, void

pytestmark = pytest.mark.django_db


def test_a_rebuild_agrees_with_the_ratings_of_random_matches_and_voids() -> None:
    cast = RatedPlayers(people=14, seed=5)
    for _number in range(250):
        match = cast.play()
        if cast.rng.random() < 0.1:
            void(cast.rng.choice([match, *cast.voidable()]), cast.moderator)
    assert {"2", "3", "4p", "more"} == set(Rating.objects.values_list("size_class", flat=True))
    assert RatingChange.objects.filter(kind=ChangeKind.VOID).count() > 40
    assert Rating.objects.filter(ranked=True).exists()
    assert Rating.objects.filter(of_bot=True, matches__gt=0).exists()
    assert rebuild_agrees()


def rebuild(*flags: str) -> str:
    out = StringIO()
    call_command("ratings", "rebuild", *flags, stdout=out)
    return out.getvalue()


@pytest.fixture
def cast() -> RatedPlayers:
    cast = RatedPlayers(people=6, seed=3)
    for _number in range(20):
        cast.play()
    return cast


def spoil_value(cast: RatedPlayers) -> None:
    Rating.objects.filter(pk=Rating.objects.order_by("pk")[0].pk).update(value=1717)


def spoil_change(cast: RatedPlayers) -> None:
    change = RatingChange.objects.order_by("pk")[3]
    RatingChange.objects.filter(pk=change.pk).update(delta=change.delta + 3, after=change.after + 3)


def spoil_count(cast: RatedPlayers) -> None:
    Rating.objects.filter(pk=Rating.objects.order_by("pk")[0].pk).update(matches=99)


def spoil_opponents(cast: RatedPlayers) -> None:
    OpponentCount.objects.filter(pk=OpponentCount.objects.order_by("pk")[0].pk).delete()


def spoil_result(cast: RatedPlayers) -> None:
    first = Match.objects.filter(rated=True, size_class="2").order_by("pk")[0]
    Match.objects.filter(pk=first.pk).update(winners=[1 - first.winners[0]], sides=first.sides[::-1])


def forget_to_rate(cast: RatedPlayers) -> None:
    match = cast.play(rate=False)
    assert match.status == Status.FINISHED


def forget_to_take_back(cast: RatedPlayers) -> None:
    Match.objects.filter(pk=cast.voidable()[0].pk).update(status=Status.VOIDED)


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_value,
        spoil_change,
        spoil_count,
        spoil_opponents,
        spoil_result,
        forget_to_rate,
        forget_to_take_back,
    ],
)
def test_a_rebuild_finds_every_error_and_corrects_it_with_new_rows(cast: RatedPlayers, spoil: Any) -> None:
    assert "All ratings are correct." in rebuild("--check")
    before = list(RatingChange.objects.values_list("pk", flat=True))
    spoil(cast)
    values = list(Rating.objects.order_by("pk").values_list("value", "matches", "opponents"))
    with pytest.raises(CommandError) as caught:
        rebuild("--check")
    assert caught.value.returncode == 1
    assert list(Rating.objects.order_by("pk").values_list("value", "matches", "opponents")) == values
    assert "repaired" in rebuild()
    assert "All ratings are correct." in rebuild("--check")
    assert set(before) <= set(RatingChange.objects.values_list("pk", flat=True))


def test_after_a_repair_rating_and_voiding_continue_as_before(cast: RatedPlayers) -> None:
    spoil_value(cast)
    rebuild()
    repair = RatingChange.objects.get(kind=ChangeKind.REPAIR)
    assert (repair.match, repair.before, repair.after - repair.before) == (None, 1717, repair.delta)
    for _number in range(10):
        void(cast.play(), cast.moderator) if cast.rng.random() < 0.3 else cast.play()
    assert rebuild_agrees()


def test_the_check_lists_the_differences(cast: RatedPlayers, capsys: Any) -> None:
    rating = Rating.objects.select_related("user").order_by("pk")[0]
    Rating.objects.filter(pk=rating.pk).update(value=1717)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("ratings", "rebuild", "--check", stdout=out)
    expected = f"{rating.user.username}, {rating.ruleset} {rating.size_class}: rating 1717, computed {rating.value}"
    assert out.getvalue().splitlines() == [expected]


def test_a_match_whose_rows_are_not_committed_yet_is_ignored(
    cast: RatedPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids are assigned before the commit, so a row with a higher id may already be visible."""
    before = list(Rating.objects.order_by("pk").values())
    hidden = RatingChange.objects.filter(kind=ChangeKind.MATCH).latest("pk").match_id
    events = rating_history._events
    monkeypatch.setattr(rating_history, "_events", lambda until: (one for one in events(until) if one[0] != hidden))
    assert check_ratings() == repair_ratings() == []
    assert list(Rating.objects.order_by("pk").values()) == before
