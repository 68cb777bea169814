"""The schema as a client generator reads it, and the frame types compared with what the site actually sends."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from pydantic import BaseModel

from accounts.models import User
from games.api.api import api
from games.api.frame_types import NoticeFrame, StateFrame
from games.api.record_types import RecordLine
from games.api.schemas import state_out
from games.api.state_types import LiveSeatState, PackOut, StateOut
from games.api.view_types import ViewOut
from games.live.peoples_pages import notice_frame
from games.models import Match
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS
from games.rules.game import Game
from games.selectors.history import HistoryFilter
from games.selectors.records import site_records
from games.selectors.table import load_table
from games.services import seating
from games.state.notices import DECLINED, FULL, INVITED, PAIRED, SENT_AWAY, STARTED, TURN, Notice
from tests.api.conftest import Program
from tests.rules.matches import choose, draw_deal
from tests.services.tables import cut, move_once
from tests.views.conftest import finished_match, open_table, start_match

SCHEMA: dict[str, Any] = api.get_openapi_schema()
OPERATIONS = [(path, method, one) for path, ways in SCHEMA["paths"].items() for method, one in ways.items()]
NAMES = [f"{method} {path}" for path, method, _operation in OPERATIONS]


def check(model: type[BaseModel], sent: Any) -> None:
    """Check that a value has all of a type's keys and no others, with valid values."""
    model.model_validate(sent, strict=True, extra="forbid")


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from references(one)


def test_every_reference_resolves_and_every_schema_is_used() -> None:
    used = set(references(SCHEMA))
    for reference in used:
        _root, *place = reference.split("/")
        found: Any = SCHEMA
        for name in place:
            found = found[name]
        assert found
    kinds = SCHEMA["components"]
    assert used == {f"#/components/{kind}/{name}" for kind in ("schemas", "responses") for name in kinds[kind]}


def test_operation_ids_are_unique_and_valid_function_names() -> None:
    names = [operation["operationId"] for _path, _method, operation in OPERATIONS]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name) for name in names)
    assert {"getLadder", "streamMatch", "getOwnState", "listClocks"} <= set(names)
    assert SCHEMA["servers"][0]["url"] == "/"


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS, ids=NAMES)
def test_every_operation_lists_its_responses_and_errors(path: str, method: str, operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    [content] = answers["200"]["content"].values()
    assert content["schema"] != {"type": "object"}
    assert {"401", "403", "429", "503"} <= answers.keys()
    assert ("422" in answers) == bool("requestBody" in operation or operation["parameters"])
    too_many = SCHEMA["components"]["responses"]["TOO_MANY_REQUESTS"]
    assert "Retry-After" in too_many["headers"]


def test_optional_parameters_are_not_required() -> None:
    types = SCHEMA["components"]["schemas"]
    for name, needed in {"TableIn": ["ruleset"], "QuickIn": ["ruleset"], "SeatIn": None, "OfferIn": None}.items():
        assert types[name].get("required") == needed
        assert all("default" not in field for field in types[name]["properties"].values())
    bodies = {path: one["requestBody"] for path, _method, one in OPERATIONS if "requestBody" in one}
    optional = {path.rpartition("/")[2] for path, body in bodies.items() if not body["required"]}
    assert optional == {"abort", "join", "rematch"}


def test_the_schema_lists_the_allowed_values() -> None:
    types = SCHEMA["components"]["schemas"]
    assert types["SeekIn"]["properties"]["clock"]["enum"] == list(LIVE_CLOCKS)
    assert types["TableIn"]["properties"]["clock"]["enum"] == [*LIVE_CLOCKS, *DAYS_CLOCKS, ""]
    assert types["QuickIn"]["properties"]["ruleset"]["enum"] == list(Game.registry)


def test_the_clocks_are_listed(stranger: Program) -> None:
    clocks = {one["clock"]: one for one in stranger.read("/clocks")}
    assert list(clocks) == [*LIVE_CLOCKS, *DAYS_CLOCKS]
    assert [name for name, one in clocks.items() if one["seek"]] == list(LIVE_CLOCKS)
    assert clocks["3d"] == {"clock": "3d", "label": "3 days per move", "live": False, "seek": False}


@pytest.mark.parametrize("ruleset", Game.registry)
def test_every_view_matches_its_type(ruleset: str) -> None:
    rng = random.Random(5)
    game = Game.registry[ruleset]({})
    while not game.over:
        if game.phase == "deal":
            game.deal(draw_deal(game, rng))
        for reader in (None, *range(game.players)):
            check(ViewOut, game.view(reader))
        if game.phase not in {"deal", "over"}:
            game.apply(choose(game, rng))


def test_every_state_matches_its_type(amina: User, badr: User) -> None:
    def check_both(match: Match) -> None:
        table = load_table(match.code)
        for reader in (None, 0):
            check(StateOut, state_out(table, reader))
            for recent in (True, False):
                check(
                    StateFrame, table.state_frame(reader, table.recent, recent=recent, online=[True] * len(table.seats))
                )

    check_both(open_table(amina))
    match = start_match(amina, badr)
    check_both(match)
    cut(match)
    check_both(match)
    move_once(match)
    check_both(match)
    check_both(finished_match(amina, badr, rated=False))
    quick = seating.start_quick_match(user=amina, ruleset="steere", options={})
    check_both(quick)


def test_the_guide_explains_every_key_of_a_state() -> None:
    guide = (settings.BASE_DIR / "docs" / "bots.md").read_text(encoding="utf-8")
    [example] = [text for text in re.findall(r"```json\n(.*?)```", guide, re.DOTALL) if '"view"' in text]
    state = json.loads(example)
    StateOut.model_validate_json(example, strict=True, extra="forbid")
    assert state.keys() == StateOut.model_fields.keys()
    explained = set(re.findall(r"`([\w.]+)`", guide))
    assert state.keys() <= explained
    assert {f"view.{key}" for key in state["view"]} <= explained
    assert {key for seat in state["seats"] for key in seat} - {"name"} <= explained


def test_the_protocol_names_every_key_of_a_state() -> None:
    protocol = (settings.BASE_DIR / "docs" / "protocol.md").read_text(encoding="utf-8")
    keys = {*StateFrame.model_fields, *ViewOut.model_fields, *LiveSeatState.model_fields, *PackOut.model_fields}
    assert {key for key in keys if not re.search(rf"[`\"]{key}[`\"]", protocol)} == set()


@pytest.mark.parametrize("kind", [PAIRED, INVITED, DECLINED, FULL, STARTED, TURN, SENT_AWAY])
def test_every_notice_matches_its_type(kind: str) -> None:
    check(NoticeFrame, notice_frame(Notice(7, kind, "23456789ABCD", "moroccan", "amina"), 1))


def test_record_lines_name_their_match(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    [line] = "".join(site_records(HistoryFilter())).splitlines()
    RecordLine.model_validate_json(line, strict=True, extra="forbid")
    told = RecordLine.model_validate_json(line)
    assert match.finished is not None
    assert (told.match, told.rated) == (match.code, True)
    assert told.finished == match.finished.isoformat(timespec="seconds")
