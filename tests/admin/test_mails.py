"""Emails about reports and sanctions: to the moderators, the reporters and the sanctioned players."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import mailing
from accounts.models import Sanction, User
from games.chat.services import send_chat_line
from games.models import Match, Report
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with a mail server, to which the emails are sent at once."""
    settings.EMAIL_URL = "smtp://mail.example"
    monkeypatch.setattr(mailing, "send_on_thread", mailing._send)


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    send_chat_line(code=match.code, user_id=badr.pk, text="something foul")
    return match


def give_address(user: User, *, verified: bool = True) -> str:
    address = f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=verified)
    return address


def report(match: Match, by: User, whom: User, commits: Any) -> Report:
    client = Client()
    client.force_login(by)
    with commits(execute=True):
        client.post(
            reverse("report", args=[match.code]), {"whom": whom.username, "reason": "words", "words": "So rude!"}
        )
    return Report.objects.latest("pk")


def sent() -> list[EmailMessage]:
    found = list(mail.outbox)
    mail.outbox.clear()
    return found


def test_moderators_get_one_email_until_all_reports_are_decided(
    client: Client, judge: User, match: Match, anna: User, badr: User, django_capture_on_commit_callbacks: Any
) -> None:
    address = give_address(judge)
    other = User.objects.create_superuser("boss")  # has no address
    give_address(anna)
    first = report(match, anna, badr, django_capture_on_commit_callbacks)
    (told,) = sent()
    assert (told.to, told.subject) == ([address], "[Ronda] A report is waiting")
    assert f"http://testserver{reverse('admin:games_report_change', args=[first.pk])}" in told.body
    for evidence in ("foul", "rude", "Insults", anna.username, badr.username):
        assert evidence not in told.body
    second = report(match, badr, anna, django_capture_on_commit_callbacks)
    assert sent() == []
    for decided in (first, second):
        client.post(reverse("admin:games_report_decide", args=[decided.pk]), {"verdict": "dismissed", "duration": "7"})
    give_address(other, verified=False)
    report(match, anna, badr, django_capture_on_commit_callbacks)
    assert [told.to for told in sent()] == [[address]]


def test_a_report_about_a_moderator_is_not_mailed_to_them(
    judge: User, match: Match, anna: User, badr: User, django_capture_on_commit_callbacks: Any
) -> None:
    give_address(judge)
    badr.is_superuser = badr.is_staff = True
    badr.save()
    give_address(badr)
    report(match, anna, badr, django_capture_on_commit_callbacks)
    assert [told.to for told in sent()] == [["judge@example.org"]]


@pytest.mark.usefixtures("judge")
def test_a_decision_is_mailed_to_the_sanctioned_player_and_the_reporter_in_their_language(
    client: Client, match: Match, anna: User, badr: User, django_capture_on_commit_callbacks: Any
) -> None:
    decided = report(match, anna, badr, django_capture_on_commit_callbacks)
    for user in (anna, badr):
        give_address(user)
    User.objects.filter(pk=badr.pk).update(language="fr")
    form = {"verdict": "upheld", "measure": "mute", "duration": "7", "reason": "insults", "message": "Be <kind>."}
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("admin:games_report_decide", args=[decided.pk]), form)
    to_badr, to_anna = sorted(sent(), key=lambda told: told.to, reverse=True)
    assert to_badr.subject == "[Ronda] Une décision concernant votre compte"
    assert "interdiction de discussion" in to_badr.body
    assert "Vous pouvez toujours jouer" in to_badr.body
    assert "Elle prend fin le" in to_badr.body
    assert "vous pouvez faire un recours, une seule fois" in to_badr.body
    assert "\n\nBe <kind>.\n\n" in to_badr.body
    assert f"http://testserver{reverse('standing')}" in to_badr.body
    assert "insults" not in to_badr.body  # the reason for the staff
    assert to_anna.subject == "[Ronda] Your report was reviewed"
    assert f"http://testserver{reverse('notices')}" in to_anna.body
    assert "The moderators agreed that the rules were broken" in to_anna.body
    for secret in (badr.username, "foul", "So rude!", "Insults", "insults", "chat ban"):
        assert secret not in to_anna.body
    for told in (to_badr, to_anna):
        assert "\n-- \nRonda\nhttp://testserver/" in told.body, "as in the emails about the account"


@pytest.mark.parametrize(
    ("measure", "ends", "meaning"),
    [
        ("warn", None, "You can do everything as before."),
        ("unrated", None, "no rated ones. It has no end date."),
        ("suspend", datetime(2099, 5, 1, tzinfo=UTC), "You can’t play, chat or comment."),
        ("close", None, "to download your data. It has no end date."),
    ],
)
def test_an_email_about_a_sanction_says_what_it_means(
    measure: str, ends: datetime | None, meaning: str, judge: User, badr: User, rf: RequestFactory
) -> None:
    sanction = Sanction(user=badr, by=judge, measure=measure, reason="rude", message="Be kind.", ends=ends)
    with allauth_context.request_context(rf.get("/")):
        email = get_adapter().render_mail("accounts/email/sanction", "b@example.org", {"sanction": sanction})
    assert meaning in email.body
    assert ("It ends on 1 May 2099, 00:00 (UTC)." in email.body) == (ends is not None)
    assert f"http://testserver{reverse('conduct')}" in email.body


def test_a_site_without_mail_sends_none(
    settings: Any, judge: User, match: Match, anna: User, badr: User, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EMAIL_URL = ""
    give_address(judge)
    report(match, anna, badr, django_capture_on_commit_callbacks)
    assert sent() == []


class SlowServer(BaseEmailBackend):
    """A mail server that answers when ``may_answer`` is set, and then fails."""

    asked, may_answer, answered = threading.Event(), threading.Event(), threading.Event()

    def send_messages(self, email_messages: Any) -> int:
        self.asked.set()
        self.may_answer.wait(60)
        self.answered.set()
        raise TimeoutError


def test_a_slow_mail_server_holds_nothing_up(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.undo()
    settings.EMAIL_BACKEND = f"{__name__}.SlowServer"
    mailing.send_on_thread([EmailMessage("Hello", "text", to=["a@example.org"])])
    assert SlowServer.asked.wait(60)
    assert not SlowServer.answered.is_set()
    SlowServer.may_answer.set()
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join(60)
    assert "emails not sent: 1" in caplog.text
