"""Token scopes for every operation in the schema: a token allows what its scope says and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.bots import make_bot
from accounts.models import ApiToken, Scope, User
from games.api.api import api
from games.models import Match
from tests.api.conftest import ROOT, Program
from tests.project.rights import all_rows
from tests.project.test_permissions import site_names
from tests.views.conftest import finished_match

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators:Warning"),
]

NOT_LET_IN = {"unauthorized", "scope", "no_bot"}
FOR_BOTS = f"{ROOT}/bot/"
STREAMS = ("/stream", "/events")


@pytest.fixture
def match(amina: User, badr: User) -> Match:
    return finished_match(amina, badr)


@pytest.fixture
def zerda(amina: User) -> User:
    return make_bot(operator=amina, name="Zerda")


def operations(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the method of each operation, and a path with its parameters filled in."""
    for path, methods in api.get_openapi_schema()["paths"].items():
        known = {"ruleset": "moroccan", "size_class": "2", "name": "amina", "code": match.code}
        for method in methods:
            yield method.upper(), path.format(**known)


def refusal(program: Program, method: str, address: str) -> str:
    """Return the error code if the client is denied access, or "" if it has access, even if the request then fails."""
    cache.clear()  # rate limits
    body = {} if method == "GET" else {"data": "{}", "content_type": "application/json"}
    answer = program.client.generic(method, address, headers=program.headers, **body)
    if answer.status_code < 400:
        return ""
    code: str = json.loads(answer.content)["code"]
    return code if code in NOT_LET_IN else ""


def test_each_token_allows_what_its_scope_says(match: Match, amina: User, zerda: User) -> None:
    programs = {
        "stranger": Program(),
        "person reads": Program(amina),
        "person plays": Program(amina, Scope.PLAY),
        "bot reads": Program(zerda),
        "bot plays": Program(zerda, Scope.PLAY),
    }
    at_bots = {
        "stranger": "unauthorized",
        "person reads": "scope",
        "person plays": "no_bot",
        "bot reads": "scope",
        "bot plays": "",
    }
    for method, address in operations(match):
        found = {who: refusal(program, method, address) for who, program in programs.items()}
        if address.startswith(FOR_BOTS):
            assert found == at_bots, (method, address)
        else:
            assert method == "GET"
            assert found.pop("stranger") in {"", "unauthorized"}
            assert set(found.values()) == {""}, (method, address, found)


@pytest.mark.parametrize("scope", [Scope.READ, Scope.PLAY])
def test_no_token_of_a_person_changes_anything(match: Match, amina: User, scope: Scope) -> None:
    program = Program(amina, scope)
    program.read("/account")  # so that the requests below do not change the date of the token's last use
    before = all_rows()
    for method, address in operations(match):
        refusal(program, method, address)
    assert all_rows() == before


def test_a_bots_read_token_changes_nothing_either(match: Match, zerda: User) -> None:
    program = Program(zerda)
    program.read("/account")
    before = all_rows()
    for method, address in operations(match):
        refusal(program, method, address)
    assert all_rows() == before


def test_a_scope_cannot_be_widened(amina: User) -> None:
    program = Program(amina)
    for form in ({"name": "x", "scope": "play", "days": ""}, {"scope": "play"}):
        client = Client()
        client.force_login(amina)
        client.post("/settings/tokens/new/", form)
        program.client.post(f"{ROOT}/account", form, headers=program.headers)
    assert set(ApiToken.objects.values_list("scope", flat=True)) == {Scope.READ}


def test_a_token_gives_no_access_to_pages(match: Match, amina: User) -> None:
    program, stranger = Program(amina, Scope.PLAY), Client()
    for address in ("/settings/", "/settings/tokens/", "/for-you/", "/accounts/email/", "/admin/", "/"):
        answers: list[Any] = [
            program.client.get(address, headers=program.headers),
            stranger.get(address),
        ]
        assert answers[0].status_code == answers[1].status_code
        assert ("amina" in answers[0].text) == ("amina" in answers[1].text)  # home names the players of live matches
        assert "_auth_user_id" not in program.client.session
    assert {"settings", "tokens", "notices", "account_email", "home"} <= site_names()
