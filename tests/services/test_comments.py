"""What players write under their matches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import mute_user
from games.comments import services as comments
from games.comments.selectors import comments_of, may_comment
from games.comments.services import hide_comment, write_comment
from games.models import Comment, Match, Report
from games.moderation import services as reports
from games.services import leaving
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable
from tests.services.tables import open_table


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    match.refresh_from_db()
    return match


def texts(match: Match, reader: User | None = None) -> list[str]:
    return [comment.text for comment in comments_of(match, reader)]


def test_players_write_under_their_match_and_everybody_reads_it(match, anna, badr, chama) -> None:
    write_comment(code=match.code, user=anna, text="  What a\nhand! ")
    write_comment(code=match.code, user=badr, text="Indeed.")
    assert texts(match) == texts(match, chama) == ["What a hand!", "Indeed."]


def test_who_did_not_play_may_not_write(match, chama) -> None:
    with pytest.raises(Forbidden):
        write_comment(code=match.code, user=chama, text="Hello")
    assert not may_comment(match, chama)
    assert not may_comment(match, None)


def test_nothing_is_written_under_a_match_that_runs(anna, badr) -> None:
    match = open_table(anna, badr)
    with pytest.raises(Unavailable):
        write_comment(code=match.code, user=anna, text="I have two kings")


@pytest.mark.parametrize("text", ["", " \n ", "\x00\u202e", "x" * 501])
def test_a_comment_says_something_and_not_too_much(match, anna, text) -> None:
    with pytest.raises(Malformed):
        write_comment(code=match.code, user=anna, text=text)


def test_who_writes_a_lot_has_to_wait(match, anna, badr) -> None:
    for number in range(comments.COMMENTS_AT_ONCE):
        write_comment(code=match.code, user=anna, text=str(number))
    with pytest.raises(Busy):
        write_comment(code=match.code, user=anna, text="more")
    write_comment(code=match.code, user=badr, text="I am not meant")
    Comment.objects.update(created=timezone.now() - timedelta(minutes=11))
    write_comment(code=match.code, user=anna, text="more")


def test_there_is_an_end_to_what_one_says_about_a_match(match, anna, monkeypatch) -> None:
    monkeypatch.setattr(comments, "MOST_OF_ONE", 1)
    write_comment(code=match.code, user=anna, text="once")
    with pytest.raises(Unavailable):
        write_comment(code=match.code, user=anna, text="twice")


def test_one_does_not_read_whom_one_has_muted(match, anna, badr) -> None:
    write_comment(code=match.code, user=badr, text="noise")
    mute_user(by=anna, whom=badr)
    assert texts(match, anna) == []
    assert texts(match) == ["noise"]


def test_a_moderator_hides_a_comment_and_it_stays_kept(match, anna, badr) -> None:
    comment = write_comment(code=match.code, user=badr, text="rude")
    with pytest.raises(Forbidden):
        hide_comment(comment_id=comment.pk, moderator=anna)
    moderator = User.objects.create_superuser("moderator")
    hide_comment(comment_id=comment.pk, moderator=moderator)
    assert texts(match, badr) == []
    comment.refresh_from_db()
    assert (comment.text, comment.hidden_by) == ("rude", moderator)
    with pytest.raises(NotFound):
        hide_comment(comment_id=0, moderator=moderator)


def test_a_report_takes_the_comments_along(match, anna, badr) -> None:
    write_comment(code=match.code, user=badr, text="rude")
    reports.report_player(code=match.code, by=anna, whom="badr", reason="words", words="")
    [line] = Report.objects.get().lines
    assert (line["name"], line["said"], line["comment"]) == ("badr", "rude", True)
