"""The bot API: a match from its first move to its last, and who may use which operation."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import time_machine

from accounts.bots import make_bot
from accounts.models import Scope, User
from accounts.sanctions import impose_sanction
from games.models import Match, Seat, Status
from games.models import Move as MoveRow
from games.services import seating
from games.services.admission import MATCHES_A_MINUTE
from games.services.invitations import invite_players
from games.services.seating import TableSettings
from tests.api.conftest import ROOT, Program
from tests.services.tables import cut_if_due, move_once

GETS = ("/tables", "/matches", "/turns", "/invitations", "/matches/{code}")
POSTS: dict[str, dict[str, Any]] = {
    "/tables": {"ruleset": "moroccan"},
    "/quick": {"ruleset": "moroccan"},
    "/seek": {"ruleset": "moroccan", "clock": "300+10"},
    "/matches/{code}/join": {},
    "/matches/{code}/leave": {},
    "/matches/{code}/decline": {},
    "/matches/{code}/move": {"version": 1, "move": ["play", "7O"]},
    "/matches/{code}/resign": {},
    "/matches/{code}/abort": {},
    "/matches/{code}/claim": {},
    "/matches/{code}/rematch": {},
}
OPERATIONS = [*(("GET", path) for path in (*GETS, "/events")), ("DELETE", "/seek"), *(("POST", path) for path in POSTS)]


class Bot(Program):
    """An API client with a bot's token."""

    def __init__(self, user: User, scope: Scope = Scope.PLAY) -> None:
        super().__init__(user, scope)
        self.user = user

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the bot API, and return the response, whatever its status."""
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return self.client.generic(method, f"{ROOT}/bot{path}", headers=self.headers, **data)

    def do(self, path: str, **body: Any) -> Any:
        """Make a POST request, check that it succeeds, and return the JSON body of the response."""
        answer = self.ask("POST", path, body)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def denied(self, path: str, **body: Any) -> tuple[int, str]:
        """Make a POST request, check that it fails, and return the status and error code of the response."""
        answer = self.ask("POST", path, body)
        assert answer.status_code >= 400, answer.content
        return answer.status_code, answer.json()["code"]

    def state(self, code: str) -> dict[str, Any]:
        """Return the match as the bot sees it."""
        found: dict[str, Any] = self.read(f"/bot/matches/{code}")
        return found


@pytest.fixture
def zerda(amina: User) -> Bot:
    return Bot(make_bot(operator=amina, name="Zerda"))


@pytest.fixture
def fennec(badr: User) -> Bot:
    return Bot(make_bot(operator=badr, name="Fennec"))


@pytest.fixture
def match(badr: User, zerda: Bot) -> Match:
    """A match in progress between Badr and Zerda."""
    match = seating.open_match(
        user=badr,
        ruleset="moroccan",
        options={"target": 5},
        private=False,
        rated=False,
        table_settings=TableSettings(welcomes_bots=True),
    )
    zerda.do(f"/matches/{match.code}/join")
    return cut_if_due(match)


def test_two_bots_find_each_other_and_play_to_the_end(zerda: Bot, fennec: Bot) -> None:
    assert zerda.do("/seek", ruleset="moroccan", clock="300+10")["waiting"]
    assert not fennec.do("/seek", ruleset="moroccan", clock="300+10")["waiting"]
    (table,) = zerda.read("/bot/matches")
    match = Match.objects.get()
    Match.objects.update(options={**match.options, "target": 5})  # shorter: a match from a seek has the default target
    code, rng, bots = table["code"], random.Random(7), (zerda, fennec)
    while (states := [bot.state(code) for bot in bots])[0]["status"] == "running":
        mover, state = next((bot, state) for bot, state in zip(bots, states, strict=True) if state["view"]["moves"])
        assert [found["code"] for found in mover.read("/bot/turns")] == [code]
        move = rng.choice(state["view"]["moves"])
        answer = mover.do(f"/matches/{code}/move", version=state["version"], move=move)
        assert answer["version"] > state["version"]
    assert states[0]["result"]["reason"] == "rules"
    assert Match.objects.get().rated is False
    for bot in bots:
        bot.do(f"/matches/{code}/rematch")
    assert zerda.state(code)["offers"]["url"]


def test_a_bot_opens_a_table_another_joins_and_leaves(zerda: Bot, fennec: Bot) -> None:
    code = zerda.do("/tables", ruleset="moroccan", options={"players": 3}, clock="300+10")["code"]
    assert [table["code"] for table in fennec.read("/bot/tables")] == [code]
    fennec.do(f"/matches/{code}/join", seat=2)
    assert Seat.objects.get(user=fennec.user).number == 2
    assert fennec.denied(f"/matches/{code}/join") == (409, "already_seated")
    fennec.do(f"/matches/{code}/leave")
    assert fennec.denied(f"/matches/{code}/leave") == (403, "forbidden")
    zerda.do(f"/matches/{code}/leave")
    assert Match.objects.get().status == Status.ABORTED
    assert fennec.denied(f"/matches/{code}/join") == (409, "not_open")


def test_a_bot_plays_with_a_bot_of_the_site(zerda: Bot) -> None:
    code = zerda.do("/quick", ruleset="moroccan")["code"]
    state = zerda.state(code)
    assert state["status"] == "running"
    assert [(seat["bot"], seat["by_site"]) for seat in state["seats"]] == [(True, False), (True, True)]


@time_machine.travel("2026-03-01T12:00Z", tick=False)
def test_bots_and_people_may_open_equally_many_matches_a_minute(zerda: Bot) -> None:
    for _match in range(MATCHES_A_MINUTE):
        zerda.do(f"/matches/{zerda.do('/quick', ruleset='moroccan')['code']}/abort")
    for path in ("/quick", "/tables"):
        assert zerda.denied(path, ruleset="moroccan") == (429, "busy")


def test_a_request_with_many_errors_lists_only_some(zerda: Bot) -> None:
    answer = zerda.ask("POST", "/quick", {"ruleset": "moroccan", "options": dict.fromkeys(map(str, range(500)))})
    assert answer.status_code == 422
    assert len(answer.json()["message"]) < 1_000


def test_a_bot_accepts_and_declines_challenges(badr: User, zerda: Bot) -> None:
    for answer in ("decline", "join"):
        match = seating.open_match(user=badr, ruleset="steere", options={}, private=True, rated=False)
        invite_players(code=match.code, user=badr, names=["Zerda"])
        (found,) = zerda.read("/bot/invitations")
        assert (found["by"], found["table"]["code"]) == ("badr", match.code)
        zerda.do(f"/matches/{match.code}/{answer}")
        assert zerda.read("/bot/invitations") == []
        assert Seat.objects.filter(match=match, user=zerda.user).exists() == (answer == "join")


def test_a_repeated_move_counts_once(zerda: Bot, match: Match) -> None:
    while not (state := zerda.state(match.code))["view"]["moves"]:
        move_once(match)
    sent = {"version": state["version"], "move": state["view"]["moves"][0]}
    before = MoveRow.objects.count()
    zerda.do(f"/matches/{match.code}/move", **sent)
    assert zerda.denied(f"/matches/{match.code}/move", **sent) == (409, "stale")
    assert MoveRow.objects.count() == before + 1


def test_a_bot_sees_only_its_own_hand(zerda: Bot, fennec: Bot, match: Match) -> None:
    state = zerda.state(match.code)
    hands = [seat["hand"] for seat in state["view"]["seats"]]
    assert [bool(hand) for hand in hands] == [number == state["me"] for number in range(2)]
    seen = fennec.state(match.code)
    assert (seen["me"], [seat["hand"] for seat in seen["view"]["seats"]]) == (None, [None, None])


@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        (["play", "1O", "x", "y"], (422, "malformed")),
        (["fly"], (400, "malformed")),
        ([True], (422, "malformed")),
        ("play", (422, "malformed")),
    ],
)
def test_an_invalid_move_is_refused(zerda: Bot, match: Match, move: Any, refusal: tuple[int, str]) -> None:
    assert zerda.denied(f"/matches/{match.code}/move", version=match.version, move=move) == refusal


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"ruleset": "bridge"}, (404, "not_found")),
        ({"ruleset": "moroccan", "clock": "1+1"}, (400, "clock")),
        ({"ruleset": "moroccan", "options": {"players": 9}}, (400, "options")),
        ({"ruleset": "moroccan", "options": {"colour": "red"}}, (400, "options")),
    ],
)
def test_an_invalid_table_is_refused(zerda: Bot, wrong: dict[str, Any], refusal: tuple[int, str]) -> None:
    assert zerda.denied("/tables", **wrong) == refusal
    assert not Match.objects.exists()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_needs_a_bot_token_with_the_play_scope(
    method: str, path: str, amina: User, chadia: User, zerda: Bot, fennec: Bot, match: Match
) -> None:
    boss = User.objects.create_superuser("boss")
    path, body = path.replace("{code}", match.code), POSTS.get(path)

    def refused(program: Bot) -> tuple[int, str]:
        answer = program.ask(method, path, body)
        return answer.status_code, answer.json().get("code", "") if answer.status_code >= 400 else ""

    stranger = Bot(chadia)
    stranger.headers = {}
    assert refused(stranger) == (401, "unauthorized")
    stranger.client.force_login(chadia)
    assert refused(stranger) == (401, "unauthorized")
    stranger.headers = {"Authorization": "Bearer ronda_of-nobody"}
    assert refused(stranger) == (401, "unauthorized")
    assert refused(Bot(zerda.user, Scope.READ)) == (403, "scope")
    assert refused(Bot(amina)) == (403, "no_bot")
    version = Match.objects.get(pk=match.pk).version
    if method == "POST" and "{code}" not in path and path.startswith("/matches/"):
        assert refused(fennec)[0] in {403, 404, 409}
    assert Match.objects.get(pk=match.pk).version == version
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="why", message="because")
    assert refused(zerda) == (403, "kept_out")
    assert not Match.objects.exclude(pk=match.pk).exists()


def test_streams_need_an_asgi_server(zerda: Bot, match: Match) -> None:
    assert zerda.refused("/bot/events")[0] == 503
    assert zerda.refused(f"/matches/{match.code}/stream")[0] == 503
    assert zerda.refused("/matches/23456789ABCD/stream") == (404, "not_found")


def test_a_table_closed_to_spectators_has_no_stream_for_them(stranger: Program, badr: User, zerda: Bot) -> None:
    closed = seating.open_match(
        user=badr,
        ruleset="moroccan",
        options={},
        private=False,
        rated=False,
        bots=1,
        table_settings=TableSettings(has_spectators=False),
    )
    assert stranger.refused(f"/matches/{closed.code}/stream") == (404, "not_found")
    assert zerda.refused(f"/bot/matches/{closed.code}") == (404, "not_found")
