"""Playing without an account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat, Status
from games.services.guest_cleanup import delete_idle_guests
from games.services.pairing import seek_match
from games.services.seating import open_match, take_seat
from games.state.errors import Forbidden
from tests.rows import fresh
from tests.views.conftest import open_table

PASSWORD = "seven of oros 7"


def play_as_guest(client: Client) -> User:
    """Start playing as a guest, and return the guest's account."""
    client.post(reverse("be_guest"))
    guest = get_user(client)  # type: ignore[arg-type]
    assert isinstance(guest, User)
    return guest


def sign_up(client: Client, name: str = "Driss", **fields: str) -> Any:
    return client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, **fields})


def test_a_guests_name_is_a_number_that_nobody_can_choose(client: Client, db: None) -> None:
    guest = play_as_guest(client)
    assert guest.username.startswith("Guest ")
    assert guest.shown_name in client.get(reverse("home")).content.decode()
    assert client.get(reverse("player", args=[guest.username])).status_code == 200
    assert "errorlist" in sign_up(Client(), guest.username).text
    assert not guest.has_usable_password()


def test_a_class_can_play_at_once_behind_one_address(db: None) -> None:
    for _number in range(100):
        play_as_guest(Client())
    assert User.objects.filter(is_guest=True).count() == 100


def test_visitors_from_a_network_with_too_many_guests_are_told_what_to_do(
    client: Client, amina: User, settings: Any
) -> None:
    match = open_table(amina, private=True, rated=False)
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    play_as_guest(Client())
    told = f'<a href="{reverse("account_signup")}">Sign up</a> to play right away, or try again later.'
    for path, data in (
        (reverse("be_guest"), {}),
        (reverse("quick"), {"game": "moroccan:2"}),
        (reverse("play_with_friend"), {"ruleset": "moroccan"}),
        (reverse("sit", args=[match.code]), {}),
    ):
        assert told in client.post(path, data, follow=True).content.decode(), path
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_returning_guest_is_the_same_guest(client: Client, db: None) -> None:
    play_as_guest(client)
    play_as_guest(client)
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_visitor_joins_a_casual_table_by_its_link(amina: User, client: Client) -> None:
    match = open_table(amina, private=True, rated=False)
    response = client.post(reverse("sit", args=[match.code]))
    assert response.url == reverse("table", args=[match.code])  # type: ignore[attr-defined]
    assert fresh(match).status == Status.RUNNING
    assert match.seats.get(number=1).user.is_guest  # type: ignore[union-attr]


def test_at_a_rated_table_a_guest_is_asked_to_sign_up_and_returns(amina: User, client: Client) -> None:
    match = open_table(amina)
    play_as_guest(client)
    response = client.post(reverse("sit", args=[match.code]))
    table = reverse("table", args=[match.code])
    assert response.url == f"{reverse('account_signup')}?next={table}"  # type: ignore[attr-defined]
    assert sign_up(client, next=table).url == table


def test_no_service_rates_a_guest(amina: User, db: None) -> None:
    guest = User.objects.create_guest(1234)
    with pytest.raises(Forbidden):
        open_match(user=guest, ruleset="moroccan", options={}, private=False, rated=True)
    with pytest.raises(Forbidden):
        take_seat(code=open_table(amina).code, user=guest)
    with pytest.raises(Forbidden):
        seek_match(user_id=guest.pk, ruleset="moroccan", clock="300+10", rated=True)
    assert not Seat.objects.filter(user=guest).exists()


def test_signing_up_keeps_the_guests_matches(client: Client, db: None) -> None:
    guest = play_as_guest(client)
    client.post(reverse("quick"), {"game": "moroccan:2"})
    assert guest.shown_name in client.get(reverse("account_signup")).text
    sign_up(client)
    driss = get_user(client)  # type: ignore[arg-type]
    assert (driss.pk, driss.username, driss.is_guest) == (guest.pk, "Driss", False)
    assert driss.check_password(PASSWORD)
    assert Match.objects.get().created_by == driss
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_who_signs_up_by_mail_is_the_same_user_after_the_code(
    client: Client, db: None, settings: Any, mailoutbox: list[Any]
) -> None:
    settings.EMAIL_URL = "smtp://mail.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    guest = play_as_guest(client)
    page = client.post(
        reverse("account_signup"), {"username": "Driss", "password1": PASSWORD, "email": "d@example.org"}, follow=True
    )
    assert get_user(client).is_anonymous  # type: ignore[arg-type]
    code = next(line for line in mailoutbox[0].body.splitlines() if len(line) >= 6 and " " not in line)
    client.post(page.request["PATH_INFO"], {"code": code})
    driss = get_user(client)  # type: ignore[arg-type]
    assert (driss.pk, driss.username, driss.is_guest) == (guest.pk, "Driss", False)
    assert driss.emailaddress_set.get().verified


def test_a_guest_can_log_in_to_an_existing_account(client: Client, amina: User) -> None:
    guest = play_as_guest(client)
    assert guest.shown_name in client.get(reverse("account_login")).text
    client.post(reverse("account_login"), {"login": "amina", "password": "a long password"})
    assert get_user(client) == amina  # type: ignore[arg-type]
    assert fresh(guest).is_guest


@pytest.mark.parametrize("page", ["account_change_password", "account_email", "mfa_index", "usersessions_list"])
def test_a_guest_has_no_account_settings(client: Client, db: None, page: str) -> None:
    play_as_guest(client)
    assert client.get(reverse(page)).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]


def test_a_guest_session_can_be_ended(client: Client, db: None) -> None:
    play_as_guest(client)
    assert "you can’t play as" in client.get(reverse("account_logout")).text
    client.post(reverse("account_logout"))
    assert get_user(client).is_anonymous  # type: ignore[arg-type]


def test_the_number_of_guests_from_one_address_is_limited(db: None, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    for _ in range(2):
        play_as_guest(Client())
    page = Client().post(reverse("quick"), {"game": "moroccan:2"}, follow=True).content.decode()
    assert "too many guests" in page
    assert User.objects.filter(is_guest=True).count() == 2
    client = Client(REMOTE_ADDR="192.0.2.7")
    play_as_guest(client)


def test_guests_who_never_played_are_deleted_after_a_while(client: Client, db: None, capsys: Any) -> None:
    idle, played, new = (User.objects.create_guest(number) for number in (1001, 1002, 1003))
    open_match(user=played, ruleset="moroccan", options={}, private=False, rated=False)
    User.objects.filter(pk__in=[idle.pk, played.pk]).update(last_login=timezone.now() - timedelta(days=15))
    call_command("clear_guests")
    assert "1 guests deleted" in capsys.readouterr().out
    assert set(User.objects.filter(is_guest=True)) == {played, new}
    assert delete_idle_guests() == 0
