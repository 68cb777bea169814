"""What waits for somebody, and what they answer, by the pages; the form for one's own table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Answer, Invitation, Match, Rating, Status
from games.services import seating
from games.services.invitations import invite_players
from tests.views.conftest import open_table, signed_in, start_match
from tests.views.test_tables import FORM

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


def test_somebody_for_whom_nothing_waits_is_told_so(chadia: User) -> None:
    page = signed_in(chadia).get(NOTICES).content.decode()
    assert "No invitations right now" in page
    assert "No matches are waiting for you." in page


def test_a_visitor_signs_in_to_see_what_waits(client: Client, db: None) -> None:
    assert client.get(NOTICES).url.startswith(reverse("account_login"))  # type: ignore[attr-defined]


def test_an_invitation_is_declined_by_its_page_and_only_by_who_has_it(amina: User, badr: User, chadia: User) -> None:
    match = open_table(amina, private=True)
    invite_players(code=match.code, user=amina, names=["badr"])
    address = reverse("decline", args=[match.code])
    assert signed_in(chadia).post(address).status_code == 404
    assert signed_in(badr).post(address).url == NOTICES  # type: ignore[attr-defined]
    assert Invitation.objects.get().answer == Answer.DECLINED


def test_only_the_invited_find_a_table_by_invitation(amina: User, badr: User, chadia: User) -> None:
    signed_in(amina).post(reverse("new_table"), {**FORM, "who": "invited", "names": "badr"})
    match = Match.objects.get()
    assert match.invited_only
    assert match.host_starts
    address = reverse("table", args=[match.code])
    assert signed_in(chadia).get(address).status_code == 404
    assert signed_in(chadia).post(reverse("sit", args=[match.code])).status_code == 404
    assert signed_in(badr).get(address).status_code == 200
    signed_in(badr).post(reverse("sit", args=[match.code]))
    signed_in(amina).post(reverse("start", args=[match.code]))
    match.refresh_from_db()
    assert match.status == Status.RUNNING


@pytest.mark.parametrize(("who", "starts"), [("public", False), ("link", True), ("invited", True)])
def test_among_friends_the_host_says_when_it_begins(amina: User, who: str, starts: bool) -> None:
    signed_in(amina).post(reverse("new_table"), {**FORM, "who": who})
    assert Match.objects.get().host_starts is starts


@pytest.mark.parametrize(("begins", "starts"), [("full", False), ("host", True)])
def test_or_what_the_host_has_chosen(amina: User, begins: str, starts: bool) -> None:
    for who in ("public", "link"):
        signed_in(amina).post(reverse("new_table"), {**FORM, "who": who, "begins": begins})
    assert [match.host_starts for match in Match.objects.all()] == [starts, starts]


def test_a_range_of_ratings_is_around_ones_own_or_as_written(amina: User) -> None:
    Rating.objects.create(user=amina, ruleset="moroccan", size_class="2", value=1640)
    client = signed_in(amina)
    for fields in ({"near": "200"}, {"near": "200", "rating_min": "1500"}, {}):
        client.post(reverse("new_table"), {**FORM, **fields})
    ranges = [(match.rating_min, match.rating_max) for match in Match.objects.order_by("pk")]
    assert ranges == [(1440, 1840), (1500, None), (None, None)]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"clock": "", "rated": "on"}, "Rated matches need a clock."),
        ({"clock": "1+1"}, "Select a valid choice"),
        ({"rating_min": "1800", "rating_max": "1700"}, "lower than the minimum"),
        ({"who": "nobody"}, "Select a valid choice"),
        ({"names": "somebody-else"}, "No player named somebody-else."),
    ],
)
def test_what_does_not_go_together_opens_no_table(amina: User, wrong: dict[str, str], told: str) -> None:
    page = signed_in(amina).post(reverse("new_table"), {**FORM, **wrong}).content.decode()
    assert told in page
    assert not Match.objects.exists()


def test_the_clock_is_kept_and_correspondence_goes_by_days(amina: User) -> None:
    for clock in ("300+10", "3d", ""):
        signed_in(amina).post(reverse("new_table"), {**FORM, "clock": clock})
    assert [match.clock for match in Match.objects.order_by("pk")] == ["300+10", "3d", ""]


@pytest.mark.parametrize("name", ["invite", "send_away", "start"])
def test_what_is_the_hosts_is_nobody_elses(amina: User, badr: User, name: str) -> None:
    match = open_table(amina, options={"players": 3})
    seating.take_seat(code=match.code, user=badr)
    fields = {"names": "amina", "seat": "0"}
    page = signed_in(badr).post(reverse(name, args=[match.code]), fields, follow=True).content.decode()
    assert "Only the host can do that." in page
    match.refresh_from_db()
    assert match.status == Status.OPEN


def test_somebody_is_sent_away_by_the_page(amina: User, badr: User) -> None:
    match = open_table(amina, options={"players": 3})
    seating.take_seat(code=match.code, user=badr)
    for odd in ("", "x", "9" * 5000):
        signed_in(amina).post(reverse("send_away", args=[match.code]), {"seat": odd})
    assert match.seats.filter(user=badr).exists()
    signed_in(amina).post(reverse("send_away", args=[match.code]), {"seat": "1"})
    assert not match.seats.filter(user=badr).exists()
