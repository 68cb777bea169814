"""Reopening a report on which a moderator has decided."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationLog, Sanction, User
from games.models import Report
from games.moderation.evidence import steps_of
from games.moderation.services import reopen_report
from games.selectors.inbox import count_pending
from games.state.errors import Malformed
from games.state.notices import REPORT_DECIDED, Notice
from tests.admin.test_moderation_lists import decide, reported
from tests.rows import fresh
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def page_of(report: Report, name: str = "change") -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def reopen(client: Client, report: Report, words: str = "It was somebody else.") -> str:
    """Reopen a report, and return the page."""
    return client.post(page_of(report, "reopen"), {"words": words}, follow=True).text


def test_a_decided_report_shows_who_decided_what_and_can_be_reopened(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    report = reported(anna, badr)
    assert page_of(report, "reopen") not in client.get(page_of(report)).text
    decide(client, report, verdict="upheld", measure="mute", reason="insults", message="Be kind.")
    page = client.get(page_of(report)).text
    sanction = Sanction.objects.get()
    for part in (
        "· Decided a report · <bdi>upheld: rules were broken</bdi>",
        page_of(report, "reopen"),
        "something &lt;foul",
    ):
        assert part in page
    assert f'· <a href="{reverse("admin:accounts_sanction_change", args=[sanction.pk])}">{sanction}</a>' in page
    page = reopen(client, report)
    for part in ("Done. The report is open again.", "It was somebody else.", page_of(report, "decide")):
        assert part in page
    report.refresh_from_db()
    assert (report.handled, report.handled_by, report.verdict) == (None, None, "")
    assert fresh(sanction).lifted is None
    decide(client, report, verdict="dismissed")
    steps = [(step.action, step.sanction) for step in steps_of(report)]
    assert steps == [("Decided a report", sanction), ("Reopened a report", None), ("Decided a report", None)]
    assert f"report {report.pk} with sanction {sanction.pk}" in client.get(
        reverse("admin:accounts_moderationlog_changelist")
    ).text.replace("\u2068", "").replace("\u2069", "")


def test_reopening_needs_a_reason_and_a_decision(client: Client, judge: User, anna: User, badr: User) -> None:
    report = reported(anna, badr)
    assert "This report is already open." in reopen(client, report)
    decide(client, report, verdict="dismissed")
    assert "This field is required." in reopen(client, report, "")
    with pytest.raises(Malformed):
        reopen_report(report_id=report.pk, moderator=judge, words=" ")
    assert fresh(report).verdict == "dismissed"
    assert not ModerationLog.objects.filter(action="reopen report").exists()


def test_moderators_cannot_reopen_reports_about_themselves(client: Client, judge: User, anna: User, badr: User) -> None:
    report = reported(anna, badr)
    Report.objects.update(handled=report.created, verdict="upheld", whom=judge)
    assert "This report is about you" in reopen(client, report)
    assert fresh(report).verdict == "upheld"


@pytest.mark.parametrize("has_read", [True, False])
def test_a_reporter_who_has_read_a_decision_is_not_told_of_another(
    has_read: bool,
    client: Client,
    judge: User,
    anna: User,
    badr: User,
    told: list[Notice],
    django_capture_on_commit_callbacks: Any,
) -> None:
    report, inbox = reported(anna, badr), signed_in(anna)
    decide(client, report, verdict="dismissed")
    if has_read:
        inbox.get(reverse("notices"))
    reopen(client, report)
    assert count_pending(anna.pk) == 0
    with django_capture_on_commit_callbacks(execute=True):
        decide(client, report, verdict="upheld")
    assert [notice.kind for notice in told] == ([] if has_read else [REPORT_DECIDED])
    assert count_pending(anna.pk) == (0 if has_read else 1)
    assert "The moderators agreed that the rules were broken" in inbox.get(reverse("notices")).text
