"""The rules' example records and the expected result of each."""

import json
from pathlib import Path

import pytest

from games.rules.game import Game
from games.rules.record import check_record

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_replaying_an_example_gives_the_expected_result(path):
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


def test_every_ruleset_has_an_example():
    rulesets = {json.loads(path.read_text())["record"]["ruleset"] for path in EXAMPLES}
    assert rulesets == set(Game.registry)
