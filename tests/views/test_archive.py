"""The archive of a user’s own data."""

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
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.bots import make_bot
from accounts.models import LoginFingerprint, Sanction, User
from accounts.sanctions import impose_sanction
from accounts.services import block_user, follow_user
from accounts.tokens import make_token
from games.chat.services import hide_line, send_chat_line
from games.comments.services import write_comment
from games.models import ChatLine
from games.moderation.services import report_player
from games.selectors.export import write_archive
from games.services.invitations import invite_players
from games.services.leaving import resign_match
from tests.views.conftest import finished_match, open_table, signed_in, start_match

PASSWORD = "a long password"


def archive_of(user: User) -> ZipFile:
    client = AsyncClient()
    client.force_login(user)

    async def fetch() -> bytes:
        response = await client.post(reverse("export"))
        return b"".join([piece async for piece in response.streaming_content])

    return ZipFile(io.BytesIO(async_to_sync(fetch)()))


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
    words, reported = "Look at him.", said[1]
    report_player(code=match.code, by=amina, whom="badr", reason="other", words=words, line_id=reported.pk)
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
    (report,) = json.loads(files["reports.json"])
    assert report["words"] == words
    assert report["line__created"][:19] == reported.created.isoformat()[:19]
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
    line = ChatLine.objects.filter(user=badr, room="players").earliest("pk")
    words = "amina's report"
    report_player(code=match.code, by=amina, whom="badr", reason="other", words=words, line_id=line.pk)
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
