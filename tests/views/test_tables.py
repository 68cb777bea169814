"""The table page: watching, joining and leaving."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.online import mark_online
from accounts.services import follow_user
from games.models import Clock, Status
from games.services.seating import TableSettings
from games.state.match_log import walk_match
from tests.rows import fresh
from tests.services.tables import cut_if_due, move_once
from tests.views.conftest import finished_match, open_table, signed_in, start_match


def table_data(page: str) -> dict[str, object]:
    found = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def test_the_log_of_a_table_has_the_first_public_events(amina: User, badr: User, client: Client) -> None:
    match = cut_if_due(start_match(amina, badr))
    for _move in range(9):
        move_once(match)
    address = reverse("log", args=[match.code])
    told = [event.as_json() for _game, step in walk_match(match) for event in step.events]
    for reader in (client, signed_in(amina)):
        for count in (0, 2, len(told), 999_999):
            assert reader.get(address, {"count": count}).json() == {"events": told[:count]}
        assert reader.get(address).json() == {"events": told}
    for wrong in ("", "-1", "1.5", "x", "\u0661", "1234567"):
        assert client.get(address, {"count": wrong}).status_code == 400


def test_the_log_of_a_table_without_spectators_is_for_its_players(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr, table_settings=TableSettings(has_spectators=False))
    address = reverse("log", args=[match.code])
    assert client.get(address, {"count": 1}).status_code == 404
    assert signed_in(badr).get(address, {"count": 1}).status_code == 200


def test_only_a_table_has_the_buttons_of_a_table(amina: User, client: Client) -> None:
    match = open_table(amina)
    assert 'id="open-chat"' in client.get(reverse("table", args=[match.code])).text
    missing = client.get(reverse("table", args=["nosuchmatch1"]))
    assert missing.status_code == 404
    assert 'id="open-chat"' not in missing.text


@pytest.mark.parametrize("private", [False, True])
def test_anyone_with_the_link_sees_the_table(amina: User, client: Client, private: bool) -> None:
    match = open_table(amina, private=private)
    page = client.get(reverse("table", args=[match.code]))
    data = table_data(page.content.decode())
    assert page.status_code == 200
    assert data["code"] == match.code
    assert data["me_name"] is None


def test_the_page_of_a_running_match_contains_no_card(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    page = signed_in(amina).get(reverse("table", args=[match.code])).content.decode()
    assert '"moves"' not in page
    assert '"hand"' not in page
    assert "no-store" in signed_in(amina).get(reverse("table", args=[match.code]))["Cache-Control"]


def test_a_guest_joins_by_the_link_and_the_match_starts(amina: User, badr: User) -> None:
    match = open_table(amina, private=True)
    response = signed_in(badr).post(reverse("sit", args=[match.code]))
    match.refresh_from_db()
    assert response.url == reverse("table", args=[match.code])  # type: ignore[attr-defined]
    assert match.status == Status.RUNNING


def test_a_visitor_with_the_link_logs_in_or_signs_up_and_returns_to_the_table(amina: User, client: Client) -> None:
    match = open_table(amina, private=True)
    table = reverse("table", args=[match.code])
    sent = client.post(reverse("sit", args=[match.code])).url  # type: ignore[attr-defined]
    assert sent == f"{reverse('account_login')}?next={table}"
    sign_up = f"{reverse('account_signup')}?next={table}"
    assert sign_up.replace("/", "%2F") in client.get(sent).content.decode().replace("/", "%2F")
    person = {"username": "driss", "password1": "a long enough one", "next": table}
    assert client.post(sign_up, person).url == table  # type: ignore[attr-defined]


@pytest.mark.parametrize("rated", [False, True])
def test_a_visitor_with_the_link_reads_how_to_sit_down(amina: User, badr: User, client: Client, rated: bool) -> None:
    table = reverse("table", args=[open_table(amina, private=True, rated=rated).code])
    link = re.compile(r'<div class="field waiting__link"\s+hidden>')
    readers = ((client, False, True), (signed_in(badr), False, False), (signed_in(amina), True, False))
    for reader, has_link, may_join in readers:
        page = reader.get(table).text
        assert (link.search(page) is None) is has_link
        assert ("waiting__join" in page) is may_join
    page = client.get(table).text
    assert ("Join as a guest" in page) is not rated
    assert page.index("waiting__join") < page.index('id="seats"') < page.index('id="invite"')
    assert f"{reverse('account_login')}?next={table}" in page


def test_joining_twice_takes_one_seat(amina: User, badr: User) -> None:
    match = open_table(amina)
    client = signed_in(badr)
    for _ in range(2):
        page = client.post(reverse("sit", args=[match.code]), follow=True).content.decode()
        assert "message--error" not in page
    assert match.seats.filter(user=badr).count() == 1


def test_a_player_who_comes_too_late_is_told_so(amina: User, badr: User, chadia: User) -> None:
    match = start_match(amina, badr)
    page = signed_in(chadia).post(reverse("sit", args=[match.code]), follow=True).content.decode()
    assert "This table is no longer open." in page


def test_an_unknown_seat_is_refused(amina: User, badr: User, chadia: User) -> None:
    match = open_table(amina, options={"players": 3})
    for seat in ("0", "7"):
        page = signed_in(badr).post(reverse("sit", args=[match.code]), {"seat": seat}, follow=True).content.decode()
        assert "That seat is taken." in page
    for odd in ("x", "-1", "9" * 5000):
        assert signed_in(chadia).post(reverse("sit", args=[match.code]), {"seat": odd}).status_code == 302
    signed_in(badr).post(reverse("sit", args=[match.code]), {"seat": "2"})
    assert match.seats.get(number=2).user == badr


def test_only_the_host_adds_bots(amina: User, badr: User) -> None:
    match = open_table(amina, options={"players": 3})
    refused = signed_in(badr).post(reverse("add_bot", args=[match.code]), follow=True).content.decode()
    assert "Only the host can do that." in refused
    signed_in(amina).post(reverse("add_bot", args=[match.code]))
    assert match.seats.exclude(bot="").count() == 1


def test_a_host_is_offered_the_friends_who_are_online(amina: User, badr: User, chadia: User) -> None:
    match = open_table(amina)
    for friend in (badr, chadia):
        follow_user(by=amina, whom=friend)
    mark_online(user_ids=[badr.pk])
    page, where = signed_in(amina), reverse("table", args=[match.code])
    assert page.get(where).context["friends"] == [badr]
    assert "friends" not in signed_in(badr).get(where).context
    page.post(reverse("invite", args=[match.code]), {"names": "badr"})
    assert match.invitations.get().user == badr


def test_the_last_player_to_leave_closes_the_table(amina: User) -> None:
    match = open_table(amina)
    client = signed_in(amina)
    assert client.post(reverse("leave", args=[match.code])).url == reverse("home")  # type: ignore[attr-defined]
    assert fresh(match).status == Status.ABORTED
    again = client.post(reverse("leave", args=[match.code]), follow=True).content.decode()
    assert "message--error" not in again
    closed = client.get(reverse("table", args=[match.code]), follow=True).content.decode()
    assert "closed before the match started" in closed


def test_nobody_can_leave_the_seat_of_a_running_match(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    page = signed_in(amina).post(reverse("leave", args=[match.code]), follow=True).content.decode()
    assert "This table is no longer open." in page
    assert match.seats.filter(user=amina).exists()


@pytest.mark.parametrize("name", ["table", "result", "replay", "record"])
def test_an_unknown_code_is_not_found(amina: User, name: str) -> None:
    assert signed_in(amina).get(reverse(name, args=["nosuchmatch1"])).status_code == 404


@pytest.mark.parametrize("name", ["sit", "leave", "add_bot"])
def test_an_unknown_table_is_not_found(amina: User, name: str) -> None:
    assert signed_in(amina).post(reverse(name, args=["nosuchmatch1"])).status_code == 404


@pytest.mark.parametrize("name", ["sit", "leave", "add_bot"])
def test_a_change_needs_a_post_with_a_csrf_token(amina: User, name: str) -> None:
    match = open_table(amina)
    assert signed_in(amina).get(reverse(name, args=[match.code])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(amina)
    assert strict.post(reverse(name, args=[match.code])).status_code == 403


@pytest.mark.parametrize(("rated", "word"), [(True, "rated"), (False, "casual")])
def test_the_next_opponent_is_sought_with_the_same_settings(amina: User, badr: User, rated: bool, word: str) -> None:
    match = start_match(amina, badr, rated=rated, clock=Clock.parse("300+10"))
    data = table_data(signed_in(amina).get(reverse("table", args=[match.code])).content.decode())
    assert data["urls"]["next"] == f"/?seek=moroccan%2C300%2B10%2C{word}"  # type: ignore[index]
    assert data["rated"] is rated  # for the new ratings at the end


@pytest.mark.parametrize("private", [False, True])
def test_the_page_knows_whether_the_match_was_by_invitation(amina: User, private: bool) -> None:
    page = signed_in(amina).get(reverse("table", args=[open_table(amina, private=private).code]))
    assert table_data(page.text)["private"] is private


def test_the_table_of_a_finished_match_shows_its_result(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr)
    data = table_data(client.get(reverse("table", args=[match.code])).content.decode())
    assert data["urls"]["result"] == reverse("result", args=[match.code])  # type: ignore[index]


def test_a_message_from_the_moderators_pushes_no_board_off_the_screen(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    User.objects.filter(pk=amina.pk).update(has_unread_message=True)
    words = "You have a message from the moderators."
    client, ended = signed_in(amina), finished_match(amina, badr)
    assert words in client.get(reverse("home")).text
    boards = [("table", [match.code]), ("replay", [ended.code]), ("learn", [])]
    assert not [name for name, args in boards if words in client.get(reverse(name, args=args)).text]
