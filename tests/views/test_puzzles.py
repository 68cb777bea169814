"""The daily puzzle pages."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.bots.reasons import KINDS
from games.models import Puzzle, PuzzleAttempt
from games.puzzles.selectors import has_puzzles, position_of
from games.puzzles.session import KEY, MOST
from tests.puzzle_factories import add_puzzle
from tests.secrecy import check_text
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def address(puzzle: Puzzle, name: str = "puzzle") -> str:
    return reverse(name, kwargs={"ruleset": puzzle.ruleset, "day": puzzle.date})


def send(client: Client, puzzle: Puzzle, move: Any) -> Any:
    return client.post(address(puzzle, "answer_puzzle"), {"move": json.dumps(move)})


def data_of(client: Client, puzzle: Puzzle) -> dict[str, Any]:
    page = client.get(address(puzzle)).text
    found = re.search(r'<script id="puzzle-data" type="application/json">(.*?)</script>', page, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    return add_puzzle()


@pytest.fixture(params=["stranger", "guest", "account"])
def visitor(request: pytest.FixtureRequest, client: Client, amina: User) -> Client:
    if request.param == "guest":
        client.force_login(User.objects.create_guest(77))
    elif request.param == "account":
        client.force_login(amina)
    return client


def test_a_visitor_solves_a_puzzle_once(visitor: Client, puzzle: Puzzle) -> None:
    right, wrong = (choice["move"] for choice in puzzle.choices[:2])
    assert data_of(visitor, puzzle)["solution"] is None
    answered = send(visitor, puzzle, wrong).json()
    assert (answered["solved"], answered["move"], answered["best"]) == (False, wrong, right)
    assert answered["choices"] == puzzle.choices
    assert answered["reason"][0] in KINDS
    assert answered["outcome"][0] in KINDS | {"lies", "loses"}
    after = answered["after"]["view"]
    assert wrong[1] not in after["seats"][puzzle.seat]["hand"]
    assert (after["to_act"], after["moves"]) == (-1, [])
    assert send(visitor, puzzle, wrong).json() == answered, "a double submit gets the same answer"
    again = send(visitor, puzzle, right).json()
    assert right[1] not in again.pop("after")["view"]["seats"][puzzle.seat]["hand"], "the reader sees what it leads to"
    assert again == {name: value for name, value in answered.items() if name != "after"}, "the first answer counts"
    assert data_of(visitor, puzzle)["solution"] == answered
    assert "not solved" in visitor.get(reverse("puzzles")).text


def test_a_shortened_address_leads_to_the_latest_puzzle_of_the_game(visitor: Client, puzzle: Puzzle) -> None:
    shortened = reverse("latest_puzzle", kwargs={"ruleset": puzzle.ruleset})
    assert address(puzzle).startswith(shortened)
    assert visitor.get(shortened).url == address(puzzle)
    Puzzle.objects.filter(pk=puzzle.pk).update(date=timezone.localdate() + timedelta(days=1))
    assert visitor.get(shortened).status_code == 404, "the puzzles for later days are secret"
    assert visitor.get("/puzzles/unknown/").status_code == 404


def test_only_accounts_have_stored_answers_and_a_streak(puzzle: Puzzle, client: Client, amina: User) -> None:
    right = puzzle.choices[0]["move"]
    assert send(client, puzzle, right).json()["streak"] is None
    assert not PuzzleAttempt.objects.exists()
    player = signed_in(amina)
    answered = send(player, puzzle, right).json()
    assert (answered["solved"], answered["on_time"], answered["streak"]) == (True, True, 1)
    assert answered["outcome"] is None
    assert PuzzleAttempt.objects.get().user == amina
    assert "Puzzle streak, in days" in client.get(reverse("player", args=["amina"])).text


def test_an_answer_of_an_account_changes_its_puzzle_rating(
    puzzle: Puzzle, client: Client, amina: User, badr: User
) -> None:
    right, wrong = (choice["move"] for choice in puzzle.choices[:2])
    assert send(client, puzzle, right).json()["rating"] is None
    solved = send(signed_in(amina), puzzle, right).json()
    assert (solved["rating"], solved["found_by"]) == ([1520, 20], [1, 1])
    missed = send(signed_in(badr), puzzle, wrong).json()
    assert (missed["rating"], missed["found_by"]) == ([1479, -21], [1, 2]), "the puzzle has become easier"
    for name, rating, record in (("amina", 1520, "1 / 1"), ("badr", 1479, "0 / 1")):
        page = client.get(reverse("player", args=[name])).text
        assert "Puzzle rating" in page
        assert str(rating) in page
        assert record in page


def test_whoever_has_seen_the_solution_signed_out_gets_no_second_try(
    puzzle: Puzzle, client: Client, amina: User
) -> None:
    right, wrong = (choice["move"] for choice in puzzle.choices[:2])
    send(client, puzzle, wrong)
    client.force_login(amina)
    assert send(client, puzzle, right).json()["move"] == wrong
    assert not PuzzleAttempt.objects.exists()


def test_a_page_left_open_over_midnight_does_not_count_towards_a_streak(amina: User) -> None:
    yesterday = add_puzzle(day=timezone.localdate() - timedelta(days=1))
    answered = send(signed_in(amina), yesterday, yesterday.choices[0]["move"]).json()
    assert (answered["solved"], answered["on_time"], answered["streak"]) == (True, False, 0)


def test_a_wrong_request_gets_a_clear_answer(puzzle: Puzzle, client: Client) -> None:
    other = send(client, puzzle, ["play", "1X"])
    assert (other.status_code, other.json()["code"]) == (400, "not_a_choice")
    for fields in ({}, {"move": ""}, {"move": "{"}, {"move": "\x00"}, {"move": "[" * 5000}):
        broken = client.post(address(puzzle, "answer_puzzle"), fields)
        assert (broken.status_code, broken.json()["code"]) == (400, "malformed")
    assert KEY not in client.session


def test_puzzles_of_later_days_are_secret(client: Client) -> None:
    tomorrow = add_puzzle(day=timezone.localdate() + timedelta(days=1))
    assert client.get(address(tomorrow)).status_code == 404
    assert send(client, tomorrow, tomorrow.choices[0]["move"]).status_code == 404
    assert address(tomorrow) not in client.get(reverse("puzzles")).text


@pytest.mark.parametrize(
    "where", ["whist/2026-11-22", "moroccan/2026-02-30", "moroccan/2026-1-1", "moroccan/1999-01-01"]
)
def test_other_addresses_have_no_puzzle(where: str, puzzle: Puzzle, client: Client) -> None:
    assert client.get(f"/puzzles/{where}/").status_code == 404
    assert client.post(f"/puzzles/{where}/answer/").status_code == 404


def test_the_page_shows_what_the_seat_knew_and_nothing_else(client: Client, puzzle: Puzzle) -> None:
    observation = position_of(puzzle).observation
    known = {*observation.my_hand, *observation.view["table"]}
    for event in observation.events:
        for value in event.values():
            known |= {value} if isinstance(value, str) else set(value) if isinstance(value, list) else set()
    page = client.get(address(puzzle)).text
    check_text(page, known, "the puzzle")
    assert puzzle.match.code not in page
    assert "Caballo" not in page
    assert "points&quot;:" not in page


def test_the_solution_links_to_the_replay_of_that_move(client: Client, puzzle: Puzzle) -> None:
    link = send(client, puzzle, puzzle.choices[0]["move"]).json()["replay"]
    assert link == f"/matches/{puzzle.match.code}/replay/?move={puzzle.move}&view={puzzle.seat}"
    assert client.get(link).status_code == 200


def test_every_ruleset_has_a_page(client: Client) -> None:
    for ruleset in ("one-deck", "mufts", "porrazo", "steere"):
        found = add_puzzle(ruleset)
        assert data_of(client, found)["view"]["moves"]
        assert send(client, found, found.choices[0]["move"]).json()["solved"]


def test_the_list_shows_the_newest_puzzle_of_each_game(client: Client) -> None:
    today = timezone.localdate()
    add_puzzle(day=today - timedelta(days=2))
    add_puzzle(day=today)
    add_puzzle("steere", day=today - timedelta(days=1))
    page = client.get(reverse("puzzles"))
    assert [(link.ruleset, link.day) for link in page.context["newest"]] == [
        ("moroccan", today),
        ("steere", today - timedelta(days=1)),
    ]
    assert [link.day for link in page.context["page"].rows] == [today - timedelta(days=2)]
    assert "Today" in page.text


@pytest.mark.parametrize(("rating", "difficulty"), [(1640, "hard"), (1500, "medium"), (1350, "easy")])
def test_the_list_says_how_hard_a_puzzle_is(client: Client, puzzle: Puzzle, rating: int, difficulty: str) -> None:
    Puzzle.objects.filter(pk=puzzle.pk).update(rating=rating)
    assert re.search(rf"Today\s+· {difficulty}\s", client.get(reverse("puzzles")).text)


def test_a_visitors_answer_is_marked_in_the_list(visitor: Client, puzzle: Puzzle) -> None:
    send(visitor, puzzle, puzzle.choices[0]["move"])
    assert ">solved<" in visitor.get(reverse("puzzles")).text


def test_a_long_archive_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.puzzles.selectors.ARCHIVE_PAGE", 2)
    today = timezone.localdate()
    _newest, *puzzles = [add_puzzle(day=today - timedelta(days=number)) for number in range(4)]
    first = client.get(reverse("puzzles"))
    assert [link.day for link in first.context["page"].rows] == [puzzle.date for puzzle in puzzles[:2]]
    second = client.get(reverse("puzzles"), {"after": first.context["page"].after})
    assert [link.day for link in second.context["page"].rows] == [puzzles[2].date]
    assert client.get(reverse("puzzles"), {"after": "nonsense"}).status_code == 302


def test_the_list_costs_the_same_however_many_puzzles_there_are(
    amina: User, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        add_puzzle(day=timezone.localdate() - timedelta(days=number))
    client = signed_in(amina)
    with django_assert_max_num_queries(9):
        client.get(reverse("puzzles"))


def test_a_site_without_puzzles_says_so(client: Client) -> None:
    page = client.get(reverse("puzzles")).text
    assert "There are no puzzles yet" in page
    assert f'href="{reverse("learn")}"' in page
    assert "build a streak" not in page


def test_an_archive_of_the_newest_puzzles_alone_is_empty(client: Client, puzzle: Puzzle) -> None:
    page = client.get(reverse("puzzles"))
    assert not page.context["page"].rows
    assert "There are no earlier puzzles yet. New ones are made every night." in page.text


def test_the_home_page_offers_puzzles_only_if_there_are_any(client: Client) -> None:
    def offer() -> str:
        return client.get(reverse("home")).text.partition("<main")[2]

    today = timezone.localdate()
    add_puzzle(day=today + timedelta(days=1))
    assert "Daily puzzles" not in offer()
    add_puzzle(day=today - timedelta(days=1))
    assert "Solve puzzles" in offer()
    add_puzzle(day=today)
    assert "Solve today’s puzzles" in offer()
    assert reverse("puzzles") in client.get(reverse("home")).text


def test_the_home_page_shows_a_puzzle_as_its_seat_sees_it(client: Client, puzzle: Puzzle) -> None:
    boards = client.get(reverse("home")).text.partition("daily")[2].split('class="small-table"')[1:]
    shown = [re.findall(r'#(\w+)"', board.split("</ul>")[0]) for board in boards[:2]]
    observation = position_of(puzzle).observation
    assert shown == [observation.view["table"], observation.my_hand]
    opponents = [seat for number, seat in enumerate(observation.view["seats"]) if number != observation.seat]
    assert all(seat["hand"] is None for seat in opponents)


def test_the_navigation_offers_puzzles_only_if_there_are_any(
    client: Client, offered_puzzles: Event, django_assert_num_queries: Any
) -> None:
    def offer() -> bool:
        return f'href="{reverse("puzzles")}"' in client.get(reverse("learn")).text

    offered_puzzles.clear()
    add_puzzle(day=timezone.localdate() + timedelta(days=1))
    assert not offer()
    add_puzzle()
    assert offer()
    with django_assert_num_queries(0):
        assert has_puzzles()


def test_a_session_keeps_a_limited_number_of_answers(client: Client, puzzle: Puzzle) -> None:
    session = client.session
    session[KEY] = {str(10**6 + number): ["play", "1O"] for number in range(MOST)}
    session.save()
    send(client, puzzle, puzzle.choices[0]["move"])
    assert len(client.session[KEY]) == MOST
    assert str(puzzle.pk) in client.session[KEY]


def test_a_puzzle_leads_to_the_newest_one_that_the_reader_has_not_answered(
    visitor: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.puzzles.selectors.ARCHIVE_PAGE", 2)  # the search goes beyond one page of the archive

    def next_one() -> tuple[str | None, str | None]:
        page = visitor.get(address(puzzle)).text
        link, number = re.search(r'href="([^"]*)">Next puzzle', page), re.search(r"\d+ puzzles? left", page)
        return link and link[1], number and number[0]

    other = add_puzzle("one-deck", puzzle.date)
    earlier = [add_puzzle("one-deck", puzzle.date - timedelta(days=day)) for day in range(1, 4)]
    assert next_one() == (address(other), "4 puzzles left")
    for answered in [other, *earlier[:-1]]:
        send(visitor, answered, answered.choices[0]["move"])
    assert next_one() == (address(earlier[-1]), "1 puzzle left")
    send(visitor, earlier[-1], earlier[-1].choices[0]["move"])
    assert next_one() == (None, None)


def test_a_reader_who_has_answered_everything_is_told_so_and_led_on(visitor: Client, puzzle: Puzzle) -> None:
    assert "You’ve answered every puzzle" not in visitor.get(reverse("puzzles")).text
    send(visitor, puzzle, puzzle.choices[1]["move"])
    for page in (visitor.get(reverse("puzzles")).text, visitor.get(address(puzzle)).text):
        assert "You’ve answered every puzzle" in page
        assert "Play a match" in page
