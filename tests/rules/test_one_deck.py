"""O1–O4: one deck, one point per card."""

from games.rules.one_deck import OneDeck
from tests.rules.tables import kinds, lay, leave_last_cards, legal, stack


def deal_one_deck(*groups: str) -> OneDeck:
    game = OneDeck()
    game.deal(game.draw_deal(1, stack(game.pack, *groups), lambda left: left))
    return game


def last_turns(table: str, *hands: str) -> OneDeck:
    game = deal_one_deck()
    leave_last_cards(game, table, *hands)
    return game


def test_there_are_no_calls_and_the_first_move_is_a_card():  # O1
    game = deal_one_deck("7C 7S 1C", "4C 4S 2C", "3O 6O 10O 12O")
    assert (game.phase, game.scores) == ("play", [0, 0])
    assert legal(game) == {"0 play 7C", "0 play 7S", "0 play 1C"}
    assert game.view(0)["interrupts"] == []


def test_a_darba_scores_one_and_two_players_can_overcall_it_for_five_and_ten():  # O2
    game = deal_one_deck("5C 5B 1C", "5S 5O 2C", "3O 6O 10O 12O")
    scores = [list(game.scores) for card in ("5C", "5S", "5B", "5O") if lay(game, card)]
    assert scores == [[0, 0], [0, 1], [5, 0], [0, 10]]


def test_clearing_the_table_scores_one():  # O3
    game = last_turns("2S", "2B 5S", "6S 7S")
    assert "missa" in kinds(lay(game, "2B"))
    assert game.scores == [1, 0]


def test_the_dealer_has_a_duty_with_the_last_card():  # O3
    game = last_turns("12S 3S", "5S", "12B")
    assert "duty_king" in kinds(lay(game, "5S 12B"))
    game = last_turns("1S 3S", "5S", "1B")
    assert "duty_ace" in kinds(lay(game, "5S 1B"))
    game = last_turns("1S 3S", "5S", "6B")
    assert "duty_empty" in kinds(lay(game, "5S 6B"))


def test_each_captured_card_scores_one_and_the_match_ends_after_one_deal():  # O1 O4
    game = last_turns("3S 5B", "5S", "3B")
    game.captured[:] = [10, 20]
    lay(game, "5S 3B")
    assert game.scores == [12, 22]
    assert game.winners == (1,)
    assert game.over


def test_equal_scores_are_a_draw():  # O4
    game = last_turns("3S 5B", "5S", "3B")
    game.captured[:] = [18, 18]
    lay(game, "5S 3B")
    assert (game.scores, game.winners, game.over) == ([20, 20], (), True)


def test_no_score_ends_the_match_before_the_deal_is_over():  # O4
    game = deal_one_deck("5C 5B 1C", "5S 5O 2C", "3O 6O 10O 12O")
    game.scores[:] = [200, 0]
    lay(game, "5C 5S")
    assert not game.over
