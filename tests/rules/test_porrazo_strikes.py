"""P14–P18: porrazo, counter porrazo and san benito, and the cleared table."""

import pytest

from tests.rules.porrazo_tables import deal_hands, end_deal, points_of, put_on_table
from tests.rules.tables import kinds, lay, legal, play

# ---- porrazo, counter, san benito ----


def test_matching_the_card_just_laid_is_a_porrazo_which_scores_unless_overcalled():  # P14, P17
    game = deal_hands("8S 6S 7S", "8H 9H 10H")
    events = lay(game, "8S 8H")
    assert kinds(events) == ["capture", "porrazo"]
    assert (game.captured, game.scores) == ([0, 2], [0, 0])
    pending = {"kind": "porrazo", "seat": 1, "rank": "8", "points": 1, "limpia": 1}
    assert game.view(None)["pending"] == pending
    assert kinds(lay(game, "6S")) == ["play", "stands", "limpia"]
    assert game.scores == [0, 2]
    assert game.view(None)["pending"] is None


@pytest.mark.parametrize(("rank", "points"), [("K", 4), ("Q", 3), ("J", 2), ("10", 1), ("5", 1)])
def test_a_porrazo_is_worth_a_ronda_of_its_rank(rank, points):  # P14
    game = deal_hands(f"{rank}S 6S 7S", f"{rank}H 9H 8H")
    put_on_table(game, "3S")
    lay(game, f"{rank}S {rank}H 6S")
    assert game.scores == [0, points]


def test_the_last_card_of_the_previous_batch_gives_no_porrazo():  # P14 (note 1)
    game = deal_hands("AS 5S 9S", "3H 7H KH")
    lay(game, "AS 3H 5S 7H 9S KH")
    assert (game.batch, game.stayed) == (1, -1)
    game.hands[0][0] = "KS"
    assert kinds(lay(game, "KS")) == ["capture"]


def test_capturing_the_card_just_laid_in_a_run_is_no_porrazo():  # P14 (note 2)
    game = deal_hands("7S 3S 4S", "6H 8H 10H")
    put_on_table(game, "2S 6S 9S")
    assert kinds(lay(game, "7S 6H")) == ["capture"]
    assert game.table == ["2S", "9S"]


def test_a_card_after_a_capture_is_no_porrazo():  # P14 (note 3)
    game = deal_hands("8S 3S 4S", "6H 7H 10H", "6D KS QS")
    put_on_table(game, "2S 6S 9S")
    assert kinds(lay(game, "8S 6H 6D")) == ["play"]


def test_the_third_card_takes_the_porrazo_with_its_run_and_is_worth_a_rondine():  # P15 (note 3)
    game = deal_hands("8S KS QS", "8H 7H 10H", "8D JS 5S")
    put_on_table(game, "2S 6S 9S")
    lay(game, "8S 8H")
    assert game.captured == [0, 3, 0]
    events = lay(game, "8D")
    assert kinds(events) == ["overcall", "counter"]
    assert (game.captured, game.table) == ([0, 0, 4], ["2S", "6S"])
    assert game.scores == [0, 0, 0]
    lay(game, "KS")
    assert game.scores == [0, 0, 3]


def test_a_counter_takes_no_older_card_of_the_rank():  # P15
    game = deal_hands("4H KS 4C", "4D 7H 10H")
    put_on_table(game, "4S 9S 3S")
    play(game, "0 play 4H in-place")
    assert lay(game, "4D")[0].data["cards"] == ["4H"]
    assert lay(game, "4C")[0].kind == "overcall"
    assert (game.table, game.captured) == (["4S", "9S", "3S"], [3, 0])


def test_a_third_card_later_than_the_next_seat_is_no_counter():  # P15
    game = deal_hands("8S KS QS", "8H 7H 10H", "8D JS 5S")
    put_on_table(game, "2S")
    lay(game, "8S 8H JS KS 7H")
    assert kinds(lay(game, "8D")) == ["play"]
    assert game.scores == [0, 1, 0]


def test_the_fourth_card_is_a_san_benito_and_wins_at_once():  # P16
    game = deal_hands("8S 8C QS", "8H 7H 10H", "8D JS 5S")
    put_on_table(game, "2S 6S 9S")
    events = lay(game, "8S 8H 8D 8C")
    assert kinds(events) == ["overcall", "san_benito", "won"]
    assert (game.winners, game.scores, game.captured) == ((0,), [0, 0, 0], [5, 0, 0])
    assert game.legal() == []


def test_a_san_benito_wins_for_the_side():  # P16
    game = deal_hands("8S JH QS", "8H 7H 10H", "8D JS 5S", "8C 4S 3S", partners=True)
    lay(game, "8S 8H 8D 8C")
    assert game.winners == (1,)


def test_a_third_card_laid_in_place_overcalls_nothing():  # P13, P15
    game = deal_hands("3S KS 9D", "3H 7H 10H", "3D JS 5S")
    put_on_table(game, "9S QS")
    lay(game, "3S 3H")  # the first of them is in place
    assert legal(game) >= {"2 play 3D", "2 play 3D in-place"}
    events = play(game, "2 play 3D in-place")
    assert kinds(events) == ["play", "stands", "in_place"]
    assert game.scores == [3, 1, 3]
    assert game.table == ["9S", "QS", "3D"]


def test_the_cards_of_a_strike_do_not_count_for_a_place():  # P13
    game = deal_hands("4S KS 9D", "4H 7H 10H", "4D JS 5S")
    put_on_table(game, "9S 6S")
    lay(game, "4S 4H")
    assert not any("in-place" in move for move in legal(game))


def test_a_card_in_place_can_be_struck_by_the_next_of_its_rank():  # P13, P14
    game = deal_hands("4D 6S 7S", "4H 9H 10H")
    put_on_table(game, "4S 5S 9S")
    play(game, "0 play 4D in-place")
    events = lay(game, "4H")
    assert kinds(events) == ["capture", "porrazo"]
    assert events[0].data["cards"] == ["4D", "5S"]


def test_a_strike_with_the_last_card_of_a_batch_scores_at_once():  # P17
    game = deal_hands("8S 6S QS", "2H 7H QH", target=121)
    put_on_table(game, "9S 10S")
    lay(game, "8S 2H 6S 7H")
    assert kinds(lay(game, "QS QH"))[:3] == ["capture", "porrazo", "stands"]
    assert game.scores == [0, 3]


def test_a_strike_scores_before_the_points_of_the_next_card():  # P17, P19
    game = deal_hands("KS 2S 7S", "KH 9H 10H", target=5)
    game.scores = [4, 1]
    put_on_table(game, "9S")
    lay(game, "KS KH")
    lay(game, "2S")  # in place, but the kings win first
    assert game.over
    assert (game.winners, game.scores, game.to_act) == ((1,), [4, 5], -1)
    assert game.table == ["9S", "2S"]


def test_after_a_strike_that_wins_the_next_capture_gets_cards_but_no_points():  # P19
    game = deal_hands("KS 9H 7S", "KH 5S 10H", target=5)
    game.scores = [4, 1]
    put_on_table(game, "9S")
    lay(game, "KS KH 9H")  # a limpia, but the kings win first
    assert (game.winners, game.scores, game.to_act) == ((1,), [4, 5], -1)
    assert (game.table, game.captured) == ([], [2, 2])


# ---- limpia ----


@pytest.mark.parametrize(("table", "card", "points"), [
    ("8S", "8D", 1), ("JS QS KS", "JD", 4), ("10S JS", "10D", 2), ("QS KS AS", "QD", 1), ("QS", "QD", 3),
])  # fmt: skip
def test_clearing_the_table_is_worth_the_last_card_of_the_run(table, card, points):  # P18
    game = deal_hands(f"{card} 6S 7S", "2H 9H 5H")
    put_on_table(game, table)
    assert points_of(lay(game, card), "limpia") == [points]
    assert game.scores == [points, 0]


def test_a_limpia_passes_to_the_counter():  # P18: the source's 7, 6, 6, 6
    game = deal_hands("6S KS QS", "6H 7H 10H", "6D JS 5S")
    put_on_table(game, "7S")
    lay(game, "6S 6H 6D KS")
    assert game.scores == [0, 0, 4]


def test_a_porrazo_and_its_limpia_score_together():  # P18: the source's 7, 6, 6
    game = deal_hands("6S KS QS", "6H 7H 10H")
    put_on_table(game, "7S")
    lay(game, "6S 6H KS")
    assert game.scores == [0, 2]


def test_the_very_last_card_of_a_deal_makes_no_limpia():  # P18
    game = end_deal("8S", "9S", "8D")
    lay(game, "9S")
    assert game._deal_is_played() is False
    assert "limpia" not in kinds(lay(game, "8D"))
    assert game.captured == [0, 3]


def test_a_limpia_is_lost_if_the_very_last_card_takes_it():  # P18
    game = end_deal("7S", "6S", "6H", "6D", target=121)
    events = lay(game, "6S 6H 6D")
    assert points_of(events, "stands") == [3]
    assert "limpia" not in kinds(events)


def test_a_porrazo_before_the_very_last_card_keeps_its_limpia():  # P17, P18
    game = end_deal("7S", "6S", "6H", "KS", target=121)
    events = lay(game, "6S 6H KS")
    assert kinds(events)[:3] == ["play", "stands", "limpia"]
