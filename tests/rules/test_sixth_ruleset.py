"""A ruleset that is defined only here: adding a ruleset changes no other file (docs/adding-a-ruleset.md)."""

import json
import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

import pytest

from games.rules.events import Event, EventText
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.rules.options import Option, OptionSet, Value, Values
from games.rules.record import Record, Result, check_record
from games.rules.texts import gettext_noop
from tests.rules.matches import pairwise, play_match
from tests.rules.test_contract import Onlooker


@pytest.fixture
def short_ronda() -> Iterator[type[Game]]:
    """Register Short Ronda while a test runs. Calls are automatic, ten points win, and a missa is called *fregado*."""

    class ShortRonda(Moroccan):
        name: ClassVar[str] = "short"
        title: ClassVar[str] = gettext_noop("Short Ronda")
        summary: ClassVar[str] = gettext_noop("First to ten.")
        options: ClassVar[OptionSet] = OptionSet((Option("players", (2, 3), 2, gettext_noop("Players")),))
        event_texts: ClassVar[Mapping[str, EventText]] = {
            **Moroccan.event_texts,
            "missa": EventText("{seat}: fregado!", "Fregado", source="Fregados"),
        }

        def settle_rules(self, o: Values) -> None:
            given: dict[str, Value] = {"players": o["players"], "declarations": "automatic", "target": 10}
            super().settle_rules(Moroccan.options.complete(given))

    yield ShortRonda
    del Game.registry["short"]


def test_a_new_ruleset_is_found_by_name_and_keeps_the_contract(short_ronda):
    assert Game.registry["short"] is short_ronda
    for options in pairwise(short_ronda):
        for seed in range(20):
            rng = random.Random(seed)
            game, *_ = play_match(short_ronda, options, rng, Onlooker(rng))
            assert max(game.scores) >= 10


def test_records_of_a_new_ruleset_are_checked_like_any_other(short_ronda):
    game, deals, moves, _ = play_match(short_ronda, {}, random.Random(1))
    result = Result("rules", tuple(game.scores), tuple(game.winners))
    record = Record(short_ronda, {}, ("Amina", "Bilal"), tuple(deals), moves, result)
    lines, valid = check_record(json.dumps(record.as_json()))
    assert valid
    assert json.loads(lines[-1])["scores"] == game.scores


def test_a_class_without_a_name_is_not_a_ruleset():
    known = dict(Game.registry)

    class Helper(Game):
        def legal(self) -> list[Move]:
            return []

        def apply(self, move: Move) -> list[Event]:
            return []

    assert Game.registry == known
    assert Helper.__name__ == "Helper"
