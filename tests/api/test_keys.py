"""The Idempotency-Key header: a repeated request is carried out once and gets the same answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.bots import make_bot
from accounts.models import User
from games.api.api import api
from games.models import Clock, Match, Seek
from games.services import seating
from games.services.seating import TableSettings
from tests.api.conftest import ROOT, Program
from tests.api.test_bots import POSTS, Bot
from tests.rows import fresh
from tests.services.tables import cut_if_due

Answer = tuple[int, Any]


@pytest.fixture
def zerda(amina: User) -> Bot:
    return Bot(make_bot(operator=amina, name="Zerda"))


@pytest.fixture
def match(badr: User, zerda: Bot) -> Match:
    """A match in progress between Badr and Zerda."""
    table_settings = TableSettings(welcomes_bots=True)
    options = {"target": 5}
    match = seating.open_match(
        user=badr, ruleset="moroccan", options=options, private=False, rated=False, table_settings=table_settings
    )
    zerda.do(f"/matches/{match.code}/join")
    return cut_if_due(match)


def post(bot: Program, path: str, key: str, **body: Any) -> Answer:
    headers = {**bot.headers, "Idempotency-Key": key}
    answer = bot.client.post(f"{ROOT}/bot{path}", json.dumps(body), content_type="application/json", headers=headers)
    return answer.status_code, answer.json()


def test_a_repeated_request_is_carried_out_once_and_gets_the_same_answer(zerda: Bot, match: Match) -> None:
    answers = [post(zerda, f"/matches/{match.code}/abort", "a") for _time in range(2)]
    match.refresh_from_db()
    assert answers == [(200, {"code": match.code, "version": match.version})] * 2
    assert match.status == "aborted"


def test_a_refusal_is_repeated_too_and_a_new_key_makes_a_new_command(zerda: Bot, match: Match) -> None:
    path = f"/matches/{match.code}/claim"
    first, again, other = post(zerda, path, "a"), post(zerda, path, "a"), post(zerda, path, "b")
    assert first == again == other
    assert (first[0], first[1]["code"]) == (409, "not_yet")


def test_reusing_a_key_for_another_command_is_refused(zerda: Bot, match: Match) -> None:
    assert post(zerda, f"/matches/{match.code}/abort", "a", on=False)[0] == 200
    status, told = post(zerda, f"/matches/{match.code}/resign", "a")
    assert (status, told["code"]) == (409, "id_reused")
    assert fresh(match).status == "running"


def test_a_repeated_request_opens_one_table(zerda: Bot) -> None:
    asked = {"ruleset": "moroccan", "options": {"target": 5}, "clock": "300+10"}
    first, again = [post(zerda, "/tables", "a", **asked) for _time in range(2)]
    assert first == again
    assert first[1]["code"] == Match.objects.get().code
    assert Match.objects.get().time_control == Clock.parse("300+10")
    assert post(zerda, "/quick", "b", ruleset="moroccan") == post(zerda, "/quick", "b", ruleset="moroccan")
    assert Match.objects.count() == 2


def test_a_repeated_request_starts_one_search(zerda: Bot) -> None:
    asked = {"ruleset": "moroccan", "clock": "300+10"}
    assert post(zerda, "/seek", "a", **asked)[1]["waiting"]
    Seek.objects.all().delete()
    status, told = post(zerda, "/seek", "a", **asked)
    assert (status, told["waiting"]) == (200, False)


@pytest.mark.parametrize("key", ["", "a b", "a" * 65, "é", "a\\n"])
def test_a_key_in_the_wrong_format_is_malformed(zerda: Bot, match: Match, key: str) -> None:
    status, told = post(zerda, f"/matches/{match.code}/abort", key)
    assert (status, told["code"]) == (400, "malformed")
    assert fresh(match).status == "running"


def test_the_schema_offers_the_key_for_every_operation_that_changes_something() -> None:
    paths = api.get_openapi_schema()["paths"]
    for path in POSTS:
        names = [parameter["name"] for parameter in paths[f"{ROOT}/bot{path}"]["post"]["parameters"]]
        assert "Idempotency-Key" in names
