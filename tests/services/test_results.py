"""Voiding a match."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from games.models import Match, Rating, RatingChange, Status
from games.selectors.summary import summarise
from games.selectors.table_facts import result_json
from games.services import leaving, play
from games.services.results import void_match
from games.state.errors import Forbidden, Illegal, Malformed, NotFound, Unavailable
from tests.rows import fresh
from tests.services.tables import move_once, open_table, play_to_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(db: None) -> User:
    user = User.objects.create_user("moderator1")
    user.user_permissions.add(Permission.objects.get(codename="void_match"))
    return user


def test_voiding_restores_ratings_and_keeps_every_change(anna: User, badr: User, moderator: User) -> None:
    voided = open_table(anna, badr)
    leaving.resign_match(code=voided.code, user_id=badr.pk)
    other = open_table(anna, badr)
    leaving.resign_match(code=other.code, user_id=badr.pk)
    before = Rating.objects.get(user=anna).value
    void_match(code=voided.code, moderator=moderator, reason=" played by one person ")
    rating = Rating.objects.get(user=anna)
    assert (rating.value, rating.matches) == (before - 20, 1), "only this match's change is taken back"
    kinds = RatingChange.objects.filter(match=voided, user=anna).values_list("kind", "delta", "before", "after")
    assert list(kinds) == [("match", 20, 1500, 1520), ("void", -20, before, before - 20)]


def test_a_voided_match_has_no_winner_and_shows_why(anna: User, badr: User, moderator: User) -> None:
    match = open_table(anna, badr, target=5)
    play_to_end(match)
    winners, sides, finished = match.winners, match.sides, match.finished
    change = void_match(code=match.code, moderator=moderator, reason="a bug")
    match.refresh_from_db()
    assert (match.status, match.result_reason, match.void_reason) == (Status.VOIDED, "voided", "a bug")
    # stored for the rating history, and shown to nobody
    assert (match.winners, match.sides, match.finished) == (winners, sides, finished)
    assert result_json(match)["winners"] == []  # type: ignore[index]
    assert not any(side.won for side in summarise(match).sides)
    assert change.reload
    assert match.version == change.version


def test_voiding_a_running_match_stops_it(anna: User, badr: User, moderator: User) -> None:
    match = open_table(anna, badr)
    move_once(match)
    void_match(code=match.code, moderator=moderator, reason="cheating")
    assert fresh(match).finished is not None
    assert match.sides == [0, 0]
    assert not Rating.objects.exists()
    with pytest.raises(Illegal) as caught:
        play.make_move(code=match.code, user_id=anna.pk, version=match.version, move=["announce", "nothing"])
    assert caught.value.code == "match_over"


def test_a_match_is_voided_once(anna: User, badr: User, moderator: User) -> None:
    match = open_table(anna, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    void_match(code=match.code, moderator=moderator, reason="cheating")
    with pytest.raises(Unavailable):
        void_match(code=match.code, moderator=moderator, reason="cheating")
    assert RatingChange.objects.filter(kind="void").count() == 2


def test_voiding_needs_a_permission_and_a_reason(anna: User, badr: User, moderator: User) -> None:
    match = open_table(anna, badr)
    with pytest.raises(Forbidden):
        void_match(code=match.code, moderator=anna, reason="I am losing")
    with pytest.raises(Malformed):
        void_match(code=match.code, moderator=moderator, reason="  ")
    with pytest.raises(NotFound):
        void_match(code="nowhere", moderator=moderator, reason="cheating")
    assert Match.objects.get().status == Status.RUNNING


def test_an_open_table_cannot_be_voided(anna: User, moderator: User) -> None:
    with pytest.raises(Unavailable):
        void_match(code=open_table(anna).code, moderator=moderator, reason="cheating")
