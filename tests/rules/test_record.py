"""The match record and ``record check``, as described in docs/record.md."""

import io
import json
import random
import sys

import pytest
from django.core.management import call_command

from games.rules.moroccan import Moroccan
from games.rules.record import RecordError, check_record, read_record
from tests.rules.matches import play_match


def make_record(**changes: object) -> dict[str, object]:
    """Return the record of a match that was played to the end, with these changes."""
    game, deals, moves, _ = play_match(Moroccan, {"target": 5}, random.Random(4))
    record: dict[str, object] = {
        "format": "ronda-record/1",
        "ruleset": "moroccan",
        "options": {"target": 5},
        "players": ["Amina", "Bilal"],
        "deals": [
            {"dealer": deal.dealer, "deck": " ".join(deal.deck), "returned": list(deal.returned)} for deal in deals
        ],
        "moves": [list(move) for move in moves],
        "result": {"reason": "rules", "sides": game.scores, "winners": list(game.winners)},
    }
    return {**record, **changes}


def verdict(record: object) -> dict[str, object]:
    lines, valid = check_record(record if isinstance(record, bytes) else json.dumps(record))
    last = json.loads(lines[-1])
    assert last["valid"] is valid
    return last


def without(key: str) -> dict[str, object]:
    record = make_record()
    del record[key]
    return record


def deal_with(**changes: object) -> dict[str, object]:
    record = make_record()
    deals: list[dict[str, object]] = record["deals"]  # type: ignore[assignment]
    return {**record, "deals": [{**deals[0], **changes}, *deals[1:]]}


def test_a_whole_match_is_valid_and_finished():
    record = make_record()
    said = verdict(record)
    assert said["finished"] is True
    assert {"sides": said["scores"], "winners": said["winners"], "reason": "rules"} == record["result"]


@pytest.mark.parametrize("record", [
    b"\xff\xfe", b"", b"[", b"null", b"[]", b"[" * 100_000, {}, {"format": "ronda-record/2"},
    without("format"), without("ruleset"), without("options"), without("players"), without("deals"), without("moves"),
    make_record(ruleset="belote"), make_record(ruleset=["moroccan"]), make_record(options=[]),
    make_record(options={"target": 5.0}), make_record(options={"target": True}),
    make_record(options={"tendido": "last"}),
    make_record(players=["Amina"]), make_record(players=["Amina", 3]), make_record(players="ab"),
    make_record(deals=[]), make_record(deals={}), make_record(deals=[[]]), make_record(moves={}),
    make_record(result=None), make_record(result={}),
    make_record(result={"reason": "bored", "sides": [1, 2], "winners": []}),
    make_record(result={"reason": "rules", "sides": [1], "winners": []}),
    make_record(result={"reason": "rules", "sides": [1, 2], "winners": [2]}),
    make_record(result={"reason": "rules", "sides": [1, 2], "winners": [1, 1]}),
    make_record(result={"reason": "resigned", "seat": 2, "sides": [1, 2], "winners": [1]}),
    make_record(result={"reason": "resigned", "seat": 0, "sides": [0, 0], "winners": [1]}),
    deal_with(dealer=2), deal_with(dealer=True), deal_with(dealer="0"), deal_with(deck=[]), deal_with(deck="1C 2C"),
    deal_with(returned=[1.0]), deal_with(returned=None), deal_with(returned=[0] * 9),
])  # fmt: skip
def test_an_invalid_file_is_reported_without_blaming_a_move(record):
    said = verdict(record)
    assert said["valid"] is False
    assert said["move"] is None
    assert said["error"]


@pytest.mark.parametrize("move", [
    [], [0], "play", [0, "play"], [0, "play", 7], [0, "play", "7C", "at-once"], [0, "sing"], [0, "accept", 1],
    [True, "play", "7C"], ["0", "play", "7C"], [0, "claim", "1"], [0, "claim"], [0, "claim", True], [0, 7],
    [0, "announce", "ronda", "in-place"], [9, "done"], [0, "play", "7C", "in-place", 1], None, {},
])  # fmt: skip
def test_an_illegal_move_is_reported_with_its_number(move):
    record = make_record()
    moves: list[object] = record["moves"]  # type: ignore[assignment]
    said = verdict({**record, "moves": [*moves[:3], move, *moves[3:]]})
    assert (said["valid"], said["move"]) == (False, 4)


def test_the_trace_of_the_moves_before_an_illegal_one_is_printed():
    record = make_record()
    moves: list[object] = record["moves"]  # type: ignore[assignment]
    lines, _ = check_record(json.dumps({**record, "moves": [*moves[:3], [0, "sing"]]}), trace=True)
    assert [json.loads(line).get("move") for line in lines] == [0, 1, 2, 3, 4]


def test_no_trace_is_printed_for_other_errors():
    lines, _ = check_record(
        json.dumps(make_record(result={"reason": "rules", "sides": [99, 0], "winners": [0]})), trace=True
    )
    assert len(lines) == 1


def test_unknown_keys_are_ignored():
    assert verdict(make_record(event="friendly", salt="x"))["valid"]


def test_reading_and_writing_a_record_round_trips():
    record = make_record()
    again = read_record(json.dumps(record)).as_json()
    assert read_record(json.dumps(again)).as_json() == again


def test_an_external_reason_is_only_valid_for_matches_that_the_rules_have_not_ended():
    record = make_record(moves=[], result={"reason": "aborted", "sides": [0, 0], "winners": []})
    record["deals"] = record["deals"][:1]  # type: ignore[index]
    assert verdict(record) == {"valid": True, "finished": False, "scores": [0, 0], "winners": []}
    assert not verdict({**record, "result": {"reason": "rules", "sides": [0, 0], "winners": []}})["valid"]


def test_the_exception_for_an_invalid_record_names_the_place():
    with pytest.raises(RecordError, match=r"deals\[0\].dealer"):
        read_record(json.dumps(deal_with(dealer=7)))


def test_the_command_reads_a_file_and_exits_with_1_for_an_invalid_record(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(make_record()))
    bad.write_text("{}")
    call_command("record", "check", str(good))
    assert json.loads(capsys.readouterr().out)["valid"]
    with pytest.raises(SystemExit) as left:
        call_command("record", "check", str(bad))
    assert left.value.code == 1


def test_the_batch_mode_checks_each_line_and_separates_the_results(monkeypatch, capsys):
    lines = [json.dumps(make_record()), "{}", json.dumps(make_record())]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    call_command("record", "check", "--batch")
    answers = capsys.readouterr().out.split("---\n")
    assert [json.loads(answer)["valid"] for answer in answers[:-1]] == [True, False, True]
    assert answers[-1] == ""
