"""Reports of people, with what was said before."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from accounts.services import mute_user
from games.chat import services as talk
from games.models import Match, Report
from games.moderation.services import handle_report, report_player
from games.state.errors import Busy, Forbidden, Malformed, NotFound
from tests.services.tables import open_table


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def report(match: Match, by: User, whom: str = "badr", reason: str = "words", words: str = "") -> Report:
    return report_player(code=match.code, by=by, whom=whom, reason=reason, words=words)


def test_the_last_lines_of_the_room_go_along_muted_ones_too(match: Match, anna: User, badr: User, chama: User) -> None:
    talk.say_line(code=match.code, user_id=badr.pk, text="something foul")
    talk.say_phrase(code=match.code, user_id=anna.pk, key="hello")
    talk.say_line(code=match.code, user_id=chama.pk, text="not for players")
    mute_user(by=anna, whom=badr)
    made = report(match, anna, words=" he did it again\x00 ")
    assert (made.by, made.whom, made.match, made.words) == (anna, badr, match, "he did it again")
    assert [(line["name"], line["said"]) for line in made.lines] == [("badr", "something foul"), ("anna", "hello")]


def test_a_spectator_reports_players_and_other_spectators_but_never_gets_the_players_talk(
    match: Match, badr: User, chama: User, dris: User
) -> None:
    talk.say_line(code=match.code, user_id=badr.pk, text="only for players")
    with pytest.raises(NotFound):
        report(match, chama, whom="dris")
    talk.say_line(code=match.code, user_id=dris.pk, text="buy cards")
    assert [line["said"] for line in report(match, chama, whom="dris", reason="spam").lines] == ["buy cards"]
    assert [line["said"] for line in report(match, chama).lines] == ["buy cards"]


def test_who_is_reported_is_at_the_table_and_not_oneself_or_a_bot(match: Match, anna: User, chama: User) -> None:
    for nobody in ("chama", "nobody", "Sota", ""):
        with pytest.raises(NotFound):
            report(match, anna, whom=nobody)
    with pytest.raises(Forbidden):
        report(match, anna, whom="ANNA")
    assert not Report.objects.exists()


def test_a_report_needs_a_reason_of_the_list_and_not_too_many_words(match: Match, anna: User) -> None:
    for wrong in ({"reason": "dislike"}, {"reason": ""}, {"words": "x" * 1001}):
        with pytest.raises(Malformed):
            report(match, anna, **wrong)


def test_five_reports_within_an_hour_are_enough(match: Match, anna: User, badr: User) -> None:
    for _time in range(5):
        report(match, anna)
    with pytest.raises(Busy):
        report(match, anna)
    report(match, badr, whom="anna")


def test_a_table_that_one_may_not_see_is_not_found(match: Match, chama: User) -> None:
    Match.objects.filter(pk=match.pk).update(has_spectators=False)
    with pytest.raises(NotFound):
        report(match, chama)


def test_a_report_is_handled_once_by_who_may(match: Match, anna: User, badr: User, chama: User) -> None:
    made = report(match, anna)
    with pytest.raises(Forbidden):
        handle_report(report_id=made.pk, moderator=badr)
    judges = [User.objects.create_user(name) for name in ("judge1", "judge2")]
    for judge in judges:
        judge.user_permissions.set(Permission.objects.filter(codename="handle_report"))
        handle_report(report_id=made.pk, moderator=judge)
    made.refresh_from_db()
    assert made.handled is not None
    assert made.handled_by == judges[0]
