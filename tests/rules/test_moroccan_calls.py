"""M7–M12: true, silent and false calls of ronda and tringa."""

import pytest

from games.rules import calls, tringa
from tests.rules.tables import QUIET_TABLE, announce, deal_moroccan, kinds, lay, legal, refusal

RANKS = {rank: place for place, rank in enumerate(["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])}


def packed(ranks: str) -> int:
    return tringa.pack_ranks([RANKS[rank] for rank in ranks.split()])


# ---- M7, M9, M10: what hands hold, which calls are true, how they rank ----


@pytest.mark.parametrize(("ranks", "held"), [
    ("1 2 3", "nothing"),
    ("7 7 1", "ronda"),
    ("7 7 7", "tringa"),
    ("1 2 3 4", "nothing"),
    ("7 7 1 2", "ronda"),
    ("7 7 1 1", "two-rondas"),
    ("7 7 7 7", "two-rondas"),
    ("7 7 7 1", "tringa"),
])  # fmt: skip
def test_the_holding_of_a_hand(ranks, held):  # M7
    assert tringa.holding(packed(ranks)) == held


@pytest.mark.parametrize(("call", "ranks", "true"), [
    ("ronda", "7 7 1", True),
    ("ronda", "7 7 7", True),
    ("ronda", "7 7 7 7", True),
    ("ronda", "1 2 3", False),
    ("tringa", "7 7 7", True),
    ("tringa", "7 7 7 7", False),
    ("tringa", "7 7 1", False),
    ("two-rondas", "7 7 1 1", True),
    ("two-rondas", "7 7 7 7", True),
    ("two-rondas", "7 7 7 1", False),
])  # fmt: skip
def test_the_calls_that_a_hand_makes_true(call, ranks, true):  # M9
    assert tringa.is_true(call, packed(ranks)) is true


def test_any_tringa_beats_any_ronda_and_otherwise_the_higher_rank():  # M10
    order = [
        tringa.strength("ronda", packed("1 1 12"), False),
        tringa.strength("ronda", packed("7 7 12"), False),
        tringa.strength("two-rondas", packed("7 7 10 10"), False),
        tringa.strength("ronda", packed("12 12 1"), False),
        tringa.strength("tringa", packed("1 1 1"), False),
        tringa.strength("tringa", packed("2 2 2 1"), False),
    ]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_with_ace_high_the_ace_beats_the_king():  # M10
    assert tringa.strength("ronda", packed("1 1 2"), True) > tringa.strength("ronda", packed("12 12 2"), True)
    assert tringa.strength("ronda", packed("12 12 2"), True) > tringa.strength("ronda", packed("2 2 3"), True)


# ---- M8: the announcement round ----


def test_each_seat_announces_in_turn_from_the_leader_before_a_card_is_played():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", "5C 5S 11C", QUIET_TABLE, players=3)
    assert (game.phase, game.to_act) == ("announce", 0)
    assert refusal(game, "0 play 7C") == "not_now"
    assert refusal(game, "1 announce ronda") == "not_your_turn"
    announce(game, "ronda", "nothing", "tringa")
    assert (game.phase, game.to_act) == ("play", 0)
    assert refusal(game, "0 announce ronda") == "not_now"


def test_any_hand_may_make_any_call_or_none():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 5S 2C", QUIET_TABLE)
    assert legal(game) == {"0 announce nothing", "0 announce ronda", "0 announce tringa"}
    game = deal_moroccan(dealing="four-all")
    assert "0 announce two-rondas" in legal(game)


def test_two_rondas_cannot_be_called_on_three_cards():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 5S 2C", QUIET_TABLE)
    assert refusal(game, "0 announce two-rondas") == "not_a_call"
    assert refusal(game, "0 announce belote") == "not_a_call"


# ---- M10–M12: the award ----


def test_a_single_call_scores_as_soon_as_the_round_is_over():  # M11
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", QUIET_TABLE)
    announce(game, "ronda")
    assert game.scores == [0, 0]
    announce(game, "nothing")
    assert game.scores == [1, 0]


def test_calls_of_partners_count_as_one_side():  # M11
    game = deal_moroccan("7C 7S 1C", "1S 2S 4S", "5C 5S 5B", "2C 4C 10C", QUIET_TABLE, players=4)
    announce(game, "ronda", "nothing", "tringa", "nothing")
    assert game.scores == [6, 0]


@pytest.mark.parametrize(("first", "second", "scores"), [
    ("tringa", "ronda", [6, 0]),
    ("ronda", "tringa", [0, 6]),
])  # fmt: skip
def test_a_tringa_against_a_ronda_is_decided_at_once(first, second, scores):  # M12
    game = deal_moroccan("7C 7S 7O", "4C 4S 4B", QUIET_TABLE)
    announce(game, first, second)
    assert game.scores == scores


def test_two_rondas_are_decided_by_the_second_card_of_the_better_hand():  # M12
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", QUIET_TABLE)
    announce(game, "ronda", "ronda")
    lay(game, "7C 4C")
    assert game.scores == [0, 0]
    lay(game, "7S")
    assert game.scores == [0, 0]  # seat 1 may hold kings
    lay(game, "4S")
    assert game.scores == [2, 0]


def test_a_tringa_that_beats_another_scores_for_both():  # M10
    game = deal_moroccan("7C 7S 7O", "4C 4S 4B", QUIET_TABLE)
    announce(game, "tringa", "tringa")
    lay(game, "7C")
    assert game.scores == [0, 0]
    lay(game, "4C")
    assert game.scores == [10, 0]


def test_equal_rondas_share_the_total():  # M10
    game = deal_moroccan("7C 7S 1C", "7B 7O 2C", QUIET_TABLE)
    announce(game, "ronda", "ronda")
    lay(game, "7C 2C 7S 7B")
    assert "award" in kinds(lay(game, "1C 7O"))
    assert game.scores == [1, 1]


def test_a_third_lower_ronda_makes_the_total_odd_and_half_of_it_is_rounded_down():  # M10
    callers = (
        calls.Caller(0, "ronda", packed("7 7")),
        calls.Caller(1, "ronda", packed("7 7")),
        calls.Caller(0, "ronda", packed("4 4")),
    )
    assert calls.find_award(callers, 3, False, 2) == (1, 1)


def test_four_rondas_whose_best_two_are_of_opponents_and_tie_score_two_each():  # M10
    callers = tuple(
        calls.Caller(seat % 2, "ronda", packed(cards)) for seat, cards in enumerate(["7 7", "7 7", "4 4", "5 5"])
    )
    assert calls.find_award(callers, 3, False, 2) == (2, 2)


def test_partners_who_tie_with_each_other_share_with_nobody():  # M10
    callers = (
        calls.Caller(0, "ronda", packed("7 7")),
        calls.Caller(1, "ronda", packed("4 4")),
        calls.Caller(0, "ronda", packed("7 7")),
    )
    assert calls.find_award(callers, 3, False, 2) == (3, 0)


def test_the_hands_of_the_callers_come_from_one_pack():  # M12
    # seat 1's third card must be a 12 or an 11; it cannot be a 12 if seat 0 has three of them
    callers = (calls.Caller(0, "ronda", packed("12 12 11")), calls.Caller(1, "ronda", packed("12 11")))
    assert calls.find_award(callers, 3, False, 2) is None  # 12 12 11 ties, 11 11 12 loses
    callers = (calls.Caller(0, "ronda", packed("12 12 12")), calls.Caller(1, "ronda", packed("12 11")))
    assert calls.find_award(callers, 3, False, 2) == (2, 0)


def test_the_award_waits_while_no_set_of_hands_is_possible():  # M12
    callers = (calls.Caller(0, "tringa", packed("7 7")), calls.Caller(1, "tringa", packed("7 7")))
    assert calls.find_award(callers, 3, False, 2) is None
    assert calls.possible_bests(callers, 3, False) == frozenset()


def test_void_calls_and_captured_cards_count_as_unknown():  # M12
    # three sevens are gone, but the players must still reckon with a pair of sevens
    game = deal_moroccan("12C 12S 7C", "7S 4C 2C", "7O 3S 6S 10S", target=121)
    announce(game, "ronda", "ronda")
    lay(game, "7C")
    lay(game, "7S")
    assert game.scores == [0, 0]
