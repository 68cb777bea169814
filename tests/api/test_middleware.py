"""What every answer of the API has in common: its form, and that pages of other sites may read it."""

from __future__ import annotations

from django.test import Client

from games.api.middleware import MOST_BYTES
from tests.api.conftest import ROOT, Program


def test_what_is_not_there_is_refused_in_the_same_form(stranger: Program) -> None:
    assert stranger.refused("/nothing") == (404, "not_found")
    assert stranger.refused("/rulesets/") == (404, "not_found")
    assert stranger.refused("/rulesets/bridge") == (404, "not_found")


def test_a_method_that_an_operation_does_not_have_is_refused(stranger: Program) -> None:
    answer = stranger.client.post(f"{ROOT}/rulesets", {}, "application/json")
    assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET", "method_not_allowed")


def test_pages_of_other_sites_may_read_but_never_with_cookies(stranger: Program) -> None:
    for address in ("/rulesets", "/nothing"):
        answer = stranger.get(address)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
    headers = {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}
    preflight = stranger.client.options(f"{ROOT}/rulesets", headers=headers)
    assert preflight.status_code == 204
    assert "Authorization" in preflight["Access-Control-Allow-Headers"]


def test_a_body_that_is_too_long_is_refused_before_it_is_looked_at(stranger: Program) -> None:
    for length in (MOST_BYTES + 1, 3_000_000):  # the second is too long for Django itself
        answer = stranger.client.post(f"{ROOT}/bot/quick", "x" * length, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (413, "malformed")


def test_other_pages_say_nothing_of_other_sites(db: None) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get("/matches/")
