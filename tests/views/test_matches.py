"""Finished matches: list, result, replay and record, all of which are secret until the match is over."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.rules.record import check_record
from games.rules.verify import verify_deals
from games.selectors import history
from games.services import leaving
from games.services.results import void_match
from games.state.match_log import replay_match
from tests.replay_views import replay_data
from tests.views.conftest import finished_match, open_table, play_out, signed_in, start_match


def void(match: Match, reason: str = "They played from one chair.") -> None:
    moderator = User.objects.create_superuser("judge", password="a long password")
    void_match(code=match.code, moderator=moderator, reason=reason)


def test_an_empty_history_says_so(client: Client, db: None) -> None:
    assert "No public matches between people yet" in client.get(reverse("matches")).content.decode()


def test_the_history_lists_finished_public_matches(amina: User, badr: User, client: Client) -> None:
    over = finished_match(amina, badr)
    private = finished_match(amina, badr, private=True)
    running = start_match(amina, badr)
    page = client.get(reverse("matches")).content.decode()
    assert reverse("replay", args=[over.code]) in page
    assert private.code not in page
    assert running.code not in page


def test_the_pages_of_the_history_list_every_match_once_in_order(
    amina: User, badr: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    codes = [finished_match(amina, badr, seed=number).code for number in range(5)]
    Match.objects.update(finished=Match.objects.order_by("finished").first().finished)  # type: ignore[union-attr]
    seen: list[str] = []
    url = reverse("matches")
    pages = []
    while url:
        page = client.get(url).content.decode()
        pages.append(page)
        seen += re.findall(r"/matches/(\w+)/replay/", page)
        following = re.search(r'rel="next"\s+href="([^"]+)"', page)
        url = reverse("matches") + following[1] if following else ""
    assert seen == codes[::-1]
    back = re.search(r'rel="prev"\s+href="([^"]+)"', pages[-1])
    assert back
    assert re.findall(r"/matches/(\w+)/replay/", client.get(reverse("matches") + back[1]).content.decode()) == seen[2:4]


@pytest.mark.parametrize(
    "cursor",
    [
        "nonsense",
        "~",
        "2026-01-01T00:00:00+00:00~x",
        "x~1",
        "2026-13-01~1",
        f"2026-01-01T00:00:00+00:00~{2**63}",
        f"2026-01-01T00:00:00+00:00~-{10**30}",
    ],
)
def test_an_invalid_cursor_leads_to_the_first_page(client: Client, amina: User, cursor: str) -> None:
    for side in ("after", "before"):
        for page in (reverse("matches"), reverse("player_matches", args=["amina"])):
            assert client.get(page, {side: cursor}).url == page  # type: ignore[attr-defined]


def test_the_history_takes_the_same_number_of_queries_however_long_it_is(
    amina: User, badr: User, client: Client, django_assert_num_queries: Any
) -> None:
    for count in (1, 3):
        for seed in range(count):
            finished_match(amina, badr, seed=seed)
        with django_assert_num_queries(2):
            client.get(reverse("matches"))


def test_the_result_shows_winner_scores_changes_and_options(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr, options={"target": 5, "declarations": "automatic"})
    page = client.get(reverse("result", args=[match.code])).content.decode()
    winner = match.seats.get(number=match.winners[0]).user
    assert winner
    assert f"{winner.username} won {max(match.sides)}–{min(match.sides)}" in page
    (lead,) = re.findall(r"<p class=\"lead\">(.*?)</p>", page, re.S)
    words = " ".join(re.sub(r"<[^>]+>", " ", lead.replace("&nbsp;", " ")).split())
    terms = "Moroccan Ronda · 2 players · Points to win: 5 · Calls: Automatic (always true) · 3 days per move · rated"
    assert words.startswith(f"{terms} · {match.finished.day} {match.finished:%b %Y, }")
    assert "1520" in page
    assert "(+20)" in page
    assert "(−20)" in page
    assert "Points to win" in page


def test_the_result_names_the_player_who_resigned(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    page = client.get(reverse("result", args=[match.code])).content.decode()
    assert "badr resigned" in page
    assert "amina won" in page


def test_lists_of_matches_say_who_ended_one_early(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    assert "resigned" not in client.get(reverse("home")).text
    leaving.resign_match(code=match.code, user_id=badr.pk)
    for address in (reverse("matches"), reverse("player_matches", args=["badr"])):
        assert "· badr resigned" in client.get(address).text


@pytest.mark.parametrize("status", ["open", "running"])
def test_the_result_page_of_a_running_match_leads_to_its_table(
    amina: User, badr: User, client: Client, status: str
) -> None:
    match = open_table(amina) if status == "open" else start_match(amina, badr)
    assert client.get(reverse("result", args=[match.code])).url == reverse("table", args=[match.code])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["replay", "record", "match_story"])
def test_the_log_of_a_running_match_is_secret(amina: User, badr: User, client: Client, name: str) -> None:
    for match in (open_table(amina), start_match(amina, badr)):
        for reader in (client, signed_in(amina)):
            assert reader.get(reverse(name, args=[match.code])).status_code == 404


def test_the_replay_knows_which_seat_is_the_readers(amina: User, badr: User, chadia: User) -> None:
    match = finished_match(amina, badr)
    page = reverse("replay", args=[match.code])
    found = {}
    for reader in (amina, badr, chadia):
        response = signed_in(reader).get(page)
        assert "Cookie" in response["Vary"]
        found[reader.username] = replay_data(response.content.decode())["own_seat"]
    assert found == {"amina": 0, "badr": 1, "chadia": None}
    assert replay_data(Client().get(page).content.decode())["own_seat"] is None


def test_the_replay_shows_each_step_as_every_audience_saw_it(amina: User, badr: User, client: Client) -> None:
    match = finished_match(amina, badr)
    data = replay_data(client.get(reverse("replay", args=[match.code])).content.decode())
    assert data["players"] == ["amina", "badr"]
    steps = data["steps"]
    assert [step["move"] for step in steps] == list(range(match.moves.count() + 1))
    assert set(steps[0]["views"]) == {"open", "public", "0", "1"}
    first = steps[0]["views"]
    assert [seat["hand"] for seat in first["public"]["seats"]] == [None, None]
    assert first["0"]["seats"][1]["hand"] is None
    assert len(first["0"]["seats"][0]["hand"]) == 3
    assert [len(seat["hand"]) for seat in first["open"]["seats"]] == [3, 3]
    assert all(not view["moves"] and not view["interrupts"] for step in steps for view in step["views"].values())
    assert steps[-1]["views"]["public"]["phase"] == "over"
    assert steps[-1]["views"]["public"]["scores"] == match.sides
    assert steps[0]["views"]["public"]["scores"] == [0, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_record_is_valid_by_the_rules(players: int, amina: User, badr: User, chadia: User) -> None:
    guests = [badr, chadia, User.objects.create_user("driss")][: players - 1]
    match = finished_match(amina, *guests, options={"players": players, "target": 5})
    response = signed_in(amina).get(reverse("record", args=[match.code]))
    assert response["Content-Type"] == "application/json"
    assert f"ronda-{match.code}.json" in response["Content-Disposition"]
    lines, valid = check_record(response.content)
    assert valid, lines
    record = json.loads(response.content)
    assert record["players"][0] == "amina"
    assert json.loads(lines[-1])["scores"] == record["result"]["sides"] == match.sides


def test_a_resigned_match_has_a_record_too(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    record = client.get(reverse("record", args=[match.code])).content
    assert check_record(record)[1]
    assert verify_deals(record)[1]
    assert json.loads(record)["result"] == {"reason": "resigned", "sides": [0, 0], "winners": [1], "seat": 0}


def test_a_match_that_ended_before_its_cut_has_all_pages(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    data = replay_data(client.get(reverse("replay", args=[match.code])).content.decode())
    assert [step["move"] for step in data["steps"]] == [0]
    assert data["steps"][0]["views"]["open"]["table"] == []
    assert client.get(reverse("result", args=[match.code])).status_code == 200
    assert json.loads(client.get(reverse("record", args=[match.code])).content)["deals"] == []


def test_the_story_of_a_match_has_the_scores_of_its_deals_and_what_each_player_did(amina: User, badr: User) -> None:
    match = finished_match(amina, badr, rated=True)
    story = json.loads(signed_in(amina).get(reverse("match_story", args=[match.code])).content)
    game, steps = replay_match(match)
    counts = [event.data["scores"] for events in steps for event in events if event.kind == "count"]
    assert story["deals"][: len(counts)] == counts
    assert story["deals"][-1] == match.sides == game.scores
    assert story["captures"] == {"caidas": "Caidas", "missas": "Missas"}
    kinds = [(event.kind, event.seat) for events in steps for event in events]
    shown = {title: is_shown for title, _number, is_shown, _gist in story["ideas"]}
    ideas = ["Capture", "Run", "Caida", "Missa", "Ronda", "Tringa", "False call", "Challenge", "Silence and claim"]
    assert list(shown) == ideas
    for title, kind in [("Capture", "capture"), ("Missa", "missa"), ("False call", "false_call")]:
        assert shown[title] is any(kind == made for made, _seat in kinds)
    for number, seat in enumerate(story["seats"]):
        assert seat["caidas"] == kinds.count(("caida", number))
        assert seat["missas"] == kinds.count(("missa", number))
        assert seat["caught"] == kinds.count(("false_call", number))
        row = match.seats.get(number=number)
        assert (seat["rating"], seat["change"]) == (row.rating_before, row.rating_change)
        assert seat["change"]


def test_matches_that_ended_early_or_were_voided_have_a_story(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    story = json.loads(client.get(reverse("match_story", args=[match.code])).content)
    assert story["deals"] == [[0, 0]]
    assert [seat["caidas"] for seat in story["seats"]] == [0, 0]
    match = finished_match(amina, badr, rated=True)
    void(match)
    story = json.loads(client.get(reverse("match_story", args=[match.code])).content)
    assert [seat["change"] for seat in story["seats"]] == [None, None]


@pytest.mark.parametrize("played", [False, True])
def test_a_voided_match_shows_why_and_keeps_its_record(amina: User, badr: User, client: Client, played: bool) -> None:
    match = start_match(amina, badr)
    if played:
        play_out(match)
    void(match)
    page = client.get(reverse("result", args=[match.code])).content.decode()
    assert "Voided: They played from one chair." in page
    assert "wins" not in page
    assert ">Rating</th>" not in page
    assert "(+" not in page
    assert client.get(reverse("replay", args=[match.code])).status_code == 200
    lines, valid = check_record(client.get(reverse("record", args=[match.code])).content)
    assert valid, lines


def test_the_record_names_the_program_of_a_bot(amina: User) -> None:
    match = open_table(amina, bots=1)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    record = json.loads(signed_in(amina).get(reverse("record", args=[match.code])).content)
    assert record["players"] == ["amina", "bot:sota"]
