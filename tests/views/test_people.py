"""A player's page."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import block_kind
from games.models import Rating, Seat
from games.selectors import history
from games.services import leaving
from tests.views.conftest import finished_match, open_table, signed_in, start_match


def test_a_profile_shows_ratings_and_matches(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr)
    loser = match.seats.exclude(number=match.winners[0]).get().user
    assert loser
    page = client.get(reverse("player", args=[loser.username])).content.decode()
    assert "1480" in page
    assert "(−20)" in page
    assert "lost" in page
    assert reverse("replay", args=[match.code]) in page
    assert reverse("ladder", args=["moroccan", "2"]) in page


def test_the_profile_of_a_new_player_says_so(amina: User, client: Client) -> None:
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert "No rated matches yet" in page
    assert "No finished matches yet" in page


def test_an_unknown_player_is_not_found(client: Client, db: None) -> None:
    assert client.get(reverse("player", args=["nobody"])).status_code == 404


def test_a_name_is_found_regardless_of_case(amina: User, client: Client) -> None:
    response = client.get(reverse("player", args=["AMINA"]))
    assert response.context["profile"].name == "amina"


def test_private_matches_are_shown_only_to_their_players(amina: User, badr: User, chadia: User, client: Client) -> None:
    match = finished_match(amina, badr, private=True)
    url = reverse("player", args=["amina"])
    for player in (amina, badr):
        assert match.code in signed_in(player).get(url).content.decode()
    assert match.code not in signed_in(chadia).get(url).content.decode()
    assert match.code not in client.get(url).content.decode()


def test_the_history_contains_neither_running_nor_open_matches(amina: User, badr: User, client: Client) -> None:
    codes = [open_table(amina).code, start_match(amina, badr).code]
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert not [code for code in codes if code in page]


def test_a_players_history_is_paged_by_cursor(
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


def test_a_profile_takes_the_same_number_of_queries_however_much_was_played(
    amina: User, badr: User, client: Client, django_assert_num_queries: Any
) -> None:
    url = reverse("player", args=["amina"])
    for _ in range(3):
        finished_match(amina, badr)
        with django_assert_num_queries(13):
            client.get(url)


def test_partners_and_opponents_are_listed_separately(amina: User, badr: User, chadia: User) -> None:
    driss = User.objects.create_user("driss")
    match = start_match(amina, badr, chadia, driss, options={"players": 4})
    leaving.resign_match(code=match.code, user_id=badr.pk)
    found = history.player_history(amina, reader=None).rows[0]
    assert [sitter.name for sitter in found.partners] == ["chadia"]
    assert [sitter.name for side in found.others for sitter in side.sitters] == ["badr", "driss"]
    assert found.outcome == "won"
    assert history.player_history(badr, reader=None).rows[0].outcome == "lost"


def test_an_uncertain_rating_has_a_question_mark(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    unsure = '1520<abbr class="unsure" title="not ranked yet">?</abbr>'
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert page.count(unsure) == 2  # among the ratings, and beside the match
    assert '<td class="number">–</td>' in page
    assert "“?” means not ranked yet" in page
    assert unsure in client.get(reverse("result", args=[match.code])).content.decode()
    Rating.objects.update(ranked=True)
    Seat.objects.update(ranked=True)
    page = client.get(reverse("player", args=["amina"])).content.decode()
    assert "unsure" not in page
    assert "not ranked yet" not in page
    assert '<td class="number">1</td>' in page


def test_a_profile_offers_to_follow_and_to_play(amina: User, badr: User, client: Client) -> None:
    reader, url = signed_in(amina), reverse("player", args=["badr"])
    follow = reverse("follow", args=["badr"])
    assert reader.post(follow).url == url  # type: ignore[attr-defined]
    page = reader.get(url).content.decode()
    assert "Unfollow" in page
    assert "/tables/new/?with=badr" in page
    own = reader.get(reverse("player", args=["amina"])).content.decode()
    assert "/tables/new/?with=badr" in own
    reader.post(follow, {"follow": "no"})
    assert "Unfollow" not in reader.get(url).content.decode()
    assert "You don’t follow anyone yet" in reader.get(reverse("player", args=["amina"])).content.decode()


def test_a_player_can_be_muted_and_blocked_on_their_profile(amina: User, badr: User, client: Client) -> None:
    reader, url = signed_in(amina), reverse("player", args=["badr"])
    assert "keep_away" not in client.get(url).text, "a visitor can do neither"

    def buttons(**choice: str) -> list[str]:
        if choice:
            fields = {"name": "badr", "page": "player", **choice}
            assert reader.post(reverse("keep_away"), fields)["Location"] == url
        page = reader.get(url).text.split('class="actions friendship"')[1].split("</section>")[0]
        return [text for text in ("Play", "Follow", "Mute", "Unmute", "Block", "Unblock") if f">{text}<" in page]

    assert buttons() == ["Play", "Follow", "Mute"]
    assert buttons(kind="mute") == ["Play", "Follow", "Unmute"]
    assert block_kind(amina, badr) == "mute"
    assert buttons(kind="block") == ["Unblock"]
    assert block_kind(amina, badr) == "block"
    assert buttons(kind="none") == ["Play", "Follow", "Mute"]
    assert block_kind(amina, badr) == ""
    assert "keep_away" not in reader.get(reverse("player", args=["amina"])).text


def test_a_player_is_reported_for_the_latest_match_against_the_reader(amina: User, badr: User, chadia: User) -> None:
    url = reverse("player", args=["badr"])
    assert "/report/" not in signed_in(amina).get(url).text
    own = finished_match(amina, badr)
    other = finished_match(chadia, badr)
    for reader, match in ((amina, own), (chadia, other), (User.objects.create_user("driss"), other)):
        assert reverse("report_form", args=[match.code, "badr"]) in signed_in(reader).get(url).text


def test_a_visitor_who_follows_is_asked_to_log_in(amina: User, client: Client) -> None:
    answer = client.post(reverse("follow", args=["amina"]))
    assert answer.url == f"/accounts/login/?next={reverse('player', args=['amina'])}"  # type: ignore[attr-defined]


def test_users_cannot_follow_themselves_or_a_bot(amina: User, client: Client) -> None:
    bot = User.objects.filter(is_bot=True)[0]
    reader = signed_in(amina)
    for name in ("amina", bot.username):
        page = reader.post(reverse("follow", args=[name]), follow=True).content.decode()
        assert "You can’t follow this player." in page
        assert f'action="{reverse("follow", args=[name])}"' not in page


def test_a_challenge_opens_a_table_for_the_challenged_player_only(amina: User) -> None:
    page = signed_in(amina).get(reverse("new_table"), {"with": "badr"})
    form = page.context["form"]
    assert (form["names"].value(), form["who"].value()) == ("badr", "invited")
    assert "?ruleset=porrazo&amp;with=badr" in page.content.decode()


def test_dates_have_one_format(amina: User, client: Client) -> None:
    User.objects.filter(pk=amina.pk).update(date_joined=datetime(2026, 11, 2, tzinfo=UTC))
    assert "Joined 2 Nov 2026." in client.get("/players/amina/").content.decode()
