"""A bot account is marked wherever its name appears, and can be reported like any user."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.bots import make_bot
from accounts.export import account_data
from accounts.models import User
from games.bots import BOTS
from games.models import Match, Rating, Report
from games.moderation.services import report_player
from games.selectors.ruleset_texts import board_texts
from games.selectors.table import load_table
from games.services import seating
from games.services.bot_levels import user_of_bot
from games.services.seating import TableSettings
from tests.services.tables import play_to_end
from tests.views.test_new_table import FORM

MARKED = re.compile(r"Zerda</bdi></a>\s*(</span>\s*)?<span class=\"badge\">bot</span>")


@pytest.fixture
def zerda(amina: User) -> User:
    return make_bot(operator=amina, name="Zerda")


@pytest.fixture
def match(badr: User, zerda: User) -> Match:
    """A running match between Badr and Zerda."""
    match = seating.open_match(
        user=badr,
        ruleset="moroccan",
        options={"target": 5},
        private=False,
        rated=False,
        table_settings=TableSettings(welcomes_bots=True),
    )
    seating.take_seat(code=match.code, user=zerda)
    match.refresh_from_db()
    return match


def test_a_bot_is_marked_on_every_page_that_names_it(match: Match) -> None:
    client = Client()
    assert MARKED.search(client.get("/").content.decode())
    seats = load_table(match.code).state_frame(None, [], recent=True, online=[True, True])["seats"]
    marks = [(seat["name"], seat["bot"], seat["by_site"]) for seat in seats]
    assert marks == [("badr", False, False), ("Zerda", True, False)]
    play_to_end(match)
    everything = reverse("matches", query={"opponents": "all"})
    addresses = [everything, reverse("result", args=[match.code]), reverse("player", args=["badr"])]
    addresses += [reverse("player_matches", args=[name]) for name in ("badr", "Zerda")]
    for address in addresses:
        assert MARKED.search(client.get(address).content.decode()), address
    assert '<span class="badge">bot</span>' in client.get(reverse("player", args=["Zerda"])).content.decode()
    assert board_texts(Match.objects.get(pk=match.pk))["bots"] == [False, True]


def test_a_table_shows_whether_it_allows_bots(badr: User) -> None:
    for welcomes in (True, False):
        match = seating.open_match(
            user=badr,
            ruleset="moroccan",
            options={},
            private=False,
            rated=False,
            table_settings=TableSettings(welcomes_bots=welcomes),
        )
        page = Client().get(reverse("table", args=[match.code])).content.decode()
        assert ("Bots welcome" in page) == welcomes


@pytest.mark.parametrize(
    ("rated", "who", "welcomes"),
    [("casual", "public", True), ("rated", "public", False), ("", "public", False), ("casual", "link", False)],
)
def test_the_form_allows_bots_at_casual_public_tables(badr: User, rated: str, who: str, welcomes: bool) -> None:
    client = Client()
    client.force_login(badr)
    fields = {**FORM, "rated": rated, "who": who, "welcomes_bots": "on"}
    client.post(reverse("new_table"), fields)
    assert Match.objects.get().welcomes_bots is welcomes


def test_a_report_about_a_bot_concerns_its_operator(match: Match, badr: User, zerda: User) -> None:
    report_player(code=match.code, by=badr, whom="zerda", reason="other", words="It waits for ever.")
    assert Report.objects.get().whom == zerda


def test_the_data_export_lists_the_users_bots(amina: User, zerda: User) -> None:
    assert [bot["username"] for bot in account_data(amina)["bots"]] == [zerda.username]


@pytest.mark.django_db
def test_the_page_about_the_sites_bots_shows_each_with_its_ratings(client: Client) -> None:
    assert "No bots are rated here yet." in client.get(reverse("site_bots")).content.decode()
    Rating.objects.create(user=user_of_bot("caballo"), ruleset="moroccan", size_class="2", value=1432, of_bot=True)
    page = client.get(reverse("site_bots")).content.decode()
    assert [page.count(f"bots/{key}") for key in BOTS] == [1] * len(BOTS)
    assert page.index(">–<") < page.index(">1432<")
    assert "1432" in client.get(reverse("home")).content.decode()
