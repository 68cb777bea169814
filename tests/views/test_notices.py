"""The inbox and notifications on pages, and the form for a new table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from accounts.sanctions import impose_sanction
from games.models import Answer, Invitation, Match, Rating, Status
from games.services import seating
from games.services.invitations import invite_players
from tests.rows import fresh
from tests.views.conftest import open_table, signed_in, start_match
from tests.views.test_new_table import FORM

NOTICES = reverse("notices")


def test_invitations_and_turns_are_listed_and_counted_on_every_page(amina: User, badr: User) -> None:
    asked = open_table(amina, private=True)
    invite_players(code=asked.code, user=amina, names=["badr"])
    running = start_match(amina, badr)
    seats = {seat.user: seat.number for seat in running.seats.all()}
    waiting = 1 + (seats[badr] == running.turn)
    page = signed_in(badr).get(NOTICES).content.decode()
    assert reverse("decline", args=[asked.code]) in page
    assert (reverse("table", args=[running.code]) in page) is (waiting == 2)
    assert f">{waiting}</span>" in signed_in(badr).get(reverse("ladder")).content.decode()


def test_a_table_does_not_count_itself(amina: User, badr: User) -> None:
    here, there = start_match(amina, badr), start_match(amina, badr)
    for match in (here, there):
        Match.objects.filter(pk=match.pk).update(turn=match.seats.get(user=badr).number)
    client = signed_in(badr)
    assert ">2</span>" in client.get(reverse("ladder")).content.decode()
    assert ">1</span>" in client.get(reverse("table", args=[here.code])).content.decode()


def test_an_empty_inbox_says_so(chadia: User) -> None:
    page = signed_in(chadia).get(NOTICES).content.decode()
    assert "No invitations right now" in page
    assert "No matches are waiting for you." in page


def test_warnings_and_sanctions_are_in_the_inbox_with_their_end_and_the_way_to_appeal(
    amina: User, badr: User, settings: Any
) -> None:
    settings.RONDA_CONTACT = "help@ronda.test"
    client = signed_in(badr)
    assert "From the moderators" not in client.get(NOTICES).text
    judge = User.objects.create_superuser("judge")
    impose_sanction(whom=badr, by=judge, measure="warn", reason="for staff", message="Be kind.")
    ends = timezone.now() + timedelta(days=60)
    impose_sanction(whom=badr, by=judge, measure="mute", reason="for staff", message="You were <rude>.", ends=ends)
    page = client.get(NOTICES).text
    assert page.index("Chat ban") < page.index("Warning") < page.index("Be kind.")
    assert "You were &lt;rude&gt;." in page
    assert "you can’t write in chats" in page
    assert "You can do everything as before." in page
    assert f"until {date_format(ends, 'DATETIME_FORMAT')} (UTC)" in page
    assert f'<a href="{reverse("standing")}">account status</a>' in page
    assert "mailto:help@ronda.test" in page
    assert "for staff" not in page
    assert "mailto:help@ronda.test" in client.get(reverse("standing")).text
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        client.force_login(badr)
        page = client.get(NOTICES).text
        assert "Be kind." not in page, "a warning stays for a month"
        assert "You were &lt;rude&gt;." in page, "a sanction stays while it is in force"


def test_a_visitor_logs_in_to_see_the_inbox(client: Client, db: None) -> None:
    assert client.get(NOTICES).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]


def test_only_the_invited_player_can_decline_an_invitation(amina: User, badr: User, chadia: User) -> None:
    match = open_table(amina, private=True)
    invite_players(code=match.code, user=amina, names=["badr"])
    address = reverse("decline", args=[match.code])
    assert signed_in(chadia).post(address).status_code == 404
    assert signed_in(badr).post(address).url == NOTICES  # type: ignore[attr-defined]
    assert Invitation.objects.get().answer == Answer.DECLINED


def test_all_invitations_are_declined_at_once(amina: User, badr: User, chadia: User) -> None:
    first = open_table(amina, private=True)
    invite_players(code=first.code, user=amina, names=["badr", "chadia"])
    client, address = signed_in(badr), reverse("decline_all")
    assert address not in client.get(NOTICES).text, "for one invitation, its own button is enough"
    invite_players(code=open_table(amina).code, user=amina, names=["badr"])
    assert address in client.get(NOTICES).text
    assert client.post(address).url == NOTICES  # type: ignore[attr-defined]
    assert "No invitations right now" in client.get(NOTICES).text
    assert {invitation.answer for invitation in Invitation.objects.filter(user=badr)} == {Answer.DECLINED}
    assert Invitation.objects.get(user=chadia).answer == Answer.OPEN


def test_only_invited_players_see_an_invitation_only_table(amina: User, badr: User, chadia: User) -> None:
    signed_in(amina).post(reverse("new_table"), {**FORM, "who": "invited", "names": "badr"})
    match = Match.objects.get()
    assert match.invited_only
    address = reverse("table", args=[match.code])
    assert signed_in(chadia).get(address).status_code == 404
    assert signed_in(chadia).post(reverse("sit", args=[match.code])).status_code == 404
    assert signed_in(badr).get(address).status_code == 200
    signed_in(badr).post(reverse("sit", args=[match.code]))
    assert fresh(match).status == Status.RUNNING


@pytest.mark.parametrize(("begins", "starts"), [("", False), ("full", False), ("host", True)])
def test_the_host_can_choose_how_the_match_starts(amina: User, begins: str, starts: bool) -> None:
    for who in ("public", "link"):
        signed_in(amina).post(reverse("new_table"), {**FORM, "who": who, "begins": begins})
    assert [match.host_starts for match in Match.objects.all()] == [starts, starts]


def test_a_rating_range_is_relative_to_the_hosts_rating_or_as_entered(amina: User) -> None:
    Rating.objects.create(user=amina, ruleset="moroccan", size_class="2", value=1640)
    client = signed_in(amina)
    for fields in ({"near": "200"}, {"near": "200", "rating_min": "1500"}, {}):
        client.post(reverse("new_table"), {**FORM, **fields})
    ranges = [(match.rating_min, match.rating_max) for match in Match.objects.order_by("pk")]
    assert ranges == [(1440, 1840), (1500, None), (None, None)]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"clock": "", "rated": "rated"}, "Rated matches need a clock."),
        ({"clock": "1+1"}, "Select a valid choice"),
        ({"rating_min": "1800", "rating_max": "1700"}, "lower than the minimum"),
        ({"who": "nobody"}, "Select a valid choice"),
        ({"names": "somebody-else"}, "No player named somebody-else."),
    ],
)
def test_conflicting_settings_open_no_table(amina: User, wrong: dict[str, str], told: str) -> None:
    page = signed_in(amina).post(reverse("new_table"), {**FORM, **wrong}).content.decode()
    assert told in page
    assert not Match.objects.exists()


@pytest.mark.parametrize("names", ["badr, chafik", "badr، chafik", " badr ،, @Chafik،"])
def test_invited_names_are_separated_by_latin_or_arabic_commas(amina: User, badr: User, names: str) -> None:
    chafik = User.objects.create_user("chafik")
    signed_in(amina).post(reverse("new_table"), {**FORM, "who": "invited", "names": names})
    match = Match.objects.get()
    assert set(match.invitations.values_list("user", flat=True)) == {badr.pk, chafik.pk}


@pytest.mark.parametrize("names", ["amina, badr", "amina، badr"])
def test_the_host_invites_with_latin_or_arabic_commas(amina: User, badr: User, names: str) -> None:
    match = open_table(amina)
    signed_in(amina).post(reverse("invite", args=[match.code]), {"names": names})
    assert match.invitations.get().user == badr


def test_a_live_clock_or_a_number_of_days_is_stored(amina: User) -> None:
    for clock in ("300+10", "3d", ""):
        signed_in(amina).post(reverse("new_table"), {**FORM, "clock": clock})
    assert [match.clock for match in Match.objects.order_by("pk")] == ["300+10", "3d", ""]


@pytest.mark.parametrize("name", ["invite", "send_away", "start"])
def test_only_the_host_can_use_the_hosts_controls(amina: User, badr: User, name: str) -> None:
    match = open_table(amina, options={"players": 3})
    seating.take_seat(code=match.code, user=badr)
    fields = {"names": "amina", "seat": "0"}
    page = signed_in(badr).post(reverse(name, args=[match.code]), fields, follow=True).content.decode()
    assert "Only the host can do that." in page
    assert fresh(match).status == Status.OPEN


def test_the_host_removes_a_player(amina: User, badr: User) -> None:
    match = open_table(amina, options={"players": 3})
    seating.take_seat(code=match.code, user=badr)
    for odd in ("", "x", "9" * 5000):
        signed_in(amina).post(reverse("send_away", args=[match.code]), {"seat": odd})
    assert match.seats.filter(user=badr).exists()
    signed_in(amina).post(reverse("send_away", args=[match.code]), {"seat": "1"})
    assert not match.seats.filter(user=badr).exists()
