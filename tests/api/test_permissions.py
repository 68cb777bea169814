"""API permissions for every operation and every kind of user. Add each new operation here."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.models import Scope, User
from accounts.sanctions import impose_sanction
from games.api.api import api
from games.models import Match
from tests.api.conftest import ROOT, Program
from tests.views.conftest import finished_match

pytestmark = pytest.mark.django_db

# Operations for everyone, and operations for which a token with the read scope is enough.
OPEN = """
GET /clocks
GET /rulesets
GET /rulesets/{ruleset}
GET /ladders/{ruleset}/{size_class}
GET /players/{name}
GET /players/{name}/ratings
GET /players/{name}/matches
GET /matches
GET /matches/live
GET /matches/{code}
GET /matches/{code}/state
GET /matches/{code}/record
"""
FOR_TOKENS = """
GET /records
GET /records/{name}
GET /account
"""
# Operations that need a bot's token; test_bots.py tests which bot may do what at which table.
FOR_BOTS = """
GET /bot/tables
POST /bot/tables
POST /bot/quick
GET /bot/matches
GET /bot/turns
GET /bot/invitations
GET /bot/events
POST /bot/seek
DELETE /bot/seek
GET /bot/matches/{code}
POST /bot/matches/{code}/join
POST /bot/matches/{code}/leave
POST /bot/matches/{code}/decline
POST /bot/matches/{code}/move
POST /bot/matches/{code}/resign
POST /bot/matches/{code}/abort
POST /bot/matches/{code}/claim
POST /bot/matches/{code}/rematch
"""
STREAMS = ["GET /matches/{code}/stream"]  # read from a server, in tests/live


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def test_every_operation_is_listed_here() -> None:
    paths = api.get_openapi_schema()["paths"]
    found = {f"{method.upper()} {path.removeprefix('/api/v1')}" for path in paths for method in paths[path]}
    assert found == {*lines(OPEN), *lines(FOR_TOKENS), *lines(FOR_BOTS), *STREAMS}


@pytest.fixture
def match(amina: User, badr: User) -> Match:
    return finished_match(amina, badr)


@pytest.fixture
def programs(amina: User, chadia: User) -> dict[str, Program]:
    """A client for every kind of user except guests, who cannot have a token."""
    boss = User.objects.create_superuser("boss")
    banned = User.objects.create_user("banned")
    programs = {
        "stranger": Program(),
        "player": Program(amina),
        "other": Program(chadia),
        "may_play": Program(chadia, Scope.PLAY),
        "moderator": Program(User.objects.create_user("judge", is_staff=True)),
        "superuser": Program(boss),
        "banned": Program(banned),
        "wrong": Program(),
    }
    programs["wrong"].headers["Authorization"] = "Bearer ronda_wrong"
    impose_sanction(whom=banned, by=boss, measure="suspend", reason="r", message="m")
    return programs


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators:Warning")
@pytest.mark.parametrize("operation", [*lines(OPEN), *lines(FOR_TOKENS)])
def test_an_operation_for_users(operation: str, match: Match, programs: dict[str, Program]) -> None:
    stranger = 200 if operation in lines(OPEN) else 401
    expected = dict.fromkeys(programs, 200) | {"stranger": stranger, "banned": 403, "wrong": 401}
    assert outcomes(operation, match, programs) == expected


@pytest.mark.parametrize("operation", lines(FOR_BOTS))
def test_an_operation_for_bots(operation: str, match: Match, programs: dict[str, Program]) -> None:
    expected = dict.fromkeys(programs, 403) | {"stranger": 401, "wrong": 401}
    assert outcomes(operation, match, programs) == expected


def outcomes(operation: str, match: Match, programs: dict[str, Program]) -> dict[str, int]:
    """Return the status that each client gets."""
    method, path = operation.split()
    address = ROOT + path.format(ruleset="moroccan", size_class="2", name="amina", code=match.code)
    found = {}
    for who, program in programs.items():
        cache.clear()  # rate limits
        found[who] = program.client.generic(method, address, headers=program.headers).status_code
    return found
