"""Data export and account closing."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.bots import make_bot
from accounts.models import LoginFingerprint, Sanction, User
from accounts.sanctions import impose_sanction
from accounts.services import AlreadyClosedError, block_user, follow_user
from accounts.tokens import make_token
from games.chat.services import hide_line, send_chat_line
from games.comments.services import write_comment
from games.models import Seek, Status
from games.moderation.services import report_player
from games.selectors.export import write_archive
from games.services.account_closing import close_account
from games.services.invitations import invite_players
from games.services.leaving import resign_match
from games.services.pairing import seek_match
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


def archive_of(user: User) -> ZipFile:
    client = AsyncClient()
    client.force_login(user)

    async def fetch() -> bytes:
        response = await client.post(reverse("export"))
        return b"".join([piece async for piece in response.streaming_content])

    return ZipFile(io.BytesIO(async_to_sync(fetch)()))


def test_the_page_explains_the_consequences_first(amina: User) -> None:
    page = sign_in("amina").get(CLOSE).text
    assert "What is deleted" in page
    assert "What is kept" in page
    amina.refresh_from_db()
    assert amina.closed_at is None


def test_closing_needs_a_confirmation_and_a_recent_login(amina: User) -> None:
    assert "What is deleted" in close_by_page(sign_in("amina"), understood="")
    signed_in(amina).post(CLOSE, {"understood": "on"})
    amina.refresh_from_db()
    assert amina.closed_at is None


def test_personal_data_is_deleted(amina: User, badr: User) -> None:
    EmailAddress.objects.create(user=amina, email="amina@example.org", primary=True)
    User.objects.filter(pk=amina.pk).update(email="amina@example.org", is_staff=True)
    block_user(by=amina, whom=badr)
    seek_match(user_id=amina.pk, ruleset="moroccan", clock="300+10", rated=False)
    here, elsewhere = sign_in("amina"), sign_in("amina")
    assert "Your account has been closed" in close_by_page(here)
    amina.refresh_from_db()
    assert (amina.email, amina.is_active, amina.is_staff, amina.has_usable_password()) == ("", False, False, False)
    assert amina.username == f"Closed {amina.pk}"
    assert not EmailAddress.objects.exists()
    assert not amina.blocks.exists()
    assert not Seek.objects.exists()
    assert get_user(here).is_anonymous  # type: ignore[arg-type]
    assert get_user(elsewhere).is_anonymous  # type: ignore[arg-type]
    assert get_user(sign_in("amina")).is_anonymous  # type: ignore[arg-type]


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
    for page in (
        reverse("result", args=[match.code]),
        reverse("replay", args=[match.code]),
        reverse("player", args=["badr"]),
        reverse("matches"),
        reverse("record", args=[match.code]),
    ):
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


@pytest.mark.django_db(transaction=True)
def test_the_archive_contains_the_account_and_every_finished_match(amina: User, badr: User) -> None:
    ended = [finished_match(amina, badr, seed=seed) for seed in range(3)]
    running = start_match(amina, badr, rated=False)
    block_user(by=amina, whom=badr)
    archive = archive_of(amina)
    assert archive.testzip() is None
    records = {name for name in archive.namelist() if name.startswith("records/")}
    assert records == {f"records/{match.code}.json" for match in ended}
    account = json.loads(archive.read("account.json"))
    assert account["name"] == "amina"
    assert account["kept_away"][0]["name"] == "badr"
    assert {seat["match__code"] for seat in json.loads(archive.read("matches.json"))} == {
        match.code for match in [*ended, running]
    }
    everything = b"".join(archive.read(name) for name in archive.namelist())
    assert amina.password.encode() not in everything
    for deal in running.deals.all():
        assert deal.salt.encode() not in everything or not deal.salt


def test_the_archive_contains_all_stored_data_of_a_user_and_no_secret(amina: User, badr: User) -> None:
    boss = User.objects.create_superuser("boss")
    match = finished_match(amina, badr)
    said = [send_chat_line(code=match.code, user_id=user.pk, text=f"I am {user}") for user in (amina, badr)]
    hide_line(line_id=said[0].pk, moderator=boss)
    write_comment(code=match.code, user=amina, text="What a hand!")
    report_player(code=match.code, by=amina, whom="badr", reason="other", words="Look at him.")
    report_player(code=match.code, by=badr, whom="amina", reason="other", words="She is the one.")
    follow_user(by=amina, whom=badr)
    Authenticator.objects.create(user=amina, type="webauthn", data={"name": "This laptop", "credential": "secret-key"})
    secrets = [impose_mute(amina, boss).reason]
    signed_in(amina)
    secrets += LoginFingerprint.objects.filter(user=amina).values_list("mark", flat=True)
    invited = open_table(badr, rated=False)
    invite_players(code=invited.code, user=badr, names=["amina"])

    amina.refresh_from_db()
    archive = ZipFile(io.BytesIO(b"".join(write_archive(amina))))
    files = {name: archive.read(name).decode() for name in archive.namelist()}
    account = json.loads(files["account.json"])
    assert [device["name"] for device in account["devices"]] == ["This laptop"]
    assert account["follows"][0]["name"] == "badr"
    assert [sanction["message"] for sanction in account["sanctions"]] == ["Be kind."]
    assert account["kept_from"]["muted_until"]
    assert account["signed_in_from"]
    (line,) = json.loads(files["words-at-tables.json"])
    assert (line["text"], line["hidden"] is not None) == ("I am amina", True)
    assert [comment["text"] for comment in json.loads(files["comments.json"])] == ["What a hand!"]
    assert [report["words"] for report in json.loads(files["reports.json"])] == ["Look at him."]
    assert [asked["match__code"] for asked in json.loads(files["invitations.json"])] == [invited.code]
    assert "90 days" in files["README.txt"]
    everything = "".join(files.values())
    for secret in ("secret-key", "She is the one.", "boss", *secrets):
        assert secret not in everything


def test_the_archive_contains_nothing_about_others_but_their_names(amina: User, badr: User, chadia: User) -> None:
    boss = User.objects.create_superuser("boss")
    match = finished_match(amina, badr)
    running = start_match(amina, badr, chadia, rated=False, options={"players": 3})
    resign_match(code=running.code, user_id=amina.pk)  # a bot plays for her: the hands are still secret
    private = start_match(badr, chadia, rated=False, private=True)
    deal = running.deals.get()
    secrets = [deal.deck or deal.shuffled, deal.salt]
    for code in (match.code, running.code, private.code):
        secrets.append(send_chat_line(code=code, user_id=badr.pk, text=f"badr's line at {code}").text)
    secrets.append(send_chat_line(code=match.code, user_id=chadia.pk, text="among spectators").text)
    write_comment(code=match.code, user=badr, text="badr's comment")
    report_player(code=match.code, by=amina, whom="badr", reason="other", words="amina's report")
    report_player(code=match.code, by=badr, whom="amina", reason="other", words="badr's report")
    impose_sanction(whom=badr, by=boss, measure="mute", reason="a note on badr", message="a message to badr")
    follow_user(by=chadia, whom=amina)
    block_user(by=chadia, whom=amina)
    EmailAddress.objects.create(user=badr, email="badr@example.org", primary=True)
    make_token(user=badr, name="badr's token")
    make_bot(operator=badr, name="Zerda")
    Authenticator.objects.create(user=badr, type="webauthn", data={"name": "badr's laptop", "credential": "c"})
    Client(REMOTE_ADDR="198.51.100.9").post(reverse("account_login"), {"login": "badr", "password": PASSWORD})
    UserSession.objects.create(user=badr, session_key="k", ip="198.51.100.9", user_agent="badr's browser")
    secrets += LoginFingerprint.objects.filter(user=badr).values_list("mark", flat=True)
    secrets += ["badr's", "a note on", "a message to", "badr@", "198.51.100", "Zerda", private.code]

    archive = ZipFile(io.BytesIO(b"".join(write_archive(amina))))
    files = {name: archive.read(name).decode() for name in archive.namelist()}
    everything = "".join(files.values())
    assert [secret for secret in secrets if secret in everything] == []
    assert f"records/{match.code}.json" in files
    assert f"records/{running.code}.json" not in files
    told = [
        name for name, text in files.items() if "chadia" in text
    ]  # followers and people who block her are not listed
    assert told == []
    assert "amina's report" in everything


def impose_mute(whom: User, by: User) -> Sanction:
    return impose_sanction(whom=whom, by=by, measure="mute", reason="a note of the staff", message="Be kind.")


@pytest.mark.django_db(transaction=True)
def test_archives_are_limited_to_one_a_minute_and_to_their_owner(amina: User) -> None:
    client = AsyncClient()

    async def post() -> Any:
        return await client.post(reverse("export"))

    assert async_to_sync(post)().status_code == 302
    client.force_login(amina)
    first = async_to_sync(post)()
    assert first["Content-Type"] == "application/zip"
    assert async_to_sync(post)()["location"] == reverse("settings")
