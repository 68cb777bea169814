"""Turning push notifications on and off."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.export import account_data
from accounts.models import PushSubscription, User
from accounts.push import (
    MOST,
    BadSubscriptionError,
    NoPushError,
    add_subscription,
    note_sent,
    remove_subscription,
    replace_subscription,
    who_wants,
)
from accounts.push_kinds import PushKind
from accounts.sanctions import impose_sanction
from accounts.services import close_account
from accounts.signals import session_mark
from accounts.vapid import encode, public_key_of
from tests.push_service import VAPID_KEY, Browser
from tests.rows import fresh

pytestmark = pytest.mark.django_db

PUSH, SETTINGS = reverse("push"), reverse("settings")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.RONDA_VAPID_PRIVATE_KEY, settings.RONDA_VAPID_PUBLIC_KEY = VAPID_KEY, public_key_of(VAPID_KEY)


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina", password="a long password")


@pytest.fixture
def badr() -> User:
    return User.objects.create_user("badr", password="a long password")


def browser(number: int = 1) -> Browser:
    return Browser(f"https://fcm.googleapis.com/wp/{number}")


def subscribe(user: User, number: int = 1, session: str = "s") -> PushSubscription:
    return add_subscription(user=user, session=session, language="en", **browser(number).facts)


def signed_in(user: User, **headers: Any) -> Client:
    client = Client(**headers)
    client.force_login(user)
    return client


def endpoints(user: User) -> list[str]:
    return sorted(row.endpoint.rpartition("/")[2] for row in user.push_subscriptions.all())


# ---- services ----


def test_a_browser_has_one_subscription_and_may_change_hands(amina: User, badr: User) -> None:
    first = subscribe(amina)
    assert subscribe(amina).pk == first.pk
    subscribe(badr)
    assert (endpoints(amina), endpoints(badr)) == ([], ["1"])


def test_the_device_that_was_not_used_for_the_longest_time_makes_room(amina: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for number in range(MOST):
            subscribe(amina, number)
        clock.shift(timedelta(days=3))
        used = PushSubscription.objects.get(endpoint__endswith="/0")
        note_sent(subscription_id=used.pk)
        subscribe(amina, 99)
    assert endpoints(amina) == sorted([*(str(number) for number in range(MOST) if number != 1), "99"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/wp/1"},
        {"endpoint": "https://fcm.googleapis.com/" + "a" * 1000},
        {"public_key": "nonsense!"},
        {"public_key": encode(bytes(65))},
        {"public_key": encode(b"\x04" + bytes(64))},
        {"secret": encode(bytes(15))},
        {"secret": ""},
    ],
)
def test_an_invalid_subscription_is_refused(amina: User, wrong: dict[str, str]) -> None:
    with pytest.raises(BadSubscriptionError):
        add_subscription(user=amina, session="s", language="en", **{**browser().facts, **wrong})
    assert not PushSubscription.objects.exists()


def test_guests_bots_and_sites_without_a_key_have_no_push_notifications(amina: User, settings: Any) -> None:
    for user in (User.objects.create_guest(1234), User.objects.create_bot("zerda")):
        with pytest.raises(NoPushError):
            subscribe(user)
    settings.RONDA_VAPID_PRIVATE_KEY = ""
    with pytest.raises(NoPushError):
        subscribe(amina)


def test_only_its_user_can_remove_a_device(amina: User, badr: User) -> None:
    device = subscribe(amina)
    remove_subscription(user=badr, subscription_id=device.pk)
    assert endpoints(amina) == ["1"]
    remove_subscription(user=amina, subscription_id=device.pk)
    assert endpoints(amina) == []


def test_a_renewed_subscription_replaces_the_old_one_of_the_same_user(amina: User, badr: User) -> None:
    subscribe(amina)
    facts = {"session": "s", "language": "en", **browser(2).facts}
    with pytest.raises(NoPushError):
        replace_subscription(user=badr, old_endpoint=browser().endpoint, **facts)
    replace_subscription(user=amina, old_endpoint=browser().endpoint, **facts)
    assert (endpoints(amina), endpoints(badr)) == (["2"], [])


def test_an_invalid_renewal_changes_nothing(amina: User) -> None:
    subscribe(amina)
    wrong = {"session": "s", "language": "en", **browser(2).facts, "endpoint": "https://evil.example/"}
    with pytest.raises(BadSubscriptionError):
        replace_subscription(user=amina, old_endpoint=browser().endpoint, **wrong)
    assert endpoints(amina) == ["1"]


def test_only_players_with_a_device_who_want_this_kind_are_told(amina: User, badr: User) -> None:
    subscribe(amina, 1)
    subscribe(amina, 2)
    everyone = [amina.pk, badr.pk]
    assert who_wants(PushKind.TURN, everyone) == [amina.pk]
    User.objects.filter(pk=amina.pk).update(push_turn=False)
    assert who_wants(PushKind.TURN, everyone) == []
    assert who_wants(PushKind.END, everyone) == [amina.pk]
    User.objects.filter(pk=amina.pk).update(barred_until=timezone.now() + timedelta(days=1))
    assert who_wants(PushKind.END, everyone) == []


# ---- the end of a session ----


def test_signing_out_turns_notifications_off_on_that_device_only(amina: User) -> None:
    here, elsewhere = signed_in(amina), signed_in(amina)
    for number, client in enumerate((here, elsewhere)):
        assert client.post(PUSH, browser(number).form).status_code == 200
    here.post(reverse("account_logout"))
    assert endpoints(amina) == ["1"]


def test_a_new_password_turns_them_off_everywhere(amina: User) -> None:
    client = signed_in(amina)
    client.post(PUSH, browser().form)
    words = {"oldpassword": "a long password", "password1": "seven of oros 7", "password2": "seven of oros 7"}
    client.post(reverse("account_change_password"), words)
    assert fresh(amina).check_password("seven of oros 7")
    assert endpoints(amina) == []


def test_a_suspension_and_closing_the_account_turn_them_off(amina: User, badr: User) -> None:
    subscribe(amina, 1)
    subscribe(badr, 2)
    boss = User.objects.create_superuser("boss")
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="r", message="m")
    close_account(user=badr)
    assert not PushSubscription.objects.exists()


def test_a_warning_leaves_them_on(amina: User) -> None:
    subscribe(amina)
    impose_sanction(whom=amina, by=User.objects.create_superuser("boss"), measure="warn", reason="r", message="m")
    assert endpoints(amina) == ["1"]


# ---- pages ----


def test_a_browser_subscribes_in_the_language_of_its_page(amina: User) -> None:
    client = signed_in(amina, headers={"user-agent": FIREFOX, "accept-language": "fr"})
    assert client.get(PUSH).json()["key"] == public_key_of(VAPID_KEY)
    assert client.post(PUSH, browser().form).status_code == 200
    device = amina.push_subscriptions.get()
    assert (device.language, device.user_agent) == ("fr", FIREFOX)
    assert device.session == session_mark(client.session.session_key)
    assert (device.endpoint, len(device.secret)) == (browser().endpoint, 22)


def test_the_service_worker_renews_with_the_token_that_it_asked_for(amina: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(amina)
    token = {"x-csrftoken": client.get(PUSH).json()["csrf"]}
    assert client.post(PUSH, browser().form).status_code == 403
    assert client.post(PUSH, browser().form, headers=token).status_code == 200
    assert client.post(PUSH, {**browser(2).form, "old": browser().endpoint}, headers=token).status_code == 200
    assert endpoints(amina) == ["2"]


def test_a_refusal_says_why(amina: User) -> None:
    answer = signed_in(amina).post(PUSH, {**browser().form, "endpoint": "https://evil.example/1"})
    assert (answer.status_code, answer.json()["message"]) == (400, "This browser’s push service isn’t supported.")
    assert signed_in(amina).post(PUSH, {}).status_code == 400


def test_the_settings_list_the_devices_and_remove_them(amina: User) -> None:
    client = signed_in(amina, headers={"user-agent": FIREFOX})
    client.post(PUSH, browser().form)
    page = client.get(SETTINGS).text
    assert "Firefox on Linux" in page
    assert f'data-push="{PUSH}"' in page
    for wrong in ("", "x", "9" * 40, "²"):
        client.post(reverse("remove_push_device"), {"device": wrong})
    assert endpoints(amina) == ["1"]
    client.post(reverse("remove_push_device"), {"device": str(amina.push_subscriptions.get().pk)})
    assert endpoints(amina) == []
    assert "Firefox on Linux" not in client.get(SETTINGS).text


def test_each_kind_can_be_turned_off(amina: User) -> None:
    client = signed_in(amina)
    client.post(reverse("choose_pushes"), {"push_invitation": "on", "push_end": "on"})
    amina.refresh_from_db()
    assert [kind for kind in PushKind if getattr(amina, kind.switch)] == [PushKind.INVITATION, PushKind.END]
    checked = re.findall(r'name="(push_\w+)"[^>]* checked', client.get(SETTINGS).text)
    assert checked == ["push_invitation", "push_end"]


def test_without_a_key_and_for_guests_nothing_is_said_about_it(amina: User, client: Client, settings: Any) -> None:
    client.post(reverse("be_guest"))
    assert "data-push" not in client.get(SETTINGS).text
    assert "Show notifications in this browser" in client.get(SETTINGS).text
    assert "push service" in client.get(reverse("privacy")).text
    settings.RONDA_VAPID_PRIVATE_KEY = settings.RONDA_VAPID_PUBLIC_KEY = ""
    page = signed_in(amina).get(SETTINGS).text
    assert "data-push" not in page
    assert "push_turn" not in page
    assert "push service" not in client.get(reverse("privacy")).text


def test_the_archive_names_the_devices_without_their_addresses(amina: User) -> None:
    device = subscribe(amina)
    data = account_data(amina)
    assert [entry["service"] for entry in data["push_notifications"]] == ["fcm.googleapis.com"]
    assert data["settings"]["notifications"] == dict.fromkeys(PushKind.values, True)
    everything = json.dumps(data, default=str)
    assert [secret for secret in (device.endpoint, device.public_key, device.secret) if secret in everything] == []
