"""How ``record verify-deals`` checks a record."""

import io
import json
import random
import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.rules.deal import Deal
from games.rules.fair import commit_to, draw_dealer, join_pack
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.rules.record import Record, Result, Uncut, check_record, read_record
from games.rules.steere import Steere
from games.rules.verify import verify_deals
from tests.rules.matches import choose, draw_deal, play_match

SALT = "00" * 32

Tamper = Callable[[dict[str, Any]], None]


def played(ruleset: type[Game] = Moroccan, seed: int = 3, **options: Any) -> dict[str, Any]:
    """Return the record of a complete match, with commitments to its packs."""
    game, deals, moves, _ = play_match(ruleset, options, random.Random(seed))
    result = Result("rules", tuple(game.scores), tuple(game.winners))
    names = tuple(f"p{seat}" for seat in range(game.players))
    record: dict[str, Any] = Record(ruleset, options, names, tuple(deals), moves, result).as_json()
    return record


def verdict(record: object) -> dict[str, Any]:
    line, agrees = verify_deals(json.dumps(record))
    said: dict[str, Any] = json.loads(line)
    assert said["agrees"] is agrees
    assert "\n" not in line
    return said


@pytest.mark.parametrize("name", sorted(Game.registry))
@given(seed=st.integers(0, 2**32))
def test_the_deals_of_an_unchanged_record_agree(name, seed):
    record = played(Game.registry[name], seed)
    said = verdict(record)
    assert said["deals"] == [
        {"deal": number, "committed": True, "agrees": True} for number in range(len(record["deals"]))
    ]
    assert said["agrees"]


def swap_cards(record: dict[str, Any]) -> None:
    cards = record["deals"][0]["deck"].split()
    record["deals"][0]["deck"] = " ".join([*cards[:-2], cards[-1], cards[-2]])


def other_cut(record: dict[str, Any]) -> None:
    record["deals"][0]["cut"] = record["deals"][0]["cut"] % 39 + 1


def other_salt(record: dict[str, Any]) -> None:
    record["deals"][0]["salt"] = "ab" * 32


def other_commitment(record: dict[str, Any]) -> None:
    record["deals"][0]["commitment"] = "cd" * 32


def no_commitment_later(record: dict[str, Any]) -> None:
    for key in ("salt", "commitment", "cut"):
        del record["deals"][-1][key]


def no_salt(record: dict[str, Any]) -> None:
    del record["deals"][0]["salt"]


def fewer_deals(record: dict[str, Any]) -> None:
    record["deals"].pop()


def recommit(record: dict[str, Any]) -> None:
    """Simulate a site that committed to another salt, from which another dealer would have been drawn."""
    deal = record["deals"][0]
    pack = join_pack(deal["deck"].split(), deal["cut"])
    deal["salt"] = next(
        salt for salt in (f"{number:064x}" for number in range(100)) if draw_dealer(salt, 2) != deal["dealer"]
    )
    deal["commitment"] = commit_to(deal["salt"], pack)


@pytest.mark.parametrize(
    "tamper",
    [swap_cards, other_cut, other_salt, other_commitment, no_commitment_later, no_salt, fewer_deals, recommit],
)
def test_a_manipulated_record_does_not_agree(tamper: Tamper):
    record = played(target=41)
    assert len(record["deals"]) > 1
    tamper(record)
    assert not verdict(record)["agrees"]


@given(seed=st.integers(0, 2**32))
def test_a_returned_card_at_a_place_not_drawn_from_the_salt_is_found(seed):
    game = Moroccan({"target": 121})
    deal = draw_deal(game, random.Random(seed))
    record = Record(Moroccan, {"target": 121}, ("Amina", "Badr"), (deal,), [], None).as_json()
    assert verdict(record)["agrees"]
    for at, place in enumerate(deal.returned):
        other = deepcopy(record)
        other["deals"][0]["returned"][at] = place - 1 if place else 1
        assert "the salt gives different places for the returned cards" in verdict(other)["deals"][0]["errors"]


def test_deals_from_before_commitments_existed_are_not_errors():
    record = played(target=41)
    for deal in record["deals"]:
        for key in ("salt", "commitment", "cut"):
            del deal[key]
    said = verdict(record)
    assert said["agrees"]
    assert {(deal["committed"], deal["agrees"]) for deal in said["deals"]} == {(False, None)}


def resigned_before_cut(hands: int) -> dict[str, Any]:
    """Return the record of a trick-taking match that a player resigned after this many hands, before the next cut."""
    rng = random.Random(9)
    game = Steere()
    deals: list[Deal] = []
    moves: list[Move] = []
    while len(deals) < hands or game.phase == "play":
        if game.phase == "deal":
            deals.append(draw_deal(game, rng))
            game.deal(deals[-1])
        else:
            moves.append(choose(game, rng))
            game.apply(moves[-1])
    dealer, deck, _returned, proof = draw_deal(game, rng)
    uncut = Uncut(dealer, join_pack(deck, proof.cut), proof.salt, proof.commitment)
    result = Result("resigned", tuple(game.scores), (1, 2), 0)
    record: dict[str, Any] = Record(
        Steere, {}, ("Amina", "Badr", "Chama"), tuple(deals), moves, result, uncut
    ).as_json()
    return record


@pytest.mark.parametrize("hands", [0, 1])
def test_an_uncut_pack_is_checked_too(hands):
    record = resigned_before_cut(hands)
    lines, valid = check_record(json.dumps(record))
    assert valid, lines
    assert read_record(json.dumps(record)).as_json() == record
    assert [deal["agrees"] for deal in verdict(record)["deals"]] == [True] * (hands + 1)
    cards = record["uncut"]["pack"].split()
    record["uncut"]["pack"] = " ".join(reversed(cards))
    assert not verdict(record)["agrees"]


def test_an_uncut_pack_must_be_in_the_record():
    record = resigned_before_cut(1)
    del record["uncut"]
    assert not verdict(record)["agrees"]


def test_a_pack_that_the_match_never_reached_is_refused():
    record = {**played(), "uncut": resigned_before_cut(0)["uncut"]}
    record["uncut"]["pack"] = " ".join(Moroccan.pack)
    record["uncut"]["commitment"] = commit_to(record["uncut"]["salt"], Moroccan.pack)
    assert verdict(record)["error"] == "uncut: the match never reaches this deal"


def test_a_first_dealer_not_drawn_from_the_salt_of_the_uncut_pack_is_found():
    record = resigned_before_cut(0)
    record["uncut"]["dealer"] = (record["uncut"]["dealer"] + 1) % 3
    assert "the salt gives a different first dealer" in verdict(record)["deals"][0]["errors"]


@pytest.mark.parametrize("changes", [
    {"salt": 1}, {"commitment": None}, {"cut": 0}, {"cut": 40}, {"cut": "3"}, {"cut": True}, {"cut": None},
])  # fmt: skip
def test_keys_of_the_wrong_type_are_refused(changes):
    record = played()
    record["deals"][0] |= changes
    assert "deals[0]" in verdict(record)["error"]
    assert not check_record(json.dumps(record))[1]


@pytest.mark.parametrize("uncut", [None, {}, {"dealer": 0, "pack": "1O", "salt": "", "commitment": ""}])
def test_an_uncut_pack_of_the_wrong_type_is_refused(uncut):
    assert "uncut" in verdict({**resigned_before_cut(1), "uncut": uncut})["error"]


def test_the_command_prints_one_line_and_exits_with_1_on_a_disagreement(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    record = played()
    good.write_text(json.dumps(record))
    call_command("record", "verify-deals", str(good))
    assert json.loads(capsys.readouterr().out)["agrees"] is True
    other_cut(record)
    bad.write_text(json.dumps(record))
    with pytest.raises(SystemExit) as left:
        call_command("record", "verify-deals", str(bad))
    assert left.value.code == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False


def test_the_command_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(played()).encode())))
    call_command("record", "verify-deals", "-")
    assert json.loads(capsys.readouterr().out)["agrees"] is True
