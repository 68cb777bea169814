"""Features that all API responses share: the format of errors, and CORS."""

from __future__ import annotations

from django.test import Client

from games.api.middleware import MOST_BYTES
from tests.api.conftest import ROOT, Program


def test_an_unknown_path_gets_an_error_in_the_same_form(stranger: Program) -> None:
    assert stranger.refused("/nothing") == (404, "not_found")
    assert stranger.refused("/rulesets/") == (404, "not_found")
    assert stranger.refused("/rulesets/bridge") == (404, "not_found")


def test_an_unsupported_method_is_refused(stranger: Program) -> None:
    answer = stranger.client.post(f"{ROOT}/rulesets", {}, "application/json")
    assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET", "method_not_allowed")


def test_other_sites_may_read_but_never_with_cookies(stranger: Program) -> None:
    for address in ("/rulesets", "/nothing"):
        answer = stranger.get(address)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    headers = {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}
    preflight = stranger.client.options(f"{ROOT}/rulesets", headers=headers)
    assert preflight.status_code == 204
    assert "Authorization" in preflight["Access-Control-Allow-Headers"]


def test_an_oversized_body_is_refused_before_it_is_parsed(stranger: Program) -> None:
    for length in (MOST_BYTES + 1, 3_000_000):  # the second is too long for Django itself
        answer = stranger.client.post(f"{ROOT}/bot/quick", "x" * length, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (413, "malformed")


def test_pages_outside_the_api_send_no_cors_headers(db: None) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get("/matches/")
