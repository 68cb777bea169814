"""Comments on the result page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.comments.services import write_comment
from games.models import Comment, Match, Report
from games.services import leaving
from tests.views.conftest import signed_in, start_match


@pytest.fixture
def match(amina: User, badr: User) -> Match:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    return match


def test_a_player_comments_and_sees_it_below_the_result(match: Match, amina: User, chadia: User) -> None:
    reader = signed_in(amina)
    page = reader.post(reverse("comment", args=[match.code]), {"text": "<b>Bravo</b>"}, follow=True)
    assert "&lt;b&gt;Bravo&lt;/b&gt;" in page.content.decode()
    other = signed_in(chadia).get(reverse("result", args=[match.code])).content.decode()
    assert "Bravo" in other
    assert "comment-text" not in other


def test_other_users_are_told_that_they_cannot_comment(match: Match, chadia: User, client: Client) -> None:
    url = reverse("comment", args=[match.code])
    page = signed_in(chadia).post(url, {"text": "Bravo"}, follow=True).content.decode()
    assert "Only players in this match can comment on it." in page
    assert reverse("account_login") in client.post(url, {"text": "Bravo"})["Location"]
    assert not Comment.objects.exists()


def test_a_running_match_has_no_comments(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    assert signed_in(amina).post(reverse("comment", args=[match.code]), {"text": "x"}).status_code == 404


def test_a_comment_can_be_reported(match: Match, amina: User, badr: User, client: Client) -> None:
    write_comment(code=match.code, user=badr, text="rude")
    comment = Comment.objects.get()
    url = f"{reverse('report_form', args=[match.code, 'badr'])}?comment={comment.pk}"
    reader = signed_in(amina)
    assert url in reader.get(reverse("result", args=[match.code])).content.decode()
    page = reader.get(url).content.decode()
    assert "Report badr" in page
    assert "rude</blockquote>" in page
    page = reader.post(url, {"reason": "words", "words": "so rude"}, follow=True).content.decode()
    assert "A moderator will review your report." in page
    report = Report.objects.get()
    assert report.comment == comment
    assert (report.whom, report.words, report.lines[0]["said"]) == (badr, "so rude", "rude")
    assert client.get(url).status_code == 302


def test_only_a_visible_comment_of_the_player_on_the_match_can_be_reported(
    match: Match, amina: User, badr: User
) -> None:
    own, other = (write_comment(code=match.code, user=user, text="fine") for user in (amina, badr))
    Comment.objects.filter(pk=other.pk).update(hidden=match.created)
    reader, url = signed_in(amina), reverse("report_form", args=[match.code, "badr"])
    for chosen, error in ((own.pk, "No such message"), (other.pk, "already removed"), ("x", "No such message")):
        address = f"{url}?comment={chosen}"
        assert "fine" not in reader.get(address).text
        assert error in reader.post(address, {"reason": "words", "words": ""}).text
    assert not Report.objects.exists()


def test_an_invalid_report_is_refused(match: Match, amina: User) -> None:
    url = reverse("report_form", args=[match.code, "badr"])
    page = signed_in(amina).post(url, {"reason": "nonsense"}, follow=True).content.decode()
    assert "Choose a reason." in page
    assert not Report.objects.exists()
