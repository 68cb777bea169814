"""Sanctions, names and appeals in the admin, as a moderator uses them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import ModerationLog, Sanction, User
from accounts.sanctions import appeal_sanction
from tests.rows import fresh

pytestmark = pytest.mark.django_db

VERDICT = {"measure": "mute", "reason": "insults", "message": "Be kind.", "duration": "7"}


def of(person: User, what: str) -> str:
    return reverse(f"admin:accounts_user_{what}", args=[person.pk])


def test_a_moderator_imposes_a_sanction_and_the_form_shows_what_is_missing(
    client: Client, judge: User, anna: User
) -> None:
    assert of(anna, "sanction") in client.get(of(anna, "change")).text
    assert client.get(of(anna, "sanction")).status_code == 200
    assert "errorlist" in client.post(of(anna, "sanction"), {**VERDICT, "message": ""}).text
    assert "Select a valid choice" in client.post(of(anna, "sanction"), {**VERDICT, "duration": "8"}).text
    with time_machine.travel("2026-03-01T12:00Z", tick=False):
        assert client.post(of(anna, "sanction"), VERDICT).status_code == 302
    found = Sanction.objects.get()
    week = datetime(2026, 3, 8, 12, tzinfo=UTC)
    assert (found.user, found.by, found.measure, found.ends) == (anna, judge, "mute", week)
    assert client.get(of(anna, "change")).status_code == 200


def test_an_appeal_is_answered_from_the_list(client: Client, judge: User, anna: User) -> None:
    client.post(of(anna, "sanction"), VERDICT)
    found = Sanction.objects.get()
    waiting = reverse("admin:accounts_sanction_changelist") + "?appeal=waiting"
    assert "insults" not in client.get(waiting).text
    appeal_sanction(sanction_id=found.pk, user=anna, words="I was quoting.")
    assert "insults" in client.get(waiting).text
    answer = reverse("admin:accounts_sanction_answer", args=[found.pk])
    assert answer in client.get(reverse("admin:accounts_sanction_change", args=[found.pk])).text
    assert "I was quoting." in client.get(answer).text
    client.post(answer, {"answer": "So you were.", "lift": "on"})
    assert "insults" not in client.get(waiting).text
    assert not fresh(anna).is_muted


def test_a_sanction_is_lifted_with_a_reason(client: Client, judge: User, anna: User) -> None:
    client.post(of(anna, "sanction"), VERDICT)
    lift = reverse("admin:accounts_sanction_lift", args=[Sanction.objects.get().pk])
    assert f"anna: {Sanction.objects.get()}" in client.get(lift).text
    client.post(lift, {"words": " "})
    assert Sanction.objects.get().holds
    client.post(lift, {"words": "a mistake"})
    assert not Sanction.objects.get().holds


def test_a_moderator_changes_a_name(client: Client, judge: User, anna: User, badr: User) -> None:
    assert "already exists" in client.post(of(anna, "rename"), {"name": "BADR", "words": "x"}).text
    client.post(of(anna, "rename"), {"name": "Nadira", "words": "foul"})
    assert fresh(anna).username == "Nadira"


def test_nobody_can_change_the_moderation_log_not_even_a_superuser(client: Client, judge: User, anna: User) -> None:
    client.post(of(anna, "sanction"), VERDICT)
    entry = ModerationLog.objects.get()
    client.force_login(User.objects.create_superuser("boss"))
    listed = reverse("admin:accounts_moderationlog_changelist")
    assert "Be kind." in client.get(listed).text
    assert client.get(reverse("admin:accounts_moderationlog_change", args=[entry.pk])).status_code == 200
    for name, args in (("change", [entry.pk]), ("add", []), ("delete", [entry.pk])):
        page = reverse(f"admin:accounts_moderationlog_{name}", args=args)
        assert client.post(page, {"words": "x", "post": "yes"}).status_code == 403
    client.post(listed, {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"})
    assert ModerationLog.objects.get() == entry
