"""Counts of everything that is publicly known about the players' calls, claims and challenges in a match."""

from __future__ import annotations

from tests.rules.tables import deal_moroccan, lay, play

TABLE = "3O 6O 10O 12O"


def counts(game, seat: int) -> dict[str, int]:
    """Return a seat's counts, except for those that are zero."""
    return {what: count for what, count in game.history()[seat].items() if count}


def test_a_false_call_that_nobody_challenges():
    game = deal_moroccan("1O 2O 4O", "5O 7O 11O", TABLE, target=121)
    play(game, "0 announce ronda", "1 announce nothing")
    lay(game, "1O 5O 2O 7O")
    assert counts(game, 0) == counts(game, 1) == {}, "nobody can know yet"
    lay(game, "4O 11O")
    assert counts(game, 0) == {"hands": 1, "false_calls": 1}
    assert counts(game, 1) == {"hands": 1, "missed_challenges": 1}


def test_a_false_call_that_is_challenged():
    game = deal_moroccan("1O 2O 4O", "5O 7O 11O", TABLE, target=121)
    play(game, "0 announce ronda", "1 challenge 0", "1 announce nothing")
    assert counts(game, 1) == {"challenges": 1}
    lay(game, "1O 5O 2O 7O 4O 11O")
    assert counts(game, 0) == {"hands": 1, "false_calls": 1}
    assert counts(game, 1) == {"hands": 1, "challenges": 1}


def test_a_hidden_holding_that_is_claimed():
    game = deal_moroccan("1O 1C 4O", "5O 7O 11O", TABLE, target=121)
    play(game, "0 announce nothing", "1 announce nothing")
    lay(game, "1O 5O 1C")
    play(game, "1 claim 0")
    lay(game, "7O 4O 11O")
    play(game, "0 announce nothing", "1 announce nothing")
    assert counts(game, 0) == {"hands": 1, "hidden_holdings": 1}
    assert counts(game, 1) == {"hands": 1, "claims": 1}


def test_a_claim_is_missed_when_the_next_round_of_calls_is_over():  # M17
    game = deal_moroccan("1O 1C 4O", "5O 7O 11O", TABLE, target=121)
    play(game, "0 announce nothing", "1 announce nothing")
    lay(game, "1O 5O 1C 7O 4O 11O")
    play(game, "0 announce nothing")
    assert counts(game, 1) == {"hands": 1}
    play(game, "1 announce nothing")
    assert counts(game, 1) == {"hands": 1, "missed_claims": 1}


def test_a_claim_is_missed_when_the_closing_round_is_over():  # M17
    game = deal_moroccan("1O 1C 4O", "5O 7O 11O", TABLE, target=121)
    game.stock.clear()
    play(game, "0 announce nothing", "1 announce nothing")
    lay(game, "1O 5O 1C 7O 4O 11O")
    play(game, "0 done", "1 done")
    assert counts(game, 1) == {"hands": 1, "missed_claims": 1}


def test_partners_share_what_they_miss():
    game = deal_moroccan("1O 2O 4O", "5O 7O 11O", "1C 2C 4C", "5C 7C 11C", TABLE, players=4, target=121)
    play(game, "0 announce ronda", "1 announce nothing", "2 announce nothing", "3 announce nothing")
    lay(game, "1O 5O 1C 5C 2O 7O 2C 7C 4O")
    assert [game.history()[seat]["missed_challenges"] for seat in range(4)] == [0, 1, 0, 1]


def test_nothing_is_counted_where_calls_are_automatic():
    game = deal_moroccan("1O 1C 4O", "5O 7O 11O", TABLE, declarations="automatic")
    lay(game, "1O 5O 1C 7O 4O 11O")
    assert game.history() == []
