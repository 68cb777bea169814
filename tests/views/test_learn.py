"""The tutorial pages, and which players have a coach on the table page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Seat
from games.rules.game import Game
from games.selectors.coaching import FIRST_MATCHES, coaching_for
from games.selectors.summary import with_seats
from games.services.seating import seat_bot
from tests.views.conftest import finished_match, open_table, signed_in, start_match
from tests.views.test_tables import table_data

pytestmark = pytest.mark.django_db
HIDDEN_FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def coach_on(page: str) -> dict[str, bool]:
    """Return a dictionary with only the ``novice`` flag of a page's coach. The coach's texts are tested elsewhere."""
    coach = table_data(page)["coach"]
    assert isinstance(coach, dict)
    return {"novice": coach["novice"]}


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_a_tutorial_needs_no_account(client: Client, ruleset: str) -> None:
    page = client.get(reverse("learn", args=[ruleset]))
    assert page.status_code == 200
    assert f'value="{ruleset}:' in page.text


def test_the_first_tutorial_is_that_of_moroccan_ronda(client: Client) -> None:
    assert 'value="moroccan:2"' in client.get(reverse("learn")).text


@pytest.mark.parametrize("ruleset", ["chess", "moroccan-ronda"])
def test_an_unknown_game_has_no_tutorial(client: Client, ruleset: str) -> None:
    assert client.get(reverse("learn", args=[ruleset])).status_code == 404


@pytest.mark.parametrize(
    ("page", "target"),
    [
        (reverse("home"), reverse("learn")),
        (reverse("rules"), reverse("learn", args=["steere"])),
        (reverse("rules", args=["porrazo"]), reverse("learn", args=["porrazo"])),
        (reverse("fair"), reverse("learn")),  # in the footer, as on every page
    ],
)
def test_a_tutorial_is_one_click_away(client: Client, page: str, target: str) -> None:
    assert f'href="{target}"' in client.get(page).text


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_its_end_starts_a_match_against_the_gentlest_bot(client: Client, ruleset: str) -> None:
    page = client.get(reverse("learn", args=[ruleset]))
    fields = {name: value for name, value in HIDDEN_FIELD.findall(page.text) if name != "csrfmiddlewaretoken"}
    assert (fields["game"], fields["level"]) == (page.context["quick_game"], page.context["bot"].key)
    response = client.post(reverse("quick"), fields)
    match = Match.objects.get()
    assert not match.seats.filter(gentle_start=True).exists(), "the learner has been taught"
    assert response["Location"] == reverse("table", args=[match.code])
    assert match.ruleset == ruleset
    assert set(Seat.objects.exclude(bot="").values_list("bot", flat=True)) == {"siete"}
    assert coach_on(client.get(response["Location"]).text) == {"novice": True}


def test_a_newcomer_who_plays_a_bot_has_a_gentle_start(client: Client, amina: User) -> None:
    for browser in (client, signed_in(amina)):
        page = browser.post(reverse("quick"), {"game": "moroccan:2"}, follow=True).text
        coach = table_data(page)["coach"]
        assert isinstance(coach, dict)
        assert coach["gentle"] is True
    assert Seat.objects.filter(gentle_start=True, bot="").count() == 2


def test_a_rated_match_has_no_coach(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    page = signed_in(amina).get(reverse("table", args=[match.code])).text
    assert table_data(page)["coach"] is None
    assert 'id="coaching"' not in page


def test_only_players_have_a_coach(amina: User, badr: User, chadia: User) -> None:
    match = start_match(amina, badr, rated=False)
    address = reverse("table", args=[match.code])
    assert coach_on(signed_in(badr).get(address).text) == {"novice": True}, "perhaps a friend has invited them"
    finished_match(badr, chadia)
    assert coach_on(signed_in(badr).get(address).text) == {"novice": False}, "against people, only if they want it"
    assert table_data(signed_in(chadia).get(address).text)["coach"] is None
    assert table_data(Client().get(address).text)["coach"] is None


def test_after_a_few_finished_matches_a_player_is_no_novice(amina: User, badr: User) -> None:
    code = open_table(amina, rated=False).code
    seat_bot(code=code, user=amina)
    table = with_seats(Match.objects.all()).get(code=code)

    def is_novice() -> bool:
        coaching = coaching_for(table, amina)
        assert coaching is not None
        return bool(coaching["novice"])

    for _ in range(FIRST_MATCHES):
        assert is_novice()
        finished_match(amina, badr)
    assert not is_novice()
