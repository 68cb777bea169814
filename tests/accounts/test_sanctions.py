"""Sanctions, what they prevent, and appeals against them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.errors import ServiceError
from accounts.models import ModerationLog, Sanction, User
from accounts.models.log import AppendOnlyError
from accounts.renaming import rename_user
from accounts.sanctions import answer_appeal, appeal_sanction, impose_sanction, lift_sanction
from tests.rows import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator() -> User:
    user = User.objects.create_user("judge", is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return user


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("Amina")


def impose(whom: User, by: User, measure: str = "suspend", days: int | None = 3) -> Sanction:
    ends = None if days is None else timezone.now() + timedelta(days=days)
    return impose_sanction(
        whom=whom, by=by, measure=measure, reason="it was bad", message="You were <rude>.", ends=ends
    )


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("measure", "kept"),
    [("mute", "is_muted"), ("unrated", "is_unrated_only"), ("suspend", "is_suspended")],
)
def test_a_sanction_applies_until_it_ends(moderator: User, amina: User, measure: str, kept: str) -> None:
    impose(amina, moderator, measure)
    amina.refresh_from_db()
    assert {name for name in ("is_muted", "is_unrated_only", "is_suspended") if getattr(amina, name)} == {kept}
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        assert not getattr(amina, kept)
        assert not Sanction.objects.get().holds


def test_a_warning_restricts_nothing_and_is_shown_until_it_is_read(moderator: User, amina: User) -> None:
    impose(amina, moderator, "warn", None)
    client = signed_in(amina)
    assert "a message from the moderators" in client.get("/").text
    page = client.get(reverse("standing")).text
    assert "You were &lt;rude&gt;." in page
    assert "it was bad" not in page
    assert "a message from the moderators" not in client.get("/").text


def test_every_page_tells_a_suspended_user_why_and_until_when(moderator: User, amina: User) -> None:
    client = signed_in(amina)
    impose(amina, moderator, days=None)
    for address in ("/", "/tables/new/", reverse("settings"), "/admin/", "/accounts/password/change/"):
        answer = client.get(address)
        assert answer.status_code == 403
        assert "You were &lt;rude&gt;." in answer.text
        assert "permanent" in answer.text
        assert "site.js" not in answer.text
    assert client.post(reverse("quick"), {"ruleset": "moroccan"}).status_code == 403
    assert client.post(reverse("account_logout")).status_code == 302
    assert client.get("/").status_code == 200


def test_a_sanction_can_be_appealed_once_and_the_answer_is_shown(moderator: User, amina: User) -> None:
    sanction = impose(amina, moderator, days=None)
    client = signed_in(amina)
    for words in ("It was not me.", "Really!"):
        client.post(reverse("appeal", args=[sanction.pk]), {"words": words})
    assert fresh(sanction).appeal == "It was not me."
    answer_appeal(sanction_id=sanction.pk, by=moderator, answer="You are right.", lift=True)
    assert client.get("/").status_code == 200
    assert "You are right." in client.get(reverse("standing")).text
    with pytest.raises(ServiceError):
        answer_appeal(sanction_id=sanction.pk, by=moderator, answer="Again", lift=False)


def test_an_appeal_needs_a_text_and_comes_from_the_sanctioned_user(moderator: User, amina: User) -> None:
    sanction = impose(amina, moderator)
    other = User.objects.create_user("Badr")
    assert signed_in(other).post(reverse("appeal", args=[sanction.pk]), {"words": "x"}).status_code == 404
    for words in ("", " ", "x" * 1001):
        with pytest.raises(ServiceError):
            appeal_sanction(sanction_id=sanction.pk, user=amina, words=words)


def test_the_longest_of_several_sanctions_applies_and_lifting_one_leaves_the_other(
    moderator: User, amina: User
) -> None:
    short, good = impose(amina, moderator, days=1), impose(amina, moderator, "close", None)
    assert fresh(amina).barred_until == datetime(9000, 1, 1, tzinfo=UTC)
    lift_sanction(sanction_id=good.pk, by=moderator, words="too much")
    assert fresh(amina).barred_until == short.ends
    with pytest.raises(ServiceError):
        lift_sanction(sanction_id=good.pk, by=moderator, words="again")


def test_sanctions_need_a_permission_and_a_user_of_lower_rank(moderator: User, amina: User) -> None:
    bot = User.objects.create_bot("Botty")
    colleague = User.objects.create_user("colleague", is_staff=True)
    for by, whom in ((amina, bot), (amina, moderator), *((moderator, one) for one in (moderator, bot, colleague))):
        with pytest.raises(ServiceError):
            impose(whom, by)
        with pytest.raises(ServiceError):
            rename_user(whom=whom, by=by, name="Somebody", words="foul")
    assert not Sanction.objects.exists()
    impose(colleague, User.objects.create_superuser("rooty"))


@pytest.mark.parametrize(
    "wrong",
    [{"measure": "flog"}, {"message": " "}, {"reason": ""}, {"message": "x" * 1001}, {"measure": "warn"},
     {"ends": datetime(2020, 1, 1, tzinfo=UTC)}],
)  # fmt: skip
def test_invalid_sanctions_are_refused(moderator: User, amina: User, wrong: dict[str, object]) -> None:
    fine = {"measure": "mute", "reason": "r", "message": "m", "ends": timezone.now() + timedelta(days=1)}
    with pytest.raises(ServiceError):
        impose_sanction(whom=amina, by=moderator, **{**fine, **wrong})
    assert not ModerationLog.objects.exists()


def test_renaming_follows_the_rules_for_names(moderator: User, amina: User) -> None:
    User.objects.create_user("Omar")
    for name in ("omar", "0mar", "Guest 7", "x", "hitlerito", "moderator"):
        with pytest.raises(ServiceError):
            rename_user(whom=amina, by=moderator, name=name, words="foul")
    rename_user(whom=amina, by=moderator, name="Naima", words="foul")
    assert User.objects.get(pk=amina.pk).username == "Naima"
    assert ModerationLog.objects.get().about == "Amina → Naima"


def test_the_moderation_log_is_complete(moderator: User, amina: User) -> None:
    sanction = impose(amina, moderator)
    appeal_sanction(sanction_id=sanction.pk, user=amina, words="no")
    answer_appeal(sanction_id=sanction.pk, by=moderator, answer="yes", lift=True)
    log = ModerationLog.objects.order_by("pk")
    assert [(entry.by, entry.action, entry.whom) for entry in log] == [
        (moderator, action, amina) for action in ("suspend", "answer appeal", "lift")
    ]


def test_the_moderation_log_is_immutable(moderator: User, amina: User) -> None:
    impose(amina, moderator)
    log = ModerationLog.objects.all()
    entry = log.get()
    for change in (entry.save, entry.delete, log.delete, lambda: log.update(words="")):
        with pytest.raises(AppendOnlyError):
            change()
    for statement in ("UPDATE accounts_moderationlog SET words = ''", "DELETE FROM accounts_moderationlog"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert ModerationLog.objects.get() == entry


def test_logging_in_while_suspended_is_refused_with_the_reason(moderator: User) -> None:
    badr = User.objects.create_user("Badr", password="long enough to hold")
    impose(badr, moderator)
    client = Client()
    cache.clear()
    client.post(reverse("account_login"), {"login": "Badr", "password": "long enough to hold"})
    assert client.get("/").status_code == 403
