"""The effects of sanctions at tables."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import ModerationLog, User
from accounts.sanctions import impose_sanction
from games.chat import services as talk
from games.models import ChatLine, Match, Seat, Seek, Status
from games.moderation.services import decide_report, report_player
from games.services import pairing, results, seating
from games.state.errors import Forbidden
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


def impose(whom: User, by: User, measure: str) -> None:
    impose_sanction(whom=whom, by=by, measure=measure, reason="r", message="m")
    whom.refresh_from_db()


def seek(user: User, *, rated: bool) -> Seek:
    return pairing.seek_match(user_id=user.pk, ruleset="moroccan", clock="300+10", rated=rated)


def check_barred(user: User, table: Match, code: str, *, rated: bool) -> None:
    """Check that a user can neither open a table, nor sit down at this one, nor look for an opponent."""
    for attempt in (
        lambda: open_table(user, rated=rated),
        lambda: seating.take_seat(code=table.code, user=user),
        lambda: seek(user, rated=rated),
    ):
        with pytest.raises(Forbidden) as refusal:
            attempt()
        assert refusal.value.code == code


def test_muted_users_cannot_chat_but_can_play(anna: User, badr: User, boss: User) -> None:
    match = open_table(anna, badr)
    impose(anna, boss, "mute")
    with pytest.raises(Forbidden) as refusal:
        talk.send_chat_line(code=match.code, user_id=anna.pk, text="hello")
    assert refusal.value.code == "muted"
    with pytest.raises(Forbidden):
        talk.send_chat_phrase(code=match.code, user_id=anna.pk, key="hello")
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="hello")
    open_table(anna)
    assert ChatLine.objects.count() == 1


def test_muted_guests_cannot_chat_at_a_private_table(anna: User, boss: User) -> None:
    guest = User.objects.create_guest(1234)
    match = open_table(anna, guest, rated=False, private=True)
    impose(guest, boss, "mute")
    with pytest.raises(Forbidden) as refusal:
        talk.send_chat_line(code=match.code, user_id=guest.pk, text="hello")
    assert refusal.value.code == "muted"


def test_users_barred_from_rated_matches_play_casual_ones(anna: User, badr: User, boss: User) -> None:
    rated = open_table(badr)
    seek(anna, rated=True)
    impose(anna, boss, "unrated")
    check_barred(anna, rated, "unrated", rated=True)
    seek(badr, rated=True)
    assert pairing.pair_seekers() == []
    seek(anna, rated=False)
    seating.take_seat(code=open_table(badr, rated=False).code, user=anna)


def test_users_barred_from_rated_matches_leave_those_that_have_not_started(
    anna: User, badr: User, boss: User, django_capture_on_commit_callbacks: Any
) -> None:
    rated, casual, joined = open_table(anna, clock="3d"), open_table(anna, rated=False), open_table(badr, players=3)
    seating.take_seat(code=joined.code, user=anna)
    with django_capture_on_commit_callbacks(execute=True):
        impose(anna, boss, "unrated")
    assert set(Seat.objects.filter(user=anna).values_list("match", flat=True)) == {casual.pk}
    assert Match.objects.get(pk=rated.pk).status == Status.ABORTED


def test_a_user_suspended_a_moment_ago_cannot_join(anna: User, badr: User, boss: User) -> None:
    table = open_table(badr, rated=False)
    before = User.objects.get(pk=anna.pk)  # as read by a request that is still in progress
    impose(anna, boss, "suspend")
    check_barred(before, table, "barred", rated=False)


def test_suspension_removes_a_user_from_open_tables_and_prevents_joining(
    anna: User, badr: User, boss: User, django_capture_on_commit_callbacks: Any
) -> None:
    running, waiting, other = open_table(anna, badr, rated=False), open_table(anna, rated=False), open_table(badr)
    seek(anna, rated=False)
    with django_capture_on_commit_callbacks(execute=True):
        impose(anna, boss, "suspend")
    assert not Seek.objects.exists()
    assert Match.objects.get(pk=waiting.pk).status == Status.ABORTED
    assert Match.objects.get(pk=running.pk).status == Status.RUNNING
    check_barred(anna, other, "barred", rated=False)


def test_moderators_cannot_judge_their_own_matches_or_reports_about_themselves(anna: User, badr: User) -> None:
    judge = User.objects.create_superuser("judge")
    match = open_table(anna, judge)
    with pytest.raises(Forbidden):
        results.void_match(code=match.code, moderator=judge, reason="I was losing")
    report = report_player(code=match.code, by=anna, whom="judge", reason="other", words="")
    with pytest.raises(Forbidden):
        decide_report(report_id=report.pk, moderator=judge, verdict="dismissed")


def test_actions_on_matches_messages_and_reports_are_logged(anna: User, badr: User, boss: User) -> None:
    match = open_table(anna, badr)
    line = talk.send_chat_line(code=match.code, user_id=anna.pk, text="foul")
    report = report_player(code=match.code, by=badr, whom="anna", reason="words", words="")
    for _time in range(2):
        talk.hide_line(line_id=line.pk, moderator=boss)
    decide_report(report_id=report.pk, moderator=boss, verdict="dismissed")
    results.void_match(code=match.code, moderator=boss, reason="a quarrel")
    log = ModerationLog.objects.order_by("pk").values_list("action", "whom__username", "words")
    assert list(log) == [
        ("hide line", "anna", "foul"),
        ("decide report", "anna", "dismissed"),
        ("void match", None, "a quarrel"),
    ]
