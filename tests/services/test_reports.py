"""Reports about users, with the chat that preceded them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import NotPermittedError
from accounts.services import mute_user
from games.chat import services as talk
from games.models import ChatLine, Match, Report
from games.moderation.services import ATTACHED_LINES, LINES_BEFORE, Penalty, decide_report, report_player
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable
from tests.services.tables import open_table


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def report(
    match: Match, by: User, whom: str = "badr", reason: str = "words", words: str = "", line_id: int | None = None
) -> Report:
    return report_player(code=match.code, by=by, whom=whom, reason=reason, words=words, line_id=line_id)


def old_lines(match: Match, user: User, count: int) -> list[ChatLine]:
    """Add more lines of a player than may be sent at once."""
    lines = [ChatLine(match=match, user=user, room="players", text=f"line {number}") for number in range(count)]
    return ChatLine.objects.bulk_create(lines)


def test_the_latest_messages_of_the_room_are_attached_including_muted_ones(
    match: Match, anna: User, badr: User, chama: User
) -> None:
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="something foul")
    talk.send_chat_phrase(code=match.code, user_id=anna.pk, key="hello")
    talk.send_chat_line(code=match.code, user_id=chama.pk, text="not for players")
    mute_user(by=anna, whom=badr)
    made = report(match, anna, words=" he did it again\x00 ")
    assert (made.by, made.whom, made.match, made.words) == (anna, badr, match, "he did it again")
    assert [(line["name"], line["said"]) for line in made.lines] == [("badr", "something foul"), ("anna", "hello")]


def test_a_report_names_the_line_it_is_about(match: Match, anna: User, badr: User) -> None:
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="hello")
    line = talk.send_chat_line(code=match.code, user_id=badr.pk, text="something foul")
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="only joking")
    made = report(match, anna, line_id=line.pk)
    assert made.line == line
    assert len(made.lines) == 3
    assert report(match, anna).line is None


def test_a_reported_line_is_attached_with_the_lines_before_it_however_old_it_is(
    match: Match, anna: User, badr: User
) -> None:
    old = old_lines(match, badr, ATTACHED_LINES + 40)
    line = old[20]
    attached = [attached["id"] for attached in report(match, anna, line_id=line.pk).lines]
    before = [said.pk for said in old[21 - LINES_BEFORE : 21]]
    assert attached == [*before, *(said.pk for said in old[-ATTACHED_LINES:])]


def test_a_reported_line_must_be_one_by_the_player_that_the_reporter_can_read(
    match: Match, anna: User, badr: User, chama: User, dris: User
) -> None:
    other = open_table(badr, dris)
    lines = [
        talk.send_chat_line(code=match.code, user_id=anna.pk, text="of another player"),
        talk.send_chat_line(code=other.code, user_id=badr.pk, text="of another match"),
    ]
    for line_id in (*(line.pk for line in lines), 0, 10**17):
        with pytest.raises(NotFound, match="No such message by this player at this table"):
            report(match, anna, line_id=line_id)
    for_players = talk.send_chat_line(code=match.code, user_id=badr.pk, text="for players only")
    with pytest.raises(NotFound, match="No such message by this player at this table"):
        report(match, chama, line_id=for_players.pk)
    ChatLine.objects.filter(pk=for_players.pk).update(hidden=timezone.now())
    with pytest.raises(Unavailable, match="has already removed this message"):
        report(match, anna, line_id=for_players.pk)
    assert not Report.objects.exists()


def test_a_report_outlives_its_line(match: Match, anna: User, badr: User) -> None:
    line = talk.send_chat_line(code=match.code, user_id=badr.pk, text="something foul")
    made = report(match, anna, line_id=line.pk)
    line.delete()
    made.refresh_from_db()
    assert made.line is None
    assert [said["said"] for said in made.lines] == ["something foul"]


def test_a_spectator_reports_players_and_spectators_but_never_sees_the_players_chat(
    match: Match, badr: User, chama: User, dris: User
) -> None:
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="only for players")
    with pytest.raises(NotFound):
        report(match, chama, whom="dris")
    talk.send_chat_line(code=match.code, user_id=dris.pk, text="buy cards")
    assert [line["said"] for line in report(match, chama, whom="dris", reason="spam").lines] == ["buy cards"]
    assert [line["said"] for line in report(match, chama).lines] == ["buy cards"]


def test_what_a_guest_writes_at_a_private_table_can_be_reported(anna: User) -> None:
    guest = User.objects.create_guest(1234)
    match = open_table(anna, guest, rated=False, private=True)
    talk.send_chat_line(code=match.code, user_id=guest.pk, text="something foul")
    made = report(match, anna, whom=guest.username)
    assert (made.whom, [line["said"] for line in made.lines]) == (guest, ["something foul"])
    assert report(match, guest, whom="anna").by == guest


def test_only_other_people_at_the_table_can_be_reported(match: Match, anna: User, chama: User) -> None:
    for nobody in ("chama", "nobody", "Sota", ""):
        with pytest.raises(NotFound):
            report(match, anna, whom=nobody)
    with pytest.raises(Forbidden):
        report(match, anna, whom="ANNA")
    assert not Report.objects.exists()


def test_a_report_needs_a_listed_reason_and_a_text_within_the_limit(match: Match, anna: User) -> None:
    for wrong in ({"reason": "dislike"}, {"reason": ""}, {"words": "x" * 1001}):
        with pytest.raises(Malformed):
            report(match, anna, **wrong)


def test_five_reports_an_hour_are_the_limit(match: Match, anna: User, badr: User) -> None:
    for _time in range(5):
        report(match, anna)
    with pytest.raises(Busy):
        report(match, anna)
    report(match, badr, whom="anna")


def test_reporting_at_an_inaccessible_table_is_not_found(match: Match, chama: User) -> None:
    Match.objects.filter(pk=match.pk).update(has_spectators=False)
    with pytest.raises(NotFound):
        report(match, chama)


def judge_with(name: str, *rights: str) -> User:
    judge = User.objects.create_user(name)
    judge.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return judge


def test_a_report_is_decided_once_and_needs_a_permission(match: Match, anna: User, badr: User) -> None:
    made = report(match, anna)
    with pytest.raises(Forbidden):
        decide_report(report_id=made.pk, moderator=badr, verdict="upheld")
    first, second = (judge_with(name, "handle_report") for name in ("judge1", "judge2"))
    decide_report(report_id=made.pk, moderator=first, verdict="dismissed")
    with pytest.raises(Unavailable):
        decide_report(report_id=made.pk, moderator=second, verdict="upheld")
    made.refresh_from_db()
    assert (made.verdict, made.handled_by) == ("dismissed", first)


def test_a_decision_whose_sanction_is_not_permitted_changes_nothing(match: Match, anna: User) -> None:
    made = report(match, anna)
    penalty = Penalty("mute", "insults", "Be kind.")
    judge = judge_with("judge", "handle_report", "void_match")
    with pytest.raises(NotPermittedError):
        decide_report(report_id=made.pk, moderator=judge, verdict="upheld", penalty=penalty, void_reason="insults")
    made.refresh_from_db()
    match.refresh_from_db()
    assert made.handled is None
    assert match.status == "running"
