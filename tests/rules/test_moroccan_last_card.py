"""M23 and M24: the very last card of a deal, and the dealer's duty."""

import pytest

from tests.rules.tables import kinds, last_turns, lay


def test_the_very_last_card_of_a_deal_scores_no_missa():  # M23
    game = last_turns("2B 3B", "1S", "1B")
    assert kinds(lay(game, "1S 1B")) == ["capture", "caida", "count"]


def test_the_second_to_last_card_can_score_a_missa():  # M23
    game = last_turns("2B", "2S", "1B")
    assert kinds(lay(game, "2S")) == ["capture", "missa"]


def test_taking_a_chain_with_the_very_last_card_loses_its_missa():  # M23
    game = last_turns("", "1S 1C", "1B 1O", chain=True)
    lay(game, "1S 1B")
    assert game.scores == [0, 2]
    lay(game, "1C")
    assert game.scores == [6, 0]
    assert kinds(lay(game, "1O"))[:2] == ["ten", "undone"]
    assert game.scores == [0, 10]


def test_the_dealer_scores_five_for_capturing_a_king_with_the_very_last_card():  # M24
    game = last_turns("12S 1S", "5S", "12B", dealer_duty=True)
    assert "duty_king" in kinds(lay(game, "5S 12B"))
    assert game.scores == [0, 5]


@pytest.mark.parametrize(("table", "card", "kind"), [
    ("12S 1S", "4B", "duty_empty"),
    ("12S 1S", "1B", "duty_ace"),
    ("2S", "12B", "duty_empty"),
    ("2S", "1B", "duty_empty"),
])  # fmt: skip
def test_the_opponents_score_five_when_the_dealer_fails_the_duty(table, card, kind):  # M24
    game = last_turns(table, "5S", card, dealer_duty=True)
    assert kind in kinds(lay(game, "5S", card))
    assert game.scores == [5, 0]


def test_any_other_capture_with_the_very_last_card_fulfils_the_duty():  # M24
    game = last_turns("12S 1S 7S", "5S", "7B", dealer_duty=True)
    lay(game, "5S 7B")
    assert game.scores == [0, 0]


def test_taking_over_a_chain_with_the_very_last_card_is_a_capture():  # M21 M24
    game = last_turns("2S", "12S 12C", "12B 12O", chain=True, dealer_duty=True)
    assert "duty_king" in kinds(lay(game, "12S 12B 12C 12O"))
    assert game.scores == [0, 15]


def test_each_of_two_opponents_scores_when_the_dealer_fails_the_duty():  # M24
    game = last_turns("2S", "5S", "6S", "10S", players=3, dealer_duty=True)
    lay(game, "5S 6S 10S")
    assert game.scores == [5, 5, 0]


def test_without_the_duty_the_last_card_scores_nothing():  # M24
    game = last_turns("12S 1S", "5S", "12B")
    lay(game, "5S 12B")
    assert game.scores == [0, 0]
