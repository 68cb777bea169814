"""M19–M23 and M25: playing cards, and scoring in chips."""

import pytest

from games.rules.refusals import IllegalMove
from tests.rules.tables import deal_moroccan, kinds, lay, play

QUIET = {"declarations": "automatic"}


def test_a_card_captures_its_equal_and_the_run_above_it():  # M19
    game = deal_moroccan("6C 1C 2C", "3C 4C 5C", "6O 7O 10O 12O", **QUIET)
    events = lay(game, "6C")
    assert events[0].kind == "capture"
    assert events[0].data == {"card": "6C", "cards": ["6O", "7O", "10O"]}
    assert game.captured == [4, 0]


def test_a_card_without_an_equal_stays_even_next_to_its_successor():  # M19
    game = deal_moroccan("5C 1C 2C", "3C 4C 11C", "6O 7O 10O 12O", **QUIET)
    assert kinds(lay(game, "5C")) == ["play"]
    assert game.table == ["6O", "7O", "10O", "12O", "5C"]


@pytest.mark.parametrize(("move", "code"), [
    ("0 play 3C", "not_in_hand"),
    ("1 play 3C", "not_your_turn"),
    ("5 play 6C", "not_your_turn"),
    ("-1 play 3C", "not_your_turn"),
    ("0 play 6C in-place", "not_in_place"),
    ("0 play 6X", "not_in_hand"),
    ("0 announce ronda", "not_now"),
    ("0 done", "not_now"),
    ("0 accept", "not_now"),
    ("0 claim 1", "not_now"),
    ("0 challenge 1", "not_now"),
    ("0 tendido now", "not_now"),
])  # fmt: skip
def test_an_illegal_move_is_refused_and_changes_nothing(move, code):  # M19
    game = deal_moroccan("6C 1C 2C", "3C 4C 5C", "6O 7O 10O 12O", **QUIET)
    before = game.trace()
    with pytest.raises(IllegalMove) as caught:
        play(game, move)
    assert caught.value.code == code
    assert game.trace() == before


def test_capturing_the_card_just_laid_scores_one():  # M20
    game = deal_moroccan("10C 2C 4C", "10S 6C 11C", "1O 3O 5O 7O", **QUIET)
    events = lay(game, "10C 10S")
    assert kinds(events) == ["capture", "caida"]
    assert game.scores == [0, 1]


def test_capturing_the_card_just_laid_as_part_of_a_run_scores_nothing():  # M20
    game = deal_moroccan("4C 1C 6C", "3C 5C 11C", "3O 6O 10O 12O", **QUIET)
    assert kinds(lay(game, "4C 3C")) == ["capture"]
    assert game.scores == [0, 0]


def test_an_older_card_gives_no_caida():  # M20
    game = deal_moroccan("10C 2C 4C", "6C 1C 11C", "3O 5O 7O 12O", **QUIET)
    assert kinds(lay(game, "2C 6C 10C 1C")) == ["play"]
    game = deal_moroccan("10C 2C 4C", "6C 10S 11C", "3O 5O 7O 12O", **QUIET)
    lay(game, "10C 6C 2C")
    assert kinds(lay(game, "10S")) == ["capture"]


def test_the_first_card_of_a_batch_never_scores_a_caida():  # M20
    game = deal_moroccan("1C 2C 3C", "4C 5C 7C", "6O 10O 12O 2O", "7S 11S 12S", "11B 12B 1S", target=121, **QUIET)
    events = lay(game, "1C 4C 2C 5C 3C 7C 7S")
    assert kinds(events) == ["capture"]


def test_the_third_card_takes_the_caida_and_scores_five():  # M21
    game = deal_moroccan("5C 1C 2C", "5S 3C 4C", "5B 6C 7C", "10C 11C 4S", "1O 3O 12O 2O", players=4, **QUIET)
    lay(game, "5C 5S")
    assert (game.scores, game.captured) == ([0, 1], [0, 2])
    events = lay(game, "5B")
    assert kinds(events) == ["five", "undone"]
    assert (game.scores, game.captured) == ([5, 0], [3, 0])


def test_the_fourth_card_takes_it_again_and_scores_ten():  # M21
    game = deal_moroccan("5C 1C 2C", "5S 3C 4C", "5B 6C 7C", "5O 11C 4S", "1O 3O 12O 2O", players=4, **QUIET)
    lay(game, "5C 5S 5B 5O")
    assert (game.scores, game.captured) == ([0, 10], [0, 4])


def test_with_three_players_the_fourth_card_is_the_first_seats():  # M21
    game = deal_moroccan("5C 5O 2C", "5S 3C 4C", "5B 6C 7C", "1O 3O 12O 2O", players=3, **QUIET)
    lay(game, "5C 5S 5B 5O")
    # the ronda of fives in seat 0's hand was scored when it was dealt, M18
    assert game.scores == [11, 0, 0]


def test_the_run_of_a_caida_passes_on_too():  # M21
    game = deal_moroccan("5C 1C 2C", "5S 3C 4C", "5B 6C 7C", "10C 11C 4S", "6O 7O 12O 2O", players=4, **QUIET)
    lay(game, "5C 5S")
    assert game.captured == [0, 4]
    lay(game, "5B")
    assert game.captured == [5, 0]


def test_a_different_card_ends_the_chain():  # M21
    game = deal_moroccan("5C 1C 2C", "5S 3C 4C", "6C 7C 10S", "5O 11C 4S", "1O 3O 12O 2O", players=4, **QUIET)
    lay(game, "5C 5S 6C")
    assert kinds(lay(game, "5O")) == ["play"]
    assert game.scores == [0, 1]


def test_the_end_of_the_batch_ends_the_chain():  # M21
    game = deal_moroccan("1C 4C 5C", "2C 6C 5S", "7O 3O 12O 10O", "5B 1S 3S", chain=True, target=121, **QUIET)
    lay(game, "1C 2C 4C 6C 5C")
    assert kinds(lay(game, "5S"))[:2] == ["capture", "caida"]
    assert kinds(lay(game, "5B")) == ["play"]


def test_without_chain_the_third_card_stays_on_the_table():  # M21
    game = deal_moroccan("5C 5B 1C", "5S 5O 2C", "7O 3O 12O 10O", target=121, **QUIET)
    lay(game, "5C 5S")
    assert kinds(lay(game, "5B"))[0] == "play"
    assert kinds(lay(game, "5O"))[:2] == ["capture", "caida"]


def test_a_caida_that_reaches_the_target_wins_before_it_can_be_overcalled():  # M21 ruling
    game = deal_moroccan("4C 4O 1C", "4S 6S 7S", "2O 3O 12O 10O", target=5, undeclared_penalty=5, **QUIET)
    game.scores[1] = 4
    lay(game, "4C 4S")
    assert game.over
    assert game.winners == (1,)


@pytest.mark.parametrize(("scale", "scores"), [("1-5-10", (1, 5, 10)), ("1-6-15", (1, 6, 15))])
def test_the_scale_sets_the_points_of_caida_five_and_ten(scale, scores):  # M22
    game = deal_moroccan(
        "5C 1C 2C", "5S 3C 4C", "5B 6C 7C", "5O 11C 4S", "1O 3O 12O 2O", players=4, caida_scale=scale, **QUIET
    )
    lay(game, "5C 5S")
    assert game.scores == [0, scores[0]]
    lay(game, "5B")
    assert game.scores == [scores[1], 0]
    lay(game, "5O")
    assert game.scores == [0, scores[2]]


def test_a_missa_scores_one_besides_the_caida_and_passes_on_in_a_chain():  # M23
    game = deal_moroccan("1C 4O 7C", "4C 2C 6C", "4S 10C 11C", "4B 2S 6S", "1O 2O 3O 5O", players=4, **QUIET)
    lay(game, "1C 4C")
    assert game.table == ["5O", "4C"]
    assert kinds(lay(game, "4S")) == ["capture", "caida", "missa"]
    assert game.scores == [2, 0]
    assert kinds(lay(game, "4B")) == ["five", "missa", "undone"]
    assert game.scores == [0, 6]
    lay(game, "4O")
    assert game.scores == [11, 0]
