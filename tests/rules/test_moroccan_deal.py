"""M1–M6 and the options of Moroccan ronda."""

import random

import pytest

from games.rules.deal import Deal, DealError
from games.rules.moroccan import Moroccan
from games.rules.options import OptionError
from tests.rules.tables import deal_moroccan, kinds, lay, stack

QUIET = {"declarations": "automatic"}


def test_the_pack_has_forty_cards_and_ten_follows_seven():  # M1
    game = deal_moroccan("6C 1C 2C", "3C 4C 5C", "6O 7O 10O 12O", **QUIET)
    assert len(game.pack) == 40
    lay(game, "6C")
    assert game.table == ["12O"]


def test_no_run_goes_from_king_to_ace():  # M1 M19
    game = deal_moroccan("12C 2C 3C", "4C 5C 6C", "12O 1O 3O 5O", **QUIET)
    lay(game, "12C")
    assert sorted(game.table) == ["1O", "3O", "5O"]


def test_the_deal_passes_to_the_next_seat():  # M2
    game = Moroccan({"players": 3, **QUIET})
    assert game.next_dealer is None
    game.deal(Deal(2, game.pack, game.draw_deal(2, game.pack, lambda left: left).returned))
    assert game.next_dealer == 0
    assert game.leader == 0


def test_a_deal_by_another_seat_than_the_next_is_refused():  # M2
    rng = random.Random(3)
    game = Moroccan({"target": 121, **QUIET})
    game.deal(game.draw_deal(0, game.pack, lambda left: left))
    while game.phase == "play":
        game.apply(rng.choice(game.legal()))
    before = game.trace()
    with pytest.raises(DealError, match="seat 1 deals"):
        game.deal(game.draw_deal(0, game.pack, lambda left: left))
    assert game.trace() == before


def test_each_seat_gets_three_cards_at_once_from_the_next_seat_then_four_go_to_the_table():  # M3
    game = deal_moroccan("1C 2C 3C", "4C 5C 6C", "7O 10S 12O 2B", dealer=0, **QUIET)
    assert game.hands == [["4C", "5C", "6C"], ["1C", "2C", "3C"]]
    assert game.table == ["7O", "10S", "12O", "2B"]
    assert game.to_act == 1


@pytest.mark.parametrize(("options", "batches"), [
    ({"players": 2}, [3] * 6),
    ({"players": 3}, [3] * 4),
    ({"players": 4}, [3] * 3),
    ({"players": 4, "dealing": "four-first"}, [4, 3, 3]),  # M4
    ({"players": 2, "dealing": "four-all"}, [4] * 5),  # M4
])  # fmt: skip
def test_batches_follow_until_the_pack_is_gone(options, batches):  # M3 M4
    rng = random.Random(5)
    game = Moroccan({"target": 121, "declarations": "automatic", **options})
    events = list(game.deal(game.draw_deal(0, game.pack, lambda left: left)))
    while game.phase == "play":
        events += game.apply(rng.choice(game.legal()))
    assert [event.data["size"] for event in events if event.kind == "batch"] == batches
    assert not game.stock


@pytest.mark.parametrize("options", [{"players": 4, "dealing": "four-first"}, {"dealing": "four-all"}])
def test_no_cards_go_to_the_table_when_hands_have_four(options):  # M4
    assert deal_moroccan(**options, **QUIET).table == []


def test_a_repeated_rank_goes_back_into_the_stock_at_its_drawn_position():  # M5
    game = deal_moroccan("1C 2C 3C", "4C 5C 6C", "7O 7S 12O 2B 10O", returned=(20,), **QUIET)
    assert game.table == ["7O", "12O", "2B", "10O"]
    assert "7S" in game.stock


def test_a_card_put_back_on_top_is_dealt_again():  # M5
    game = deal_moroccan("1C 2C 3C", "4C 5C 6C", "7O 7S 12O 2B 10O", returned=(0, 30), **QUIET)
    assert game.table == ["7O", "12O", "2B", "10O"]


def test_the_last_of_four_consecutive_ranks_goes_back_in_any_order():  # M5
    game = deal_moroccan("1C 2C 3C", "4C 5C 6C", "11O 6O 10S 7B 2O", returned=(5,), **QUIET)
    assert game.table == ["11O", "6O", "10S", "2O"]
    assert game.stock[4] == "7B"


def test_the_replacement_for_the_last_of_a_sequence_is_checked_again():  # M5
    game = deal_moroccan("1C 2C 3C", "4C 5C 6C", "11O 6O 10S 7B 7O 6S 2O", returned=(9, 9, 9), **QUIET)
    assert game.table == ["11O", "6O", "10S", "2O"]


def test_one_event_names_all_the_cards_that_go_back_in_order():  # M5
    game = Moroccan(QUIET)
    events = game.deal(Deal(1, stack(game.pack, "1C 2C 3C", "4C 5C 6C", "11O 6O 10S 7B 7O 6S 2O"), (9, 9, 9)))
    assert [(event.kind, event.data["cards"]) for event in events if "cards" in event.data] == [
        ("put_back", ["7B", "7O", "6S"]),
        ("table", ["11O", "6O", "10S", "2O"]),
    ]


@pytest.mark.parametrize(("places", "message"), [
    ((), "missing"),
    ((33,), "not a place in a stock of 32"),
    ((-1,), "not a place"),
    ((4, 4), "no card is put back"),
])  # fmt: skip
def test_invalid_positions_are_refused_and_change_nothing(places, message):  # M5
    game = Moroccan(QUIET)
    before = game.trace()
    with pytest.raises(DealError, match=message):
        game.deal(Deal(1, stack(game.pack, "1C 2C 3C", "4C 5C 6C", "7O 7S 12O 2B 10O"), places))
    assert game.trace() == before


def test_exactly_the_positions_that_a_deal_needs_are_drawn():  # M5
    rng = random.Random(8)
    for _ in range(300):
        game = Moroccan({"players": rng.choice([2, 3, 4]), **QUIET})
        deck = rng.sample(game.pack, 40)
        events = game.deal(game.draw_deal(rng.randrange(game.players), deck, lambda left: rng.randint(0, left)))
        table = next(event for event in events if event.kind == "table").data["cards"]
        assert len({card[:-1] for card in table}) == 4


def test_the_seat_after_the_dealer_leads_every_batch():  # M6
    game = deal_moroccan("1C 2C 3C", "4C 5C 7C", "6O 10O 12O 2O", dealer=1, target=121, **QUIET)
    events = lay(game, "1C 4C 2C 5C 3C 7C")
    assert "batch" in kinds(events)
    assert game.to_act == 0


@pytest.mark.parametrize(("options", "name"), [
    ({"players": 5}, "players"),
    ({"players": 2.0}, "players"),
    ({"target": True}, "target"),
    ({"target": 4}, "target"),
    ({"target": 122}, "target"),
    ({"target": "41"}, "target"),
    ({"chain": 1}, "chain"),
    ({"dealing": "four-first"}, "dealing"),
    ({"dealing": "four-all", "players": 4}, "dealing"),
    ({"caida_scale": "paid"}, "caida_scale"),
    ({"undeclared_penalty": 2}, "undeclared_penalty"),
    ({"tendido": "last"}, "tendido"),
])  # fmt: skip
def test_options_that_the_ruleset_does_not_allow_are_refused_by_name(options, name):
    with pytest.raises(OptionError, match=name) as caught:
        Moroccan(options)
    assert caught.value.option == name


@pytest.mark.parametrize(("players", "chain"), [(2, False), (3, True), (4, True)])
def test_by_default_a_caida_can_be_overcalled_only_with_three_or_four_players(players, chain):
    assert Moroccan({"players": players}).chosen["chain"] is chain


def test_four_players_form_two_partnerships():
    assert Moroccan({"players": 4}).sides == (0, 1, 0, 1)
    assert Moroccan({"players": 3}).sides == (0, 1, 2)
