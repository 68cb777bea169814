"""Matches that started but ended without a result."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.rules.record import check_record
from games.selectors import history
from games.services import leaving, seating
from tests.replay_views import replay_data
from tests.views.conftest import open_table, signed_in, start_match


class TestAborted:
    """A match that started but ended without a result."""

    @pytest.fixture
    def match(self, amina: User, badr: User) -> Match:
        match = start_match(amina, badr)
        leaving.abort_match(code=match.code, user_id=badr.pk)
        return match

    def test_its_result_page_says_who_aborted_it_and_that_it_does_not_count(self, match: Match, client: Client) -> None:
        page = client.get(reverse("result", args=[match.code])).content.decode()
        assert "Aborted by badr" in page
        assert "doesn’t count" in page
        assert "won</span>" not in page

    def test_the_question_before_aborting_says_what_it_does(self, amina: User, badr: User) -> None:
        running = start_match(amina, badr)
        question = signed_in(amina).get(reverse("table", args=[running.code])).text.split('id="confirm-abort"')[1]
        assert "It ends now without a result and doesn’t count" in question.split("</dialog>")[0]

    def test_it_has_a_replay_and_a_valid_record(self, match: Match, client: Client) -> None:
        page = client.get(reverse("replay", args=[match.code])).content.decode()
        assert "Aborted by badr" in page
        assert replay_data(page)["steps"]
        record = client.get(reverse("record", args=[match.code])).json()
        assert record["result"] == {"reason": "aborted", "sides": [0, 0], "winners": [], "seat": 1}
        assert check_record(json.dumps(record))[1]

    def test_a_match_that_ended_before_the_cut_has_a_replay_of_one_step(
        self, amina: User, badr: User, client: Client
    ) -> None:
        match = open_table(amina)
        seating.take_seat(code=match.code, user=badr)
        leaving.abort_match(code=match.code, user_id=badr.pk)
        steps = replay_data(client.get(reverse("replay", args=[match.code])).content.decode())["steps"]
        assert [step["move"] for step in steps] == [0]
        assert check_record(client.get(reverse("record", args=[match.code])).content)[1]

    def test_only_the_lists_of_its_players_show_it_and_without_a_winner(self, match: Match, amina: User) -> None:
        client = signed_in(amina)
        assert match.code not in client.get(reverse("matches")).text
        page = client.get(reverse("player", args=["amina"])).text
        assert match.code in page
        assert page.count("aborted</span>") == 1  # as the outcome
        played = history.player_history(amina, reader=amina).rows[0]
        assert played.outcome == "aborted"

    def test_its_table_shows_how_it_ended(self, match: Match, amina: User) -> None:
        assert signed_in(amina).get(reverse("table", args=[match.code])).status_code == 200

    def test_players_who_never_moved_are_named(self, match: Match, client: Client) -> None:
        match.seats.filter(number=1).update(left=True)
        page = client.get(reverse("result", args=[match.code])).content.decode()
        assert "Aborted: badr didn’t play" in page

    def test_who_never_moved_is_addressed(self, match: Match, badr: User) -> None:
        match.seats.filter(number=1).update(left=True)
        assert "Aborted: you didn’t play" in signed_in(badr).get(reverse("result", args=[match.code])).text


@pytest.mark.parametrize(
    ("reason", "sentence", "recorded"),
    [
        ("resigned", "%s resigned", "resigned"),
        ("timeout", "%s ran out of time", "timeout"),
        ("left", "%s left the table", "timeout"),
    ],
)
def test_the_result_says_who_left_and_how(
    amina: User, badr: User, client: Client, reason: str, sentence: str, recorded: str
) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    Match.objects.filter(pk=match.pk).update(result_reason=reason)
    address = reverse("result", args=[match.code])
    for reader, name in (client, "badr"), (signed_in(amina), "badr"), (signed_in(badr), "You"):
        assert sentence % name in reader.get(address).text
    record = client.get(reverse("record", args=[match.code])).json()
    assert (record["result"]["reason"], record["result"]["seat"]) == (recorded, 1)
    assert check_record(json.dumps(record))[1]
