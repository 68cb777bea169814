"""Muting, blocking and reporting on the pages, and tables that are closed to spectators."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from accounts.sanctions import impose_sanction
from games.chat.services import send_chat_line
from games.models import Match, Report
from tests.views.conftest import finished_match, open_table, signed_in, start_match
from tests.views.test_tables import table_data

KEEP_AWAY = reverse("keep_away")
SCRIPT = {"HTTP_ACCEPT": "application/json"}


def report(client: Client, match: Match, **fields: str) -> Any:
    sent = {"whom": "badr", "reason": "words", "words": "he swears", **fields}
    return client.post(reverse("report", args=[match.code]), sent, **SCRIPT)


def close_to_spectators(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(has_spectators=False)
    return match


def test_the_table_script_can_mute_block_and_unmute_a_player(amina: User, badr: User) -> None:
    client = signed_in(amina)
    for kind, kept in (("mute", ["mute"]), ("block", ["block"]), ("none", [])):
        answer = client.post(KEEP_AWAY, {"name": "Badr", "kind": kind}, **SCRIPT)
        assert answer.status_code == 200
        assert "badr" in answer.json()["message"]
        assert list(Block.objects.filter(by=amina, whom=badr).values_list("kind", flat=True)) == kept


def test_users_can_mute_neither_themselves_nor_nobody(amina: User) -> None:
    client = signed_in(amina)
    refused = client.post(KEEP_AWAY, {"name": "amina", "kind": "mute"}, **SCRIPT)
    assert refused.status_code == 400
    assert "yourself" in refused.json()["message"]
    for name in ("nobody", "", "a\x00b"):
        assert client.post(KEEP_AWAY, {"name": name, "kind": "mute"}, **SCRIPT).status_code == 404


def test_the_settings_list_muted_and_blocked_players_and_can_undo_it(amina: User, badr: User) -> None:
    client = signed_in(amina)
    assert "None. Click a player" in client.get(reverse("settings")).content.decode()
    client.post(KEEP_AWAY, {"name": "badr", "kind": "block"}, **SCRIPT)
    assert "Unblock" in client.get(reverse("settings")).content.decode()
    page = client.post(KEEP_AWAY, {"name": "badr"}, follow=True).content.decode()
    assert "badr is no longer muted or blocked." in page
    assert not Block.objects.exists()


def test_a_visitor_can_neither_mute_nor_report(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    assert client.post(KEEP_AWAY, {"name": "badr", "kind": "mute"}).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]
    assert report(client, match).status_code == 403
    assert not Block.objects.exists()
    assert not Report.objects.exists()


def test_a_report_is_made_from_the_table(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    answer = report(signed_in(amina), match)
    assert answer.status_code == 200
    assert "moderator" in answer.json()["message"]
    made = Report.objects.get()
    assert (made.by, made.whom, made.match, made.words) == (amina, badr, match, "he swears")


def test_a_report_from_a_message_names_it(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    line = send_chat_line(code=match.code, user_id=badr.pk, text="something foul")
    own = send_chat_line(code=match.code, user_id=amina.pk, text="stop it")
    for forged in ("", "x", "²", "9" * 5000, str(own.pk)):
        answer = report(signed_in(amina), match, line=forged)
        assert answer.status_code == 404
        assert answer.json()["message"] == "No such message by this player at this table."
    assert report(signed_in(amina), match, line=str(line.pk)).status_code == 200
    assert Report.objects.get().line == line


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"whom": "nobody"}, 404), ({"whom": "amina"}, 403), ({"reason": "dislike"}, 400), ({"whom": "a\x00"}, 404)],
)
def test_a_failed_report_explains_why(amina: User, badr: User, fields: dict[str, str], status: int) -> None:
    answer = report(signed_in(amina), start_match(amina, badr), **fields)
    assert answer.status_code == status
    assert answer.json()["message"]


def test_a_report_needs_a_post_with_a_csrf_token(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(amina)
    assert report(strict, match).status_code == 403
    assert signed_in(amina).get(reverse("report", args=[match.code])).status_code == 405
    assert not Report.objects.exists()


def test_the_page_has_the_phrases_and_the_players_its_reader_muted(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    signed_in(amina).post(KEEP_AWAY, {"name": "badr", "kind": "mute"}, **SCRIPT)
    table = reverse("table", args=[match.code])
    talk: Any = table_data(signed_in(amina).get(table).content.decode())["talk"]
    assert ["hello", "Hello!"] in talk["phrases"]
    assert talk["kept_away"] == {"badr": "mute"}
    page = client.get(table).content.decode()
    assert table_data(page)["talk"]["kept_away"] == {}  # type: ignore[index]
    assert 'class="chat__form"' not in page


def test_the_page_offers_guests_the_text_field_only_where_they_sit_at_a_private_casual_table(amina: User) -> None:
    field, note = 'class="chat__form"', "Guests can only use quick phrases here."
    guest, watcher = (User.objects.create_guest(number) for number in (1234, 5678))
    private, public = (start_match(amina, guest, rated=False, private=private) for private in (True, False))
    pages = [
        signed_in(user).get(reverse("table", args=[match.code])).content.decode()
        for user, match in ((guest, private), (watcher, private), (guest, public), (amina, public))
    ]
    assert [field in page for page in pages] == [True, False, False, True]
    assert [note in page for page in pages] == [False, True, True, False]


def test_in_place_of_the_field_and_the_phrases_a_banned_player_reads_of_the_ban(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    for end, told in (
        (datetime(2099, 5, 1, 18, 30, tzinfo=UTC), "until 1 May 2099, 18:30 (UTC)."),
        (None, "permanently."),
    ):
        ban(badr, end)
        pages = {
            user: signed_in(user).get(reverse("table", args=[match.code])).content.decode() for user in (amina, badr)
        }
        assert f"You’re banned from chat {told}" in pages[badr]
        assert f'<a href="{reverse("standing")}" target="_blank">account status</a>' in pages[badr]
        assert "You’re banned from chat" not in pages[amina]
        for part in ('class="chat__form"', 'id="chat-phrases"'):
            assert part in pages[amina]
            assert part not in pages[badr]


def ban(user: User, end: datetime | None) -> None:
    boss, _is_new = User.objects.get_or_create(username="boss", is_superuser=True)
    impose_sanction(whom=user, by=boss, measure="mute", reason="words", message="Be kind.", ends=end)


@pytest.mark.parametrize("name", ["table", "result", "replay", "record"])
def test_a_table_closed_to_spectators_looks_like_a_missing_one(
    amina: User, badr: User, chadia: User, client: Client, name: str
) -> None:
    match = close_to_spectators(start_match(amina, badr))
    for reader in (client, signed_in(chadia)):
        closed = reader.get(reverse(name, args=[match.code]))
        unknown = reader.get(reverse(name, args=["nosuchmatch1"]))
        assert closed.status_code == unknown.status_code == 404
        assert without_addresses(closed, match.code) == without_addresses(unknown, "nosuchmatch1")
    assert signed_in(amina).get(reverse("table", args=[match.code])).status_code == 200


def without_addresses(answer: Any, code: str) -> str:
    """Return the page without the table's code and without CSRF tokens."""
    lines = answer.content.decode().replace(code, "CODE").splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line)


@pytest.mark.parametrize("name", ["sit", "leave", "add_bot", "report"])
def test_an_inaccessible_table_accepts_no_action(amina: User, badr: User, chadia: User, name: str) -> None:
    match = close_to_spectators(start_match(amina, badr))
    sent = {"whom": "badr", "reason": "words"}
    answers = [signed_in(chadia).post(reverse(name, args=[code]), sent) for code in (match.code, "nosuchmatch1")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert without_addresses(answers[0], match.code) == without_addresses(answers[1], "nosuchmatch1")


def test_a_table_closed_to_spectators_can_be_joined_but_not_watched(amina: User, badr: User, client: Client) -> None:
    match = close_to_spectators(open_table(amina))
    assert match.code in client.get(reverse("home")).content.decode()
    assert "No spectators" in signed_in(badr).get(reverse("table", args=[match.code])).content.decode()
    signed_in(badr).post(reverse("sit", args=[match.code]))
    assert match.code not in client.get(reverse("home")).content.decode()


def test_the_result_of_a_match_without_spectators_is_public(amina: User, badr: User, client: Client) -> None:
    match = close_to_spectators(finished_match(amina, badr))
    assert client.get(reverse("result", args=[match.code])).status_code == 200
