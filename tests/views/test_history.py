"""Finished matches: filters, totals and downloads."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.rules.record import check_record
from games.selectors import records as record_selectors
from games.selectors.history import player_history
from games.selectors.player_stats import ResultCounts, find_streaks, head_to_head
from games.selectors.profile import load_profile
from games.services import leaving, seating
from games.services.results import write_outcomes
from tests.views.conftest import finished_match, open_table, signed_in, start_match


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


def resigned(loser: User, *others: User, **kwargs: Any) -> Match:
    """Return a match that ``loser`` has resigned."""
    match = start_match(loser, *others, **kwargs)
    leaving.resign_match(code=match.code, user_id=loser.pk)
    match.refresh_from_db()
    return match


def ended_on(match: Match, day: int) -> str:
    """Change the date on which a match ended to this day in June 2026, and return the match's code."""
    when = datetime(2026, 6, day, 12, tzinfo=UTC)
    match.seats.update(finished=when)
    Match.objects.filter(pk=match.pk).update(finished=when)
    return match.code


def shown(client: Client, address: str, **query: str) -> list[str]:
    """Return the codes of the finished matches that a page lists."""
    page = client.get(address, query).content.decode()
    return re.findall(r"/matches/(\w+)/replay/", page)


def lines_of(response: Any) -> list[Any]:
    async def read() -> bytes:
        return b"".join([piece async for piece in response.streaming_content])

    return [json.loads(line) for line in async_to_sync(read)().decode().splitlines()]


def test_all_matches_can_be_filtered_by_game_rating_and_day(amina: User, badr: User, client: Client) -> None:
    rated = ended_on(resigned(amina, badr), 1)
    casual = ended_on(resigned(amina, badr, rated=False), 2)
    other = ended_on(resigned(amina, badr, ruleset="mufts", options={}), 3)
    url = reverse("matches")
    assert shown(client, url) == [other, casual, rated]
    assert shown(client, url, ruleset="mufts") == [other]
    assert shown(client, url, rated="yes") == [other, rated]
    assert shown(client, url, rated="no") == [casual]
    assert shown(client, url, since="2026-06-02") == [other, casual]
    assert shown(client, url, until="2026-06-02") == [casual, rated]
    assert shown(client, url, since="2026-06-02", until="2026-06-02") == [casual]


def test_a_players_matches_can_be_filtered_by_result_and_opponent(
    amina: User, badr: User, chadia: User, client: Client
) -> None:
    won = ended_on(resigned(badr, amina), 1)
    lost = ended_on(resigned(amina, badr), 2)
    other = ended_on(resigned(amina, chadia), 3)
    url = reverse("player_matches", args=["amina"])
    assert shown(client, url) == [other, lost, won]
    assert shown(client, url, outcome="won") == [won]
    assert shown(client, url, outcome="lost") == [other, lost]
    assert shown(client, url, opponent="BADR") == [lost, won]
    assert shown(client, url, opponent="badr", outcome="won") == [won]


def test_matches_against_bots_alone_are_listed_only_on_request(amina: User, badr: User, client: Client) -> None:
    people = ended_on(resigned(amina, badr, rated=False), 1)
    three = resigned(amina, badr, rated=False, bots=1, options={"players": 3})
    leaving.resign_match(code=three.code, user_id=badr.pk)
    mixed = ended_on(three, 2)
    alone = ended_on(resigned(amina, rated=False, bots=1), 3)
    with_api_bot = start_match(
        amina,
        User.objects.create_bot("bot-badr", operator=badr),
        rated=False,
        table_settings=seating.TableSettings(welcomes_bots=True),
    )
    leaving.resign_match(code=with_api_bot.code, user_id=amina.pk)
    url = reverse("matches")
    assert shown(client, url) == [mixed, people]
    assert "Matches against bots only are hidden." in client.get(url).text
    everything = [ended_on(with_api_bot, 4), alone, mixed, people]
    assert shown(client, url, opponents="all") == everything
    page = client.get(url, {"opponents": "all", "rated": "no"}).text
    assert '<option value="all" selected>' in page
    assert 'href="?rated=no">Hide them' in page
    assert len(lines_of(signed_in(amina).get(reverse("site_records")))) == 2, "the download has what the list has"
    assert shown(client, reverse("player_matches", args=["amina"])) == everything


@pytest.mark.parametrize(
    "query",
    [
        {"ruleset": "poker"},
        {"opponents": "cats"},
        {"since": "yesterday"},
        {"until": "9999-12-31"},
        {"since": "0001-01-01"},
        {"rated": "x"},
        {"player": "nobody\x00"},
    ],
)
def test_an_invalid_filter_shows_an_error_and_is_ignored(
    amina: User, badr: User, client: Client, query: dict[str, str]
) -> None:
    code = resigned(amina, badr).code
    response = client.get(reverse("matches"), query)
    assert code in response.content.decode()
    assert response.context["form"].errors


def test_filtering_all_matches_by_name_leads_to_that_players_matches(amina: User, client: Client) -> None:
    response = client.get(reverse("matches"), {"player": "Amina", "rated": "yes"})
    assert response["Location"] == reverse("player_matches", args=["amina"]) + "?rated=yes"


def test_the_next_page_keeps_the_filter(
    amina: User, badr: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.history.PAGE", 1)
    first, _other, last = [resigned(amina, badr, rated=rated).code for rated in (True, False, True)]
    page = client.get(reverse("matches"), {"rated": "yes"}).content.decode()
    assert re.findall(r"/matches/(\w+)/replay/", page) == [last]
    following = re.search(r'rel="next"\s+href="([^"]+)"', page)
    assert following
    assert shown(client, reverse("matches") + following[1].replace("&amp;", "&")) == [first]


def test_the_record_of_two_players_against_each_other(amina: User, badr: User, chadia: User, client: Client) -> None:
    resigned(badr, amina)
    resigned(badr, amina)
    resigned(amina, badr)
    resigned(amina, chadia)
    resigned(badr, amina, private=True)
    assert head_to_head(amina, badr, reader=None) == ResultCounts(played=3, won=2, lost=1, drawn=0)
    assert head_to_head(badr, amina, reader=None) == ResultCounts(played=3, won=1, lost=2, drawn=0)
    assert head_to_head(amina, badr, reader=badr).played == 4
    page = client.get(reverse("player_matches", args=["amina"]), {"opponent": "badr"}).content.decode()
    assert "amina against badr" in page
    assert "Won by badr" in page


def test_partners_do_not_count_as_opponents(amina: User, badr: User, chadia: User) -> None:
    dris = User.objects.create_user("dris")
    resigned(amina, badr, chadia, dris, options={"players": 4})
    assert head_to_head(amina, chadia, reader=None).played == 0
    assert head_to_head(amina, badr, reader=None).lost == 1


def test_a_match_won_by_a_third_player_counts_for_neither(amina: User, badr: User, chadia: User) -> None:
    match = finished_match(amina, badr, chadia, options={"players": 3, "target": 5})
    match.winners = [2]
    write_outcomes(match, [0, 1, 2])
    assert head_to_head(amina, badr, reader=None) == ResultCounts(played=1, won=0, lost=0, drawn=0, neither=1)
    assert head_to_head(amina, chadia, reader=None) == ResultCounts(played=1, won=0, lost=1, drawn=0)


def test_matches_against_a_bot_are_listed_from_the_persons_side(amina: User, client: Client) -> None:
    bot = User.objects.create_user("sota-bot", is_bot=True)
    response = client.get(reverse("player_matches", args=[bot.username]), {"opponent": "amina"})
    assert response["Location"] == reverse("player_matches", args=["amina"]) + "?opponent=sota-bot"


@pytest.mark.parametrize(
    ("outcomes", "streaks"),
    [("", (0, 0)), ("won won lost won", (2, 2)), ("lost won won won drawn won", (0, 3)), ("drawn", (0, 0))],
)
def test_a_streak_is_a_number_of_consecutive_wins(outcomes: str, streaks: tuple[int, int]) -> None:
    found = find_streaks(outcomes.split())
    assert (found.current, found.longest) == streaks


def test_a_profile_shows_numbers_streaks_and_playing_style(amina: User, badr: User, client: Client) -> None:
    finished_match(amina, badr, options={})
    resigned(badr, amina)
    profile = load_profile(amina, reader=None)
    assert profile.result_counts
    assert profile.streaks
    assert profile.result_counts.played == 2
    assert profile.streaks.current >= 1
    [manner] = profile.manners
    seat_stats = [seat.seat_stats for seat in amina.seats.select_related("seat_stats")]
    assert manner.caidas_given == sum(one.caidas_given for one in seat_stats)
    assert manner.true_calls + manner.false_calls == sum(one.true_calls + one.false_calls for one in seat_stats) > 0
    assert manner.matches == 2
    assert "Playing style" in client.get(reverse("player", args=["amina"])).content.decode()
    [chart] = profile.charts
    assert chart["values"][-1] == amina.ratings.get().value


def test_all_records_of_a_player_are_downloaded_in_one_file(
    amina: User, badr: User, chadia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_selectors, "AT_ONCE", 2)
    played = [finished_match(amina, badr), resigned(badr, amina), resigned(amina, badr)]
    hidden = resigned(amina, badr, private=True)
    running = start_match(amina, chadia, rated=False)
    response = signed_in(chadia).get(reverse("player_records", args=["amina"]))
    found = lines_of(response)
    assert [record["players"] for record in found] == [["amina", "badr"], ["badr", "amina"], ["amina", "badr"]]
    assert all(check_record(json.dumps(record))[1] for record in found)
    assert len(player_history(amina, reader=chadia).rows) == len(played)
    cache.clear()
    assert len(lines_of(signed_in(amina).get(reverse("player_records", args=["amina"])))) == 4
    assert {hidden.finished is None, running.finished is None} == {False, True}


def test_the_download_follows_the_filter(amina: User, badr: User) -> None:
    resigned(amina, badr)
    resigned(badr, amina)
    reader = signed_in(badr)
    response = reader.get(reverse("player_records", args=["amina"]), {"outcome": "won"})
    [record] = lines_of(response)
    assert record["players"][record["result"]["seat"]] == "badr"
    cache.clear()
    assert len(lines_of(reader.get(reverse("site_records")))) == 2


def test_bulk_downloads_need_an_account_and_are_rate_limited(amina: User, client: Client) -> None:
    url = reverse("site_records")
    assert client.get(url).status_code == 403
    reader = signed_in(amina)
    assert reader.get(url).status_code == 200
    assert reader.get(url).status_code == 429


def test_players_find_all_their_matches_private_ones_included(amina: User, badr: User) -> None:
    ended = resigned(amina, badr, private=True)
    running, waiting = start_match(amina, badr, private=True), open_table(amina, private=True)
    where = reverse("player_matches", args=["amina"])
    own = signed_in(amina).get(where).text.partition("<main")[2]
    for match in (running, waiting):
        assert reverse("table", args=[match.code]) in own
    assert reverse("result", args=[ended.code]) in own
    assert own.count(">private<") == 3
    assert 'aria-current="page">My matches' in own
    assert running.code not in signed_in(amina).get(where, {"rated": "no"}).text  # filters are for finished matches


def test_only_the_players_find_a_private_match_that_runs(amina: User, badr: User, chadia: User) -> None:
    running, waiting = start_match(amina, badr, private=True), open_table(amina, private=True)
    where = reverse("player_matches", args=["amina"])
    for reader in (Client(), signed_in(badr), signed_in(chadia)):
        assert waiting.code not in reader.get(where).text
    assert running.code not in signed_in(badr).get(where).text  # it is in their own list
    assert running.code in signed_in(badr).get(reverse("player_matches", args=["badr"])).text


def test_ones_own_empty_list_leads_to_a_match(amina: User, badr: User) -> None:
    where = reverse("player_matches", args=["amina"])
    assert "Play a match" in signed_in(amina).get(where).text
    assert "Play a match" not in signed_in(amina).get(where, {"rated": "no"}).text  # other matches may exist
    assert "Play a match" not in signed_in(badr).get(where).text


@pytest.mark.parametrize("name", ["home", "matches", "puzzles"])
def test_every_page_leads_to_ones_own_matches(amina: User, client: Client, name: str) -> None:
    link = f'href="{reverse("player_matches", args=["amina"])}"'
    assert link in signed_in(amina).get(reverse(name)).text
    assert link not in client.get(reverse(name)).text


def test_three_or_more_sides_are_listed_with_their_scores_the_winner_first(
    amina: User, badr: User, chadia: User, client: Client
) -> None:
    match = finished_match(amina, badr, chadia, options={"players": 3})
    Match.objects.filter(pk=match.pk).update(sides=[18, 64, 39], winners=[1])
    expected = {
        reverse("matches"): "badr <strong>64</strong> chadia 39 amina 18",
        reverse("player_matches", args=["amina"]): "badr <strong>64</strong> chadia 39",  # amina's is in its own cell
        reverse("player_matches", args=["badr"]): "chadia 39 amina 18",
    }
    for url, standing in expected.items():
        page = client.get(url).text
        words = re.sub(r"<(?!/?strong)[^>]*>", " ", page.split('class="standing"')[1].split("</ul>")[0])
        assert " ".join(words.removeprefix(">").split()) == standing


def test_the_score_of_a_player_against_two_or_more_sides_is_their_own(
    amina: User, badr: User, chadia: User, client: Client
) -> None:
    match = finished_match(amina, badr, chadia, options={"players": 3})
    Match.objects.filter(pk=match.pk).update(sides=[18, 64, 39], winners=[1])
    for name, score in (("amina", "18"), ("badr", "<strong>64</strong>"), ("chadia", "39")):
        page = client.get(reverse("player_matches", args=[name])).text
        cell = page.split('<td class="score number">')[1].split("</td>")[0]
        assert cell.strip() == score
