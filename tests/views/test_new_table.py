"""The form for a new table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.forms import Visibility
from games.models import Match, Status
from games.rules.game import Game
from tests.views.conftest import signed_in

FORM = {
    "who": "public",
    "clock": "600+10",
    "rated": "casual",
    "bots": "0",
    "option_players": "2",
    "option_target": "25",
    "option_dealing": '"table"',
    "option_declarations": '"manual"',
    "option_scoring": '"chips"',
    "option_ronda_order": '"king-high"',
    "option_caida_scale": '"1-5-10"',
    "option_chain": "",
    "option_undeclared_penalty": "1",
    "option_dealer_duty": "false",
}


def test_the_form_has_the_usual_defaults_and_unfolds_options_with_errors(amina: User) -> None:
    client, url = signed_in(amina), reverse("new_table")
    page = client.get(url).text
    assert page.index('name="clock"') < page.index("<details") < page.index('name="option_target"')
    assert "Points to win: 41" in page  # the default
    assert '<details class="folded" open' not in " ".join(page.split())
    page = " ".join(client.post(url, {"option_target": "0"}).text.split())
    rules = page[page.index("<details") : page.index("</details>")]
    assert rules.startswith('<details class="folded" open>')
    assert "errorlist" in rules


@pytest.mark.parametrize(("ruleset", "seats"), [("steere", 3), ("moroccan", 2)])
def test_the_form_says_how_many_play(amina: User, ruleset: str, seats: int) -> None:
    page = signed_in(amina).get(reverse("new_table"), {"ruleset": ruleset}).text
    assert f"the usual options ({seats} players)" in page
    is_chosen = "players" in [option.name for option in Game.registry[ruleset].options.options]
    assert ("<b>Players</b>" in page) != is_chosen
    assert ('name="option_players"' in page) == is_chosen


def test_a_player_to_invite_is_shown_unfolded(amina: User) -> None:
    page = " ".join(signed_in(amina).get(reverse("new_table"), {"with": "badr"}).text.split())
    assert 'value="badr"' in page[page.index('<details class="folded" open>') :]


@pytest.mark.parametrize("who", Visibility.values)
def test_the_form_says_when_the_match_starts_and_what_comes_next(amina: User, who: str) -> None:
    """The text is true for every choice of who can join."""
    client, url = signed_in(amina), reverse("new_table")
    page = client.get(url).text
    assert "By default, the match starts when all seats are taken." in page
    assert "Once your table opens," in page
    client.post(url, {**FORM, "who": who})
    assert not Match.objects.get().host_starts


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_the_form_offers_every_option_of_every_ruleset_with_its_default(amina: User, ruleset: str) -> None:
    page = signed_in(amina).get(reverse("new_table"), {"ruleset": ruleset}).content.decode()
    for option in Game.registry[ruleset].options.options:
        assert f'name="option_{option.name}"' in page


def test_opening_a_table_redirects_to_it(amina: User) -> None:
    response = signed_in(amina).post(reverse("new_table"), {**FORM, "who": "link", "rated": "rated"})
    match = Match.objects.get()
    assert response.url == reverse("table", args=[match.code])  # type: ignore[attr-defined]
    assert match.is_private
    assert match.rated
    assert match.options["target"] == 25
    assert match.options["chain"] is False  # the default for two players
    assert match.options["dealer_duty"] is False


@pytest.mark.parametrize(
    ("fields", "rated"),
    [
        ({}, True),
        ({"who": "link"}, False),
        ({"who": "invited"}, False),
        ({"clock": ""}, False),
        ({"who": "link", "rated": "rated"}, True),
        ({"rated": "casual"}, False),
    ],
)
def test_only_tables_for_everyone_are_rated_by_default(amina: User, fields: dict[str, str], rated: bool) -> None:
    page = signed_in(amina).get(reverse("new_table")).text
    assert "By default, tables open to everyone are rated" in page
    signed_in(amina).post(reverse("new_table"), {**FORM, "rated": "", **fields})
    assert Match.objects.get().rated is rated


def test_an_option_left_at_its_default_follows_the_others(amina: User) -> None:
    signed_in(amina).post(reverse("new_table"), {**FORM, "option_players": "3"})
    assert Match.objects.get().options["chain"] is True


def test_bots_take_their_seats_at_once(amina: User) -> None:
    signed_in(amina).post(reverse("new_table"), {**FORM, "bots": "1", "rated": "rated"})
    match = Match.objects.get()
    assert match.status == Status.RUNNING
    assert not match.rated


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"option_dealing": '"four-first"'}, "Dealing four cards in the first batch requires four players."),
        ({"option_caida_scale": '"paid"'}, "Paid caidas only work when points are paid in captured cards."),
        ({"option_target": "4"}, "greater than or equal to 5"),
        ({"option_target": ""}, "required"),
        ({"option_dealing": '"elsewhere"'}, "Select a valid choice"),
        ({"option_players": "true"}, "Select a valid choice"),
        ({"bots": "2"}, "have that many other seats"),
        ({"bots": "-1"}, "greater than or equal to 0"),
    ],
)
def test_an_invalid_combination_is_reported_at_the_field(amina: User, wrong: dict[str, str], told: str) -> None:
    response = signed_in(amina).post(reverse("new_table"), {**FORM, **wrong})
    assert response.status_code == 200
    assert told in response.content.decode()
    assert not Match.objects.exists()


def test_a_double_click_opens_one_table(amina: User) -> None:
    client = signed_in(amina)
    urls = {client.post(reverse("new_table"), FORM).url for _ in range(2)}  # type: ignore[attr-defined]
    assert len(urls) == 1
    assert Match.objects.count() == 1


def test_a_visitor_opens_a_casual_table_as_a_guest(client: Client, db: None) -> None:
    page = client.get(reverse("new_table")).content.decode()
    assert "Guests can only play casual ones." in page
    client.post(reverse("new_table"), {**FORM, "rated": "rated"})
    match = Match.objects.get()
    assert match.created_by.is_guest
    assert not match.rated


def test_an_unknown_ruleset_is_not_found(amina: User) -> None:
    assert signed_in(amina).get(reverse("new_table"), {"ruleset": "poker"}).status_code == 404


def test_the_form_for_more_options_than_on_the_home_page_starts_with_a_bot(amina: User) -> None:
    client, url = signed_in(amina), reverse("new_table")
    assert f'href="{url}?bots=1"' in client.get(reverse("home")).text
    assert client.get(url).context["form"]["bots"].value() == 0
    page = client.get(url, {"bots": "1", "ruleset": "mufts"})
    assert page.context["form"]["bots"].value() == 1
    assert "?ruleset=steere&amp;bots=1" in page.text
