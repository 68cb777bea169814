"""Each move is parsed once, into the type for its kind, and still equals its tuple in the match record."""

import random

import pytest

from games.rules.game import Game
from games.rules.moves import (
    Accept,
    Announce,
    AnswerTendido,
    Challenge,
    Claim,
    Done,
    MalformedMove,
    Play,
    PlayInPlace,
    parse_move,
)
from tests.rules.matches import play_match

KINDS = {
    Play: [0, "play", "7C"],
    PlayInPlace: [1, "play", "2S", "in-place"],
    Announce: [2, "announce", "ronda"],
    AnswerTendido: [0, "tendido", "now"],
    Claim: [1, "claim", 0],
    Challenge: [0, "challenge", 1],
    Accept: [1, "accept"],
    Done: [0, "done"],
}


@pytest.mark.parametrize(("kind", "raw"), KINDS.items())
def test_each_kind_of_move_has_a_type_and_equals_its_record(kind: type, raw: list[object]) -> None:
    move = parse_move(raw)
    assert type(move) is kind
    assert list(move) == raw
    assert move == tuple(raw)
    assert move._replace(seat=7) == (7, *raw[1:])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ([0, "play", "7C", "at-once"], "play takes one word"),
        ([0, "play"], "play takes a word"),
        ([0, "tendido", "now", "later"], "tendido takes one word"),
        ([0, "announce", 7], "announce takes a word"),
        ([0, "claim", True], "claim takes one seat"),
        ([0, "done", 1], "done takes no argument"),
        ([0, "sing"], "unknown verb"),
        ([0, ["play"]], "the verb of a move is a string"),
        ([True, "done"], "the seat of a move is an integer"),
    ],
)
def test_a_malformed_move_is_refused_with_a_sentence(raw: list[object], message: str) -> None:
    with pytest.raises(MalformedMove, match=message):
        parse_move(raw)


@pytest.mark.parametrize("ruleset", Game.registry.values(), ids=Game.registry)
def test_legal_moves_are_what_their_record_is_parsed_to(ruleset: type[Game]) -> None:
    def check(game: Game, _events: object) -> None:
        for move in game.legal():
            assert type(parse_move(list(move))) is type(move)
            assert parse_move(list(move)) == move

    play_match(ruleset, {}, random.Random(3), check)
