"""The example records of the rules: what must come out of each."""

import json
from pathlib import Path

import pytest

from games.rules.game import Game
from games.rules.record import check_record

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_replay_of_an_example_gives_what_it_must(path):
    example = json.loads(path.read_text())
    lines, valid = check_record(json.dumps(example["record"]), trace=True)
    rows = [json.loads(line) for line in lines]
    verdict, states = rows[-1], {row["move"]: row for row in rows[:-1]}
    if "expect_error" in example:
        assert not valid
        assert verdict["move"] == example["expect_error"]["move"]
        return
    assert valid, verdict
    for expected in example.get("expect", []):
        assert states[expected["move"]][expected["key"]] == expected["value"], expected
    final = {**rows[-2], **verdict}
    for key, value in example.get("expect_final", {}).items():
        assert final[key] == value


def test_there_is_an_example_of_every_ruleset():
    rulesets = {json.loads(path.read_text())["record"]["ruleset"] for path in EXAMPLES}
    assert rulesets == set(Game.registry)
