"""The ladders: the players on them, the reader's own rank, and the search for a name."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import impose_sanction, lift_sanction
from accounts.services import follow_user
from games.models import Rating
from games.ratings import player_country
from games.ratings import selectors as ladder
from games.ratings.models import ladder_class
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.selectors.options import size_label
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db
URL = "/ladder/moroccan/2/"


def rated(*values: int, size: str = "2", prefix: str = "player", **facts: Any) -> list[User]:
    """Create ranked players with these ratings."""
    people = [User.objects.create_user(f"{prefix}{number}") for number in range(len(values))]
    facts = {"ranked": True, "matches": 12, "opponents": 5, **facts}
    for user, value in zip(people, values, strict=True):
        Rating.objects.create(user=user, ruleset="moroccan", size_class=size, value=value, **facts)
    return people


def ranks(page: str) -> list[tuple[str, str]]:
    row = r'<td class="number">(\d+|\?)</td>\s*<td>.*?<a href="/players/([\w%-]+)/">'
    return re.findall(row, page, re.DOTALL)


def read(client: Client, address: str = URL, **query: str) -> str:
    return client.get(address, query).content.decode()


def on_their_way(page: str) -> list[tuple[str, str, str]]:
    """Return the people below a ladder, with their matches and opponents."""
    listed = page.partition("On their way to a ranking")[2]
    row = r'<a href="/players/([\w%-]+)/">.*?<bdi dir="ltr">(.*?)</bdi>.*?<bdi dir="ltr">(.*?)</bdi>'
    return [
        (name, " ".join(matches.split()), " ".join(met.split()))
        for name, matches, met in re.findall(row, listed, re.DOTALL)
    ]


def test_a_short_ladder_shows_who_is_on_their_way_to_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    page = read(client)
    assert "No one is ranked here yet" in page
    assert "On their way to a ranking" not in page
    lonely, closed, new, voided = rated(1560, 1540, 1530, 1500, ranked=False, matches=7)
    User.objects.filter(pk=closed.pk).update(closed_at=timezone.now())
    Rating.objects.filter(user=lonely).update(matches=12, opponents=1)
    Rating.objects.filter(user=voided).update(matches=0, opponents=0)
    bot = User.objects.filter(is_bot=True)[0]
    Rating.objects.create(user=bot, ruleset="moroccan", size_class="2", value=1550, of_bot=True, matches=9)
    page = read(client)
    assert "No one is ranked here yet" in page
    nearest = [(new.username, "7 / 10", "5"), (lonely.username, "12", "1 / 5")]
    assert on_their_way(page) == nearest
    assert "1560" not in page, "their ratings do not compare yet"
    rated(1500, prefix="ranked")
    page = read(client)
    assert ranks(page) == [("1", "ranked0")]
    assert on_their_way(page) == nearest
    assert on_their_way(read(client, of="month")) == []
    assert on_their_way(read(client, name="ranked")) == []
    monkeypatch.setattr(ladder, "UNRANKED_SHOWN", 2)
    assert on_their_way(read(client)) == nearest
    rated(1510, prefix="also-ranked")
    assert on_their_way(read(client)) == []


def test_only_ranked_players_appear_on_a_ladder(client: Client) -> None:
    rated(1600, 1500)
    rated(1700, prefix="new", ranked=False, matches=9)
    assert ranks(read(client)) == [("1", "player0"), ("2", "player1")]


def test_players_suspended_for_good_disappear_from_ladders_until_that_is_lifted(client: Client) -> None:
    boss = User.objects.create_superuser("boss")
    one, other = rated(1600, 1500)
    follow_user(by=other, whom=one)
    verdict = {"reason": "tried out", "message": "You know why."}
    lists: list[dict[str, str]] = [{}, {"name": "player0"}]

    def stands() -> set[bool]:
        own_page = signed_in(other).get(reverse("player", args=["player1"])).text
        return {"player0" in text for text in [*(read(client, **query) for query in lists), own_page]}

    soon = timezone.now() + timedelta(days=2)
    impose_sanction(whom=one, by=boss, measure="suspend", ends=soon, **verdict)
    assert stands() == {True}
    closed = impose_sanction(whom=one, by=boss, measure="close", **verdict)
    assert ranks(read(client)) == [("1", "player1")]
    assert ">player0<" not in read(client, name="player0")
    assert "You don’t follow anyone" in signed_in(other).get(reverse("player", args=["player1"])).text
    assert "account closed" in client.get(reverse("player", args=["player0"])).text
    lift_sanction(sanction_id=closed.pk, by=boss, words="It was somebody else.")
    assert stands() == {True}


def test_equal_ratings_share_a_rank(client: Client) -> None:
    rated(1600, 1500, 1500, 1400)
    assert ranks(read(client)) == [("1", "player0"), ("2", "player1"), ("2", "player2"), ("4", "player3")]


@pytest.mark.parametrize("scope", ["all", "month", "friends", "country"])
def test_ranks_continue_from_page_to_page(client: Client, monkeypatch: pytest.MonkeyPatch, scope: str) -> None:
    monkeypatch.setattr(ladder, "PAGE", 2)
    now = datetime.now(UTC)
    people = rated(1600, 1500, 1500, 1500, 1400, month=now.year * 100 + now.month, country="MA")
    for friend in people[1:]:
        follow_user(by=people[0], whom=friend)
    reader = signed_in(people[0])
    found: list[tuple[str, str]] = []
    address = f"{URL}?of={scope}" + ("&country=MA" if scope == "country" else "")
    while address:
        page = read(reader, address)
        found += ranks(page)
        following = re.search(r'rel="next"\s+href="([^"]+)"', page)
        address = URL + following[1].replace("&amp;", "&") if following else ""
    assert found == [("1", "player0"), ("2", "player1"), ("2", "player2"), ("2", "player3"), ("5", "player4")]
    back = re.search(r'rel="prev"\s+href="([^"]+)"', page)
    assert back
    assert ranks(read(reader, URL + back[1].replace("&amp;", "&"))) == found[2:4]


@pytest.mark.parametrize(("people", "unranked"), [(10, 0), (60, 0), (3, 1), (3, 10)])
def test_a_ladder_takes_the_same_number_of_queries_however_long_it_is(
    people: int, unranked: int, client: Client, django_assert_num_queries: Any
) -> None:
    cast = rated(*range(1400, 1400 + people))
    rated(*range(1400, 1400 + unranked), prefix="new", ranked=False, matches=3)
    reader = signed_in(cast[0])
    with django_assert_num_queries(9 if people < ladder.UNRANKED_SHOWN else 8):
        page = read(reader)
    assert f"You’re ranked #{people} with a rating of 1400." in page
    assert ("is-me" in page) is (people <= ladder.PAGE)
    with django_assert_num_queries(7):
        read(reader, name="player")


def test_unranked_players_see_what_they_are_missing(client: Client) -> None:
    user = rated(1540, ranked=False, matches=7, opponents=3)[0]
    page = " ".join(read(signed_in(user)).split())
    assert "Your rating is 1540, but you’re not ranked yet" in page
    assert "You need 10 rated matches against 5 different opponents." in page
    assert "Rated matches so far: 7. Opponents so far: 3." in page


def test_this_months_ladder_lists_those_who_played_in_it(client: Client) -> None:
    rated(1600, month=202610)
    rated(1500, month=202611, prefix="here")
    with time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC)):
        assert ranks(read(client, of="month")) == [("1", "here0")]
    with time_machine.travel(datetime(2026, 12, 1, 12, tzinfo=UTC)):
        assert ranks(read(client, of="month")) == []


def test_the_friends_ladder_lists_the_reader_and_players_they_follow(client: Client) -> None:
    people = rated(1600, 1500, 1400, 1300)
    follow_user(by=people[2], whom=people[0])
    page = read(signed_in(people[2]), of="friends")
    assert ranks(page) == [("1", "player0"), ("2", "player2")]
    assert "You’re ranked #2 with a rating of 1400." in page
    assert "Sign in to see" in read(client, of="friends")


def test_a_country_has_a_ladder(client: Client) -> None:
    people = rated(1600, 1500, 1400)
    for user, country in zip(people, ("MA", "ES", "MA"), strict=True):
        player_country.choose_country(user=user, country=country)
    assert ranks(read(client, of="country", country="MA")) == [("1", "player0"), ("2", "player2")]
    assert ranks(read(signed_in(people[1]), of="country")) == [("1", "player1")]
    page = read(client)
    assert 'alt="Morocco"' in page
    assert "?of=country&amp;country=ES" in page
    rated(1700, prefix="nowhere")
    page = read(client, of="country")
    assert "Choose your country in the settings" in page
    assert ranks(page) == []


def test_a_country_is_set_and_cleared_in_the_settings(client: Client) -> None:
    user = rated(1600)[0]
    reader, url = signed_in(user), reverse("choose_country")
    for code, kept in (("MA", "MA"), ("XX", "MA"), ("", "")):
        reader.post(url, {"country": code})
        user.refresh_from_db()
        assert (user.country, user.ratings.get().country) == (kept, kept)
    assert client.post(url).url.startswith("/accounts/login/")  # type: ignore[attr-defined]


def test_bots_have_a_ladder_of_their_own(client: Client) -> None:
    rated(1600)
    bot = User.objects.filter(is_bot=True)[0]
    Rating.objects.create(user=bot, ruleset="moroccan", size_class="2", value=1550, matches=3, of_bot=True)
    assert [rank for rank, _name in ranks(read(client, of="bots"))] == ["?"]
    Rating.objects.filter(user=bot).update(ranked=True)
    assert [rank for rank, _name in ranks(read(client, of="bots"))] == ["1"]
    assert ranks(read(client)) == [("1", "player0")]


def test_players_are_found_by_the_beginning_of_their_name(client: Client) -> None:
    rated(1600, 1500, 1400)
    rated(1550, prefix="play-new", ranked=False, matches=2)
    rated(1700, prefix="other")
    found = ranks(read(client, name="PLAY"))
    assert sorted(found) == [("2", "player0"), ("3", "player1"), ("4", "player2"), ("?", "play-new0")]
    assert "No rated players match that name" in read(client, name="nobody")


def test_sizes_without_a_ladder_of_their_own_share_one(client: Client) -> None:
    assert ladder.size_classes("moroccan") == ("2", "3", "4p")
    assert ladder.size_classes("porrazo") == ("2", "3", "4p", "more")
    assert [size_label(one) for one in ("2", "4p", "more")] == ["2 players", "4 players, partners", "more players"]
    rated(1700, size="4p", prefix="partner")
    assert ranks(read(client, "/ladder/moroccan/4p/")) == [("1", "partner0")]


@pytest.mark.parametrize(
    "address",
    ["/ladder/poker/", "/ladder/moroccan/9/", "/ladder/moroccan/more/", f"{URL}?of=x", f"{URL}?of=country&country=XX"],
)
def test_an_unknown_ladder_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_an_invalid_cursor_leads_to_the_top(client: Client) -> None:
    rated(1600)
    assert client.get(URL, {"after": "x"}).url == URL  # type: ignore[attr-defined]


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_every_game_has_ladders_for_the_sizes_of_its_defaults(ruleset: str, client: Client) -> None:
    size = ladder_class(size_class(find_ruleset(ruleset)({})))
    assert size in ladder.size_classes(ruleset)
    for scope in ladder.SCOPES:
        assert client.get(f"/ladder/{ruleset}/?of={scope}").status_code == 200
    assert client.get(f"/ladder/{ruleset}/{size}/").status_code == 200
    assert client.get(f"/api/v1/ladders/{ruleset}/{size}").status_code == 200
