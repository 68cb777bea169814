"""Chat messages and reports in the admin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as talk
from games.comments.services import write_comment
from games.models import ChatLine, Match, Report
from games.moderation.services import report_player
from games.services.leaving import resign_match
from tests.admin.test_matches import staff
from tests.rows import fresh
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db

LINES = reverse("admin:games_chatline_changelist")
REPORTS = reverse("admin:games_report_changelist")


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="<b>something foul</b>")
    return match


@pytest.fixture
def report(match: Match, anna: User) -> Report:
    return report_player(code=match.code, by=anna, whom="badr", reason="words", words="see for yourself")


def act(client: Client, page: str, action: str, pk: int) -> None:
    """Choose an action for a row of a list, and confirm it where that is asked."""
    client.post(page, {"action": action, "_selected_action": [pk], "post": "yes"})


def test_a_moderator_hides_a_message_from_the_list(match: Match) -> None:
    line = ChatLine.objects.get()
    client = staff("judge", "view_chatline", "hide_chatline")
    assert "something foul" in client.get(LINES, {"q": "badr"}).content.decode()
    act(client, LINES, "hide", line.pk)
    assert fresh(line).hidden is not None
    assert line.hidden_by == User.objects.get(username="judge")


def test_messages_are_filtered_by_whether_they_are_hidden(match: Match) -> None:
    client = staff("judge", "view_chatline", "hide_chatline")
    assert "something foul" in client.get(LINES, {"visibility": "visible"}).text
    assert "something foul" not in client.get(LINES, {"visibility": "hidden"}).text
    act(client, LINES, "hide", ChatLine.objects.get().pk)
    assert "something foul" not in client.get(LINES, {"visibility": "visible"}).text
    assert "something foul" in client.get(LINES, {"visibility": "hidden"}).text
    assert "something foul" in client.get(LINES, {"visibility": "unknown"}).text


def test_view_permission_allows_neither_hiding_nor_closing_reports(match: Match, report: Report) -> None:
    client = staff("onlooker", "view_chatline", "view_report")
    act(client, LINES, "hide", ChatLine.objects.get().pk)
    act(client, REPORTS, "dismiss", report.pk)
    report.refresh_from_db()
    assert ChatLine.objects.get().hidden is None
    assert report.handled is None


def test_a_report_shows_the_chat_as_text_and_can_be_dismissed(report: Report) -> None:
    client = staff("judge", "view_report", "handle_report")
    page = client.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    assert "see for yourself" in page
    assert "&lt;b&gt;something foul&lt;/b&gt;" in page
    act(client, REPORTS, "dismiss", report.pk)
    assert fresh(report).handled_by == User.objects.get(username="judge")


def test_open_reports_come_first_and_of_these_the_oldest(report: Report, match: Match, anna: User, badr: User) -> None:
    client = staff("judge", "view_report", "handle_report")
    later = report_player(code=match.code, by=badr, whom="anna", reason="stalling", words="")
    act(client, REPORTS, "dismiss", later.pk)
    last = report_player(code=match.code, by=anna, whom="badr", reason="name", words="")
    page = client.get(REPORTS).content.decode()
    first, second, third = (page.index(f"/report/{one.pk}/") for one in (report, last, later))
    assert first < second < third


@pytest.mark.parametrize("model", ["chatline", "report"])
def test_nothing_can_be_added_edited_or_deleted(report: Report, model: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    pk = {"chatline": ChatLine, "report": Report}[model].objects.get().pk
    assert client.get(reverse(f"admin:games_{model}_add")).status_code == 403
    assert client.get(reverse(f"admin:games_{model}_delete", args=[pk])).status_code == 403
    assert client.post(reverse(f"admin:games_{model}_change", args=[pk]), {"text": "x"}).status_code == 403


@pytest.mark.parametrize("page", [LINES, REPORTS])
def test_players_see_none_of_these_pages(report: Report, anna: User, page: str) -> None:
    client = Client()
    client.force_login(anna)
    assert client.get(page).status_code == 302
    assert staff("onlooker", "view_match").get(page).status_code == 403


def test_a_moderator_hides_a_comment_from_the_list(match: Match, badr: User) -> None:
    resign_match(code=match.code, user_id=badr.pk)
    comment = write_comment(code=match.code, user=badr, text="<i>rude</i>")
    page = reverse("admin:games_comment_changelist")
    act(staff("onlooker", "view_comment"), page, "hide", comment.pk)
    assert fresh(comment).hidden is None
    judge = staff("judge", "view_comment", "hide_comment")
    assert "&lt;i&gt;rude&lt;/i&gt;" in judge.get(page, {"q": "badr"}).content.decode()
    act(judge, page, "hide", comment.pk)
    assert fresh(comment).hidden_by == User.objects.get(username="judge")
