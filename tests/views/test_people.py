"""A player's page and the ladders."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Rating, Seat
from games.selectors import history, ladder
from games.services import leaving
from tests.views.conftest import finished_match, open_table, signed_in, start_match


def rated(*values: int, size: str = "2", prefix: str = "player") -> list[User]:
    """People with these ratings."""
    people = [User.objects.create_user(f"{prefix}{number}") for number in range(len(values))]
    for user, value in zip(people, values, strict=True):
        Rating.objects.create(user=user, ruleset="moroccan", size_class=size, value=value, matches=3)
    return people


def ranks(page: str) -> list[tuple[str, str]]:
    return re.findall(r'<td class="number">(\d+)</td>\s*<td>\s*<a href="/players/(\w+)/">', page)


def test_the_page_of_a_player_shows_ratings_and_matches(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr)
    loser = match.seats.exclude(number=match.winners[0]).get().user
    assert loser
    page = client.get(reverse("player", args=[loser.username])).content.decode()
    assert "1480" in page
    assert "(−20)" in page
    assert "lost" in page
    assert reverse("replay", args=[match.code]) in page
    assert reverse("ladder", args=["moroccan", "2"]) in page


def test_a_new_player_has_a_page_that_says_so(amina: User, client: Client) -> None:
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert "No rated match yet" in page
    assert "No match played to its end yet" in page


def test_an_unknown_player_is_not_found(client: Client, db: None) -> None:
    assert client.get(reverse("player", args=["nobody"])).status_code == 404


def test_a_name_is_found_whatever_its_capitals(amina: User, client: Client) -> None:
    response = client.get(reverse("player", args=["AMINA"]))
    assert response.context["profile"].name == "amina"


def test_private_matches_are_shown_to_who_played_them_only(
    amina: User, badr: User, chadia: User, client: Client
) -> None:
    match = finished_match(amina, badr, private=True)
    url = reverse("player", args=["amina"])
    for player in (amina, badr):
        assert match.code in signed_in(player).get(url).content.decode()
    assert match.code not in signed_in(chadia).get(url).content.decode()
    assert match.code not in client.get(url).content.decode()


def test_matches_that_are_not_over_or_never_began_are_not_history(amina: User, badr: User, client: Client) -> None:
    codes = [open_table(amina).code, start_match(amina, badr).code]
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert not [code for code in codes if code in page]


def test_a_players_history_is_paged_by_key(
    amina: User, badr: User, client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    codes = []
    for _ in range(3):
        match = start_match(amina, badr)
        leaving.resign_match(code=match.code, user_id=badr.pk)
        codes.append(match.code)
    Seat.objects.update(finished=Seat.objects.order_by("finished").first().finished)  # type: ignore[union-attr]
    url = reverse("player_matches", args=["amina"])
    with django_assert_num_queries(4):
        page = client.get(url).content.decode()
    assert re.findall(r"/matches/(\w+)/replay/", page) == codes[:0:-1]
    following = re.search(r'rel="next"\s+href="([^"]+)"', page)
    assert following
    assert re.findall(r"/matches/(\w+)/replay/", client.get(url + following[1]).content.decode()) == codes[:1]
    assert client.get(url, {"after": "nonsense"}).url == url  # type: ignore[attr-defined]


def test_the_page_of_a_player_takes_as_many_queries_however_much_was_played(
    amina: User, badr: User, client: Client, django_assert_num_queries: Any
) -> None:
    url = reverse("player", args=["amina"])
    for _ in range(3):
        finished_match(amina, badr)
        with django_assert_num_queries(9):
            client.get(url)


def test_partners_and_opponents_are_told_apart(amina: User, badr: User, chadia: User) -> None:
    driss = User.objects.create_user("driss")
    match = start_match(amina, badr, chadia, driss, options={"players": 4})
    leaving.resign_match(code=match.code, user_id=badr.pk)
    found = history.player_history(amina, reader=None).rows[0]
    assert [sitter.name for sitter in found.partners] == ["chadia"]
    assert [sitter.name for side in found.others for sitter in side.sitters] == ["badr", "driss"]
    assert found.outcome == "won"
    assert history.player_history(badr, reader=None).rows[0].outcome == "lost"


def test_a_ladder_without_players_says_so(client: Client, db: None) -> None:
    assert "Nobody has a rating here yet" in client.get(reverse("ladder")).content.decode()


def test_equal_ratings_share_a_rank(client: Client, db: None) -> None:
    rated(1600, 1500, 1500, 1400)
    page = client.get(reverse("ladder")).content.decode()
    assert ranks(page) == [("1", "player0"), ("2", "player1"), ("2", "player2"), ("4", "player3")]


def test_ranks_go_on_from_page_to_page(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "PAGE", 2)
    rated(1600, 1500, 1500, 1500, 1400)
    url = reverse("ladder", args=["moroccan", "2"])
    found: list[tuple[str, str]] = []
    address = url
    while address:
        page = client.get(address).content.decode()
        found += ranks(page)
        following = re.search(r'rel="next"\s+href="([^"]+)"', page)
        address = url + following[1] if following else ""
    assert found == [("1", "player0"), ("2", "player1"), ("2", "player2"), ("2", "player3"), ("5", "player4")]
    back = re.search(r'rel="prev"\s+href="([^"]+)"', page)
    assert back
    assert ranks(client.get(url + back[1]).content.decode()) == found[2:4]


def test_one_sees_ones_own_rank(client: Client, db: None, django_assert_num_queries: Any) -> None:
    people = rated(1600, 1500, 1450)
    reader = signed_in(people[2])
    with django_assert_num_queries(8):
        page = reader.get(reverse("ladder")).content.decode()
    assert "You are number 3 with 1450 points." in page
    assert "is-me" in page


def test_each_size_of_match_has_its_own_ladder(client: Client, db: None) -> None:
    rated(1600)
    rated(1700, size="4p", prefix="partner")
    page = client.get(reverse("ladder", args=["moroccan", "4p"])).content.decode()
    assert ranks(page) == [("1", "partner0")]
    assert "4 players, partners" in page


@pytest.mark.parametrize("address", ["/ladder/poker/", "/ladder/moroccan/9/", "/ladder/moroccan/x/"])
def test_an_unknown_ladder_is_not_found(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_cursor_that_no_page_gave_leads_to_the_top(client: Client, db: None) -> None:
    rated(1600)
    assert client.get(reverse("ladder"), {"after": "x"}).url == reverse("ladder")  # type: ignore[attr-defined]
