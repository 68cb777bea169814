"""One click on the home page: a match against bots, or a table for a friend."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Clock, Match, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.seats import MOST_UNFINISHED
from games.services import seating
from games.services.admission import MATCHES_A_MINUTE
from tests.rows import fresh
from tests.views.conftest import finished_match, open_table, signed_in, start_match

HOME = reverse("home")
WARNING = "Starting a new match against bots aborts your unfinished match of "
QUICK_GAMES = [
    ("moroccan:4", "moroccan", 4),
    ("one-deck:2", "one-deck", 2),
    ("mufts:4", "mufts", 4),
    ("steere:3", "steere", 3),
    ("porrazo:8", "porrazo", 8),
]


def test_playing_a_bot_takes_one_post(amina: User) -> None:
    response = signed_in(amina).post(reverse("quick"), {"game": "moroccan:3"})
    match = Match.objects.get()
    assert response.url == reverse("table", args=[match.code])  # type: ignore[attr-defined]
    assert match.status == Status.RUNNING
    assert not match.rated
    assert [bool(seat.bot) for seat in match.seats.order_by("number")] == [False, True, True]


@pytest.mark.parametrize(("game", "ruleset", "seats"), QUICK_GAMES)
def test_every_ruleset_can_be_played_against_bots_from_the_lobby(
    amina: User, game: str, ruleset: str, seats: int
) -> None:
    client = signed_in(amina)
    assert f'<option value="{game}">' in client.get(HOME).content.decode()
    client.post(reverse("quick"), {"game": game})
    match = Match.objects.get()
    assert match.ruleset == ruleset
    assert match.seats.exclude(user=None).count() == seats


def test_a_double_click_on_play_starts_one_match(amina: User) -> None:
    client = signed_in(amina)
    first = client.post(reverse("quick"), {"game": "moroccan:2"})
    second = client.post(reverse("quick"), {"game": "moroccan:2"})
    assert Match.objects.count() == 1
    assert first.url == second.url  # type: ignore[attr-defined]


@time_machine.travel("2026-03-01T12:00Z", tick=False)
def test_opening_tables_is_rate_limited(amina: User, badr: User) -> None:
    client = signed_in(amina)
    for number in range(MATCHES_A_MINUTE):
        client.post(reverse("quick"), {"game": "moroccan:2", "other": number})
    page = client.post(reverse("quick"), {"game": "moroccan:3"}, follow=True).content.decode()
    assert "Too fast." in page
    signed_in(badr).post(reverse("quick"), {"game": "moroccan:2"})
    assert [Match.objects.filter(created_by=user).count() for user in (amina, badr)] == [MATCHES_A_MINUTE, 1]


def test_an_invalid_number_of_players_is_refused_with_a_message(amina: User) -> None:
    page = signed_in(amina).post(reverse("quick"), {"game": "moroccan:9"}, follow=True).content.decode()
    assert "Choose one of the games." in page
    assert not Match.objects.exists()


def test_a_visitor_plays_a_bot_at_once_as_a_guest(client: Client, db: None) -> None:
    response = client.post(reverse("quick"), {"game": "moroccan:2"})
    match = Match.objects.get()
    assert response.url == reverse("table", args=[match.code])  # type: ignore[attr-defined]
    assert match.created_by.is_guest


def test_play_now_is_the_first_way_to_play_with_and_without_an_account(client: Client, amina: User) -> None:
    for page in (client.get(HOME).text, signed_in(amina).get(HOME).text):
        first_form = re.search(r'<main.*?<form[^>]*action="([^"]+)"', page, re.S)
        assert first_form
        assert first_form[1] == reverse("quick")
        button = page.index("Play now")
        assert button < page.index("Find an opponent") < page.index("Open a table")


def play_now(client: Client) -> dict[str, str]:
    """Return the hidden fields of the "Play now" form."""
    form = client.get(HOME).text.split('class="play-now"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form))


def test_a_first_match_is_short_and_the_page_says_so(client: Client, amina: User, badr: User) -> None:
    for browser in (client, signed_in(amina)):
        assert "a short first match to 10 points" in browser.get(HOME).text
        browser.post(reverse("quick"), play_now(browser))
    finished_match(amina, badr)
    assert "a short first match" not in signed_in(badr).get(HOME).text
    signed_in(badr).post(reverse("quick"), play_now(signed_in(badr)))
    targets = [match.options["target"] for match in Match.objects.order_by("pk")]
    assert (targets[:2], targets[-1]) == ([10, 10], 41)


@pytest.mark.parametrize("ruleset", Game.registry)
def test_a_short_match_can_be_started_in_every_ruleset(amina: User, ruleset: str) -> None:
    found = find_ruleset(ruleset)
    signed_in(amina).post(reverse("quick"), {"game": f"{ruleset}:{found().players}", "is_short": "on"})
    assert Match.objects.get().options == {**found().chosen, **found.options.short}


def resumed(page: str) -> set[str]:
    return set(re.findall(r'href="/t/(\w+)/">Resume match', page))


def test_an_unfinished_match_against_bots_can_be_resumed_and_goes_on_beside_a_new_one(amina: User, badr: User) -> None:
    client = signed_in(amina)
    client.post(reverse("quick"), {"game": "moroccan:2"})
    page = client.get(HOME).text
    assert resumed(page) == {Match.objects.get().code}
    assert "Play now" not in page
    assert WARNING not in page
    assert "Play a bot now" in page
    assert WARNING not in client.get(reverse("new_table")).text
    assert "Resume match" not in signed_in(badr).get(HOME).text


def test_a_match_against_bots_with_a_running_clock_is_aborted_for_a_new_one(amina: User) -> None:
    client, clock = signed_in(amina), Clock.parse("300+10")
    match = open_table(amina, rated=False, bots=1, clock=clock)
    page = client.get(HOME).text
    assert page.count(f"{WARNING}Moroccan Ronda (2 players).") == 2
    assert page.count("Abort it and start a new one") == 2
    assert "Play a bot now" not in page
    assert "New match" not in page
    assert resumed(page) == resumed(client.get(reverse("new_table")).text) == {match.code}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_guest", [True, False])
def test_of_the_matches_against_bots_the_last_five_go_on(is_guest: bool, amina: User, badr: User) -> None:
    client = Client() if is_guest else signed_in(amina)
    signed_in(badr).post(reverse("quick"), {"game": "moroccan:2"})
    games = ("moroccan:2", "moroccan:4", "mufts:2", "porrazo:2", "steere:3", "one-deck:2")
    for count, game in enumerate(games, 1):
        assert (WARNING in client.get(HOME).text) == (count > MOST_UNFINISHED)
        client.post(reverse("quick"), {"game": game})
    own = Match.objects.exclude(created_by=badr).order_by("pk")
    assert [match.status for match in own] == [Status.ABORTED] + [Status.RUNNING] * MOST_UNFINISHED
    assert Match.objects.get(created_by=badr).status == Status.RUNNING
    oldest, newest = own[1].code, own[MOST_UNFINISHED].code
    assert resumed(client.get(HOME).text) == {newest, oldest}, "the one that is aborted next is offered too"


@pytest.mark.django_db(transaction=True)
def test_matches_with_people_go_on_when_one_against_bots_starts(amina: User, badr: User, chadia: User) -> None:
    rated, casual = start_match(amina, badr), start_match(amina, badr, rated=False)
    mixed = start_match(amina, badr, rated=False, bots=1, options={"players": 3})
    signed_in(amina).post(reverse("quick"), {"game": "moroccan:2"})
    assert {fresh(match).status for match in (rated, casual, mixed)} == {Status.RUNNING}
    alone = Match.objects.latest("pk")
    start_match(amina, chadia, rated=False)
    assert fresh(alone).status == Status.RUNNING


@pytest.mark.django_db(transaction=True)
def test_tables_that_their_host_filled_with_bots_and_rematches_replace_a_match_with_a_running_clock_too(
    amina: User,
) -> None:
    client, clock = signed_in(amina), Clock.parse("300+10")
    client.post(reverse("quick"), {"game": "moroccan:2"})
    calm = Match.objects.get()
    first = open_table(amina, rated=False, bots=1, clock=clock)
    by_hand = open_table(amina, rated=False, clock=clock)
    seating.seat_bot(code=by_hand.code, user=amina)
    assert (fresh(first).status, fresh(by_hand).status) == (Status.ABORTED, Status.RUNNING)
    client.post(reverse("play_again", args=[first.code]))
    assert fresh(by_hand).status == Status.ABORTED
    assert Match.objects.filter(status=Status.RUNNING).count() == 2
    assert fresh(calm).status == Status.RUNNING, "it has no clock"


@pytest.mark.django_db(transaction=True)
def test_a_bot_account_plays_several_matches_against_bots_at_once(amina: User) -> None:
    bot = User.objects.create_bot("bot-amina", operator=amina)
    for _number in range(2):
        seating.start_quick_match(user=bot, ruleset="moroccan", options={})
    assert Match.objects.filter(status=Status.RUNNING).count() == 2


def test_a_match_against_people_is_not_offered_to_resume(amina: User, badr: User) -> None:
    start_match(amina, badr, rated=False, private=True)
    assert "Resume match" not in signed_in(amina).get(HOME).text


def test_one_click_opens_a_private_table_for_a_friend(client: Client, amina: User) -> None:
    for player in (client, signed_in(amina)):
        assert reverse("play_with_friend") in player.get(HOME).text
        page = player.post(reverse("play_with_friend"), {"ruleset": "one-deck"}, follow=True)
        match = Match.objects.latest("pk")
        assert page.redirect_chain == [(table := reverse("table", args=[match.code]), 302)]
        assert f"http://testserver{table}" in page.text  # the link to share
        assert (match.ruleset, match.is_private, match.rated, match.status) == ("one-deck", True, False, Status.OPEN)
        assert match.created_by.is_guest is (player is client)
    assert client.post(reverse("play_with_friend"), {"ruleset": "poker"}).status_code == 404


def test_a_first_match_is_against_the_weakest_bot(client: Client, amina: User, badr: User) -> None:
    finished_match(amina, badr)
    for player, bot in (client, "siete"), (signed_in(amina), "sota"):
        page = player.get(HOME).text
        assert re.findall(r'<input type="hidden" name="level" value="(\w+)">', page) == [bot]
        assert re.findall(r'<input type="radio"[^>]* value="(\w+)"[^>]* checked', page) == [bot]
