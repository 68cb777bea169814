"""Closing an account."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import AlreadyClosedError, block_user, follow_user
from games.comments.services import write_comment
from games.models import Seek, Status
from games.services.account_closing import close_account
from games.services.pairing import seek_match
from tests.rows import fresh
from tests.views.conftest import finished_match, open_table, signed_in, start_match

PASSWORD = "a long password"
CLOSE = reverse("close_account")


def sign_in(name: str) -> Client:
    """Log in through the page, since closing an account needs a recent login."""
    client = Client()
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    return client


def close_by_page(client: Client, *, understood: str = "on") -> str:
    """Confirm and close the logged-in account, and return the next page."""
    asked = client.post(CLOSE, {"understood": understood} if understood else {})
    assert asked.url.startswith(reverse("account_reauthenticate"))  # type: ignore[attr-defined]
    return client.post(asked.url, {"password": PASSWORD}, follow=True).text  # type: ignore[attr-defined]


def test_the_page_explains_the_consequences_first(amina: User) -> None:
    page = sign_in("amina").get(CLOSE).text
    assert "What is deleted" in page
    assert "What is kept" in page
    assert fresh(amina).closed_at is None


def test_closing_needs_a_confirmation_and_a_recent_login(amina: User) -> None:
    assert "What is deleted" in close_by_page(sign_in("amina"), understood="")
    signed_in(amina).post(CLOSE, {"understood": "on"})
    assert fresh(amina).closed_at is None


def test_personal_data_is_deleted(amina: User, badr: User) -> None:
    EmailAddress.objects.create(user=amina, email="amina@example.org", primary=True)
    User.objects.filter(pk=amina.pk).update(email="amina@example.org", is_staff=True)
    block_user(by=amina, whom=badr)
    seek_match(user_id=amina.pk, ruleset="moroccan", clock="300+10", rated=False)
    here, elsewhere = sign_in("amina"), sign_in("amina")
    assert "Your account has been closed" in close_by_page(here)
    assert fresh(amina).username == f"Closed {amina.pk}"
    assert (amina.email, amina.is_active, amina.is_staff, amina.has_usable_password()) == ("", False, False, False)
    assert not any(rows.exists() for rows in (EmailAddress.objects, Seek.objects, amina.blocks))
    for client in (here, elsewhere, sign_in("amina")):
        assert get_user(client).is_anonymous  # type: ignore[arg-type]


def test_nobody_can_take_the_name(amina: User, client: Client) -> None:
    close_account(user=amina)
    for name in ("amina", "AMlNA", "am1na"):
        page = client.post(reverse("account_signup"), {"username": name, "password1": "seven of oros 7"})
        assert "errorlist" in page.text


def test_open_tables_are_left_and_running_matches_resigned(amina: User, badr: User) -> None:
    open_, running = open_table(amina, rated=False), start_match(amina, badr, rated=False)
    close_account(user=amina)
    open_.refresh_from_db()
    running.refresh_from_db()
    assert open_.status == Status.ABORTED
    assert (running.status, running.winners) == (Status.FINISHED, [1])


def test_matches_stay_with_a_closed_account_as_the_player(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr)
    close_account(user=amina)
    of_match = [reverse(name, args=[match.code]) for name in ("result", "replay", "record")]
    for page in (*of_match, reverse("player", args=["badr"]), reverse("matches")):
        text = client.get(page).content.decode()
        assert "amina" not in text
        assert "Closed" in text
        assert 'href="/players/Closed' not in text


@pytest.mark.parametrize("page", ["player", "player_matches", "player_picture", "player_records"])
def test_a_closed_account_has_no_page(amina: User, badr: User, page: str) -> None:
    finished_match(amina, badr)
    close_account(user=amina)
    for name in ("amina", f"Closed {amina.pk}"):
        assert signed_in(badr).get(reverse(page, args=[name])).status_code == 404


def test_comments_stay_with_a_closed_account_as_the_author_without_a_link(
    amina: User, badr: User, client: Client
) -> None:
    match = finished_match(amina, badr)
    write_comment(code=match.code, user=amina, text="What a hand!")
    close_account(user=amina)
    text = client.get(reverse("result", args=[match.code])).text
    assert "What a hand!" in text
    assert 'href="/players/Closed' not in text


def test_a_closed_account_is_nobodys_friend_and_cannot_be_found_by_name(amina: User, badr: User) -> None:
    follow_user(by=badr, whom=amina)
    finished_match(amina, badr)
    close_account(user=amina)
    client = signed_in(badr)
    assert "Closed account" not in client.get("/ladder/moroccan/2/", {"name": "amina"}).text
    assert "You don’t follow anyone" in client.get(reverse("player", args=["badr"])).text
    assert "No player with that name" in client.get(reverse("matches"), {"player": f"Closed {amina.pk}"}).text


def test_an_account_is_closed_once(amina: User) -> None:
    close_account(user=amina)
    with pytest.raises(AlreadyClosedError):
        close_account(user=amina)


def test_a_guest_has_no_account_to_close(client: Client, db: None) -> None:
    client.post(reverse("be_guest"))
    assert client.post(CLOSE, {"understood": "on"}).status_code == 302
    assert get_user(client).is_authenticated  # type: ignore[arg-type]
