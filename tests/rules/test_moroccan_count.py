"""M26 and M28–M30: the count, and the end of a match."""

import pytest

from games.rules.refusals import IllegalMove
from tests.rules.tables import deal_moroccan, last_turns, lay

QUIET = {"declarations": "automatic"}


def test_cards_left_on_the_table_go_to_the_side_that_captured_last():  # M28
    game = last_turns("12S 1S 3S", "5S 12B", "6S 10S")
    events = lay(game, "5S 6S 12B 10S")
    assert next(event for event in events if event.kind == "sweep").data == {
        "side": 0,
        "cards": ["1S", "3S", "5S", "6S", "10S"],
    }
    assert game.captured == [7, 0]


def test_with_two_sides_each_card_above_twenty_counts_a_point():  # M30
    game = last_turns("1O 5O", "5S", "6S")
    game.captured[:] = [22, 14]
    lay(game, "5S 6S")
    assert game.captured == [26, 14]
    assert game.scores == [6, 0]


def test_with_three_sides_each_card_above_thirteen_counts_a_point():  # M30
    game = last_turns("1O 5O", "5S", "6S", "7S", players=3)
    game.captured[:] = [9, 12, 14]
    lay(game, "5S 6S 7S")
    assert game.captured == [14, 12, 14]
    assert game.scores == [1, 0, 1]


def test_the_match_ends_at_the_count_when_the_target_is_reached():  # M30 M26
    game = last_turns("1O 5O", "5S", "6S")
    game.captured[:] = [29, 7]
    game.scores[:] = [110, 115]
    lay(game, "5S 6S")
    assert game.scores == [123, 115]
    assert game.winners == (0,)
    assert game.captured == [33, 7]


def test_play_continues_when_sides_tie_above_the_target():  # M26
    game = last_turns("1O 5O", "5S", "6S")
    game.captured[:] = [19, 21]
    game.scores[:] = [118, 120]
    lay(game, "5S 6S")
    assert game.scores == [121, 121]
    assert game.phase == "deal"


def test_after_a_tie_above_the_target_the_next_point_decides():  # M26
    game = deal_moroccan("10C 2C 4C", "10S 6C 11C", "1O 3O 5O 7O", target=5, **QUIET)
    game.scores[:] = [6, 6]
    lay(game, "10C 10S")
    assert game.winners == (1,)


def test_scores_are_compared_once_for_all_points_of_a_card():  # M25 M26
    game = deal_moroccan("1C 4O 7C", "4C 2C 6C", "4S 10C 11C", "4B 2S 6S", "1O 2O 3O 5O", players=4, target=5, **QUIET)
    game.scores[:] = [3, 0]
    lay(game, "1C 4C 4S")
    assert game.scores == [5, 0]
    assert game.winners == (0,)


def test_the_first_side_to_reach_the_target_wins_in_the_middle_of_a_deal():  # M26
    game = deal_moroccan("10C 2C 4C", "10S 6C 11C", "1O 3O 5O 7O", target=5, **QUIET)
    game.scores[1] = 4
    lay(game, "10C 10S")
    assert (game.phase, game.winners, game.to_act) == ("over", (1,), -1)
    assert game.legal() == []
    with pytest.raises(IllegalMove) as caught:
        lay(game, "2C")
    assert caught.value.code == "match_over"
