"""The events of Porrazo, and complete matches."""

import json
import random

import pytest

from games.rules.cards import FRENCH_52
from games.rules.deal import Deal
from games.rules.porrazo import Porrazo
from games.rules.record import check_record
from tests.rules.matches import play_match
from tests.rules.porrazo_tables import QUIET, deal_porrazo, run_to_last_batch
from tests.rules.tables import stack

# ---- events ----


def test_dealt_cards_are_listed_only_where_they_lie_face_up():  # P2, P7
    game = Porrazo({"players": 5, **QUIET, "target": 121})
    events = game.deal(Deal(4, FRENCH_52))
    assert [(event.kind, event.seat) for event in events[:3]] == [("deal", -1), ("batch", -1), ("announce", 0)]
    assert events[0].data == {"dealer": 4}
    assert events[1].data == {"batch": 0, "size": 3}
    game.batch = 1
    del game.stock[:15]
    game.events = []
    game._next_batch()
    assert [event.as_json() for event in game.events[1:2]] == [
        {"kind": "leftover", "seat": -1, "cards": list(FRENCH_52[45:48])}
    ]


def test_leftover_cards_dealt_to_hands_are_only_counted():  # P7
    game = deal_porrazo(players=3, leftover="players", target=121, **QUIET)
    run_to_last_batch(game)
    told = [event.data for event in game.events if event.kind == "leftover_hands"]
    assert told == [{"count": 3}]


def test_the_count_event_has_piles_points_and_scores():  # P22
    game = deal_porrazo(players=3, **QUIET)
    game.captured, game.scores = [20, 17, 15], [1, 2, 3]
    game._count()
    assert game.events[-1].as_json() == {
        "kind": "count", "seat": -1, "captured": [20, 17, 15], "free": 17, "points": [3, 0, 0],
        "before": [0, 0, 0], "scores": [4, 2, 3],
    }  # fmt: skip


# ---- complete matches ----


@pytest.mark.parametrize("options", [
    {}, {"players": 5, "leftover": "players"}, {"players": 8, "partners": True}, {"players": 6, "tendido": "last"},
])  # fmt: skip
def test_every_card_is_in_one_place_and_every_pile_is_counted(options):
    def observe(game, events):
        where = [*game.stock, *game.table, *(card for hand in game.hands for card in hand)]
        assert len(set(where)) == len(where)
        assert len(where) + sum(game.captured) == 52

    for seed in range(5):
        play_match(Porrazo, options, random.Random(seed), observe)


def test_a_record_whose_call_exceeds_the_holding_is_refused():  # P9
    record = {
        "format": "ronda-record/1",
        "ruleset": "porrazo",
        "options": {"tendido": "last"},
        "players": ["Ann", "Ben"],
        "deals": [{"dealer": 1, "deck": " ".join(stack(FRENCH_52, "KS 2H 8S"))}],
        "moves": [[0, "announce", "ronda"]],
    }
    lines, valid = check_record(json.dumps(record), trace=True)
    assert not valid
    assert json.loads(lines[-1])["move"] == 1
