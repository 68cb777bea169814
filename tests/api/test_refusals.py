"""API errors say what is wrong, in terms of the schema, and when to try again."""

from __future__ import annotations

import json
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS
from games.rules.game import Game
from games.services.admission import MATCHES_A_MINUTE
from games.services.pairing import SEEKS_A_MINUTE
from tests.api.conftest import ROOT
from tests.api.test_bots import Bot, fennec, match, zerda  # noqa: F401


def refusal(bot: Bot, path: str, body: Any) -> tuple[int, str]:
    """Make a POST request that is refused, and return the status and message of the response."""
    answer = bot.ask("POST", path, body)
    return answer.status_code, answer.json()["message"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("", "body: Field required"),
        ("[]", "must be a JSON object"),
        ("7", "must be a JSON object"),
        ("null", "must be a JSON object"),
        ('{"ruleset": "moroccan",}', "The body is not valid JSON: Expecting property name"),
        ('{"ruleset": NaN}', "The body is not valid JSON: NaN"),
        ("[" * 8_000, "The body is not valid JSON"),
        ("{}", "ruleset: Field required"),
        ('{"ruleset": 7}', "ruleset: Input should be a valid string"),
        ('{"ruleset": "moroccan", "options": {"target": [41]}}', "options.target: An option is true, false"),
        ('{"ruleset": "moroccan", "options": {"%s": 1}}' % ("x" * 33), "options.xxx"),
    ],
)
def test_a_body_is_refused_in_terms_of_the_schema(zerda: Bot, sent: str, words: str) -> None:
    answer = zerda.client.generic(
        "POST", f"{ROOT}/bot/quick", sent, content_type="application/json", headers=zerda.headers
    )
    assert answer.status_code in {400, 422}
    refused = answer.json()
    assert refused["code"] == "malformed"
    assert words in refused["message"]
    for unknown in ("asked", "[key]", "constrained", "detail"):
        assert unknown not in refused["message"]


def test_one_wrong_argument_is_one_error(zerda: Bot, match: Any) -> None:
    answer = zerda.ask("POST", f"/matches/{match.code}/move", {"version": 1, "move": ["play", None]})
    words = "move.1: A move consists of strings of at most 20 characters and whole numbers from 0 to 99."
    assert (answer.status_code, answer.json()["message"]) == (422, words)


def message(bot: Bot, path: str, **body: Any) -> str:
    return str(bot.ask("POST", path, body).json()["message"])


def test_an_error_names_the_allowed_clocks(zerda: Bot) -> None:
    opening = message(zerda, "/tables", ruleset="moroccan", clock="60+2")
    assert all(clock in opening for clock in (*LIVE_CLOCKS, *DAYS_CLOCKS))
    seeking = message(zerda, "/seek", ruleset="moroccan", clock="1d")
    assert all(clock in seeking for clock in LIVE_CLOCKS)
    assert not any(clock in seeking for clock in DAYS_CLOCKS)


def test_an_error_names_the_rulesets_and_the_options(zerda: Bot) -> None:
    for path in ("/quick", "/tables", "/seek"):
        refused = message(zerda, path, ruleset="bridge", clock="300+10")
        assert all(name in refused for name in Game.registry)
    assert "2, 3, 4" in message(zerda, "/quick", ruleset="moroccan", options={"players": 9})
    assert "target" in message(zerda, "/quick", ruleset="moroccan", options={"colour": "red"})


@pytest.mark.parametrize(("path", "most"), [("/quick", MATCHES_A_MINUTE), ("/tables", MATCHES_A_MINUTE)])
def test_opening_too_many_matches_is_refused_with_a_retry_time(zerda: Bot, path: str, most: int) -> None:
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False):
        for _match in range(most):
            zerda.do(f"/matches/{zerda.do('/quick', ruleset='moroccan')['code']}/abort")
        answer = zerda.ask("POST", path, {"ruleset": "moroccan"})
        assert (answer.status_code, answer["Retry-After"], answer.reason_phrase) == (429, "40", "Too Many Requests")


def test_seeking_too_often_is_refused_with_a_retry_time(zerda: Bot) -> None:
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False):
        for _seek in range(SEEKS_A_MINUTE):
            zerda.do("/seek", ruleset="moroccan", clock="300+10")
            zerda.ask("DELETE", "/seek")
        answer = zerda.ask("POST", "/seek", {"ruleset": "moroccan", "clock": "300+10"})
        assert (answer.status_code, answer["Retry-After"]) == (429, "40")


def test_moves_do_not_count_against_other_requests(zerda: Bot, match: Any, settings: Any) -> None:
    settings.RONDA_API_TOKEN_RATE, settings.RONDA_API_MOVE_RATE = 3, 5
    path, sent = f"/matches/{match.code}/move", {"version": 0, "move": ["play", "7O"]}
    with time_machine.travel("2026-03-01T12:00:20Z", tick=False):
        moves = [zerda.ask("POST", path, sent) for _time in range(6)]
        assert [answer.status_code for answer in moves] == [409, 409, 409, 409, 409, 429]
        assert moves[-1]["Retry-After"] == "40"
        reads = [zerda.ask("GET", "/turns").status_code for _time in range(4)]
        assert reads == [200, 200, 200, 429]


@pytest.mark.parametrize("body", [None, {}])
def test_bodies_that_contain_only_defaults_can_be_omitted(body: Any, badr: User, zerda: Bot, fennec: Bot) -> None:
    code = zerda.do("/tables", ruleset="moroccan")["code"]
    for path in ("join", "abort", "rematch"):
        answer = fennec.ask("POST", f"/matches/{code}/{path}", body)
        assert answer.status_code == 200, json.loads(answer.content)
