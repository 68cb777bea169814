"""M27: points paid in captured cards, and debts."""

from hypothesis import given
from hypothesis import strategies as st

from games.rules.debts import Piles
from tests.rules.tables import deal_moroccan, kinds, lay, leave_last_cards, play

QUIET = {"declarations": "automatic", "scoring": "transfer"}


def last_turns(table: str, *hands: str, captured: list[int], **options: object):
    game = deal_moroccan(**{**QUIET, **options})
    leave_last_cards(game, table, *hands)
    game.captured[:] = captured
    game.piles.debts.clear()
    return game


def test_a_caida_is_paid_from_the_pile_of_the_seat_before():  # M27
    game = last_turns("2S", "5S 6S", "5B 7S", captured=[10, 10])
    lay(game, "5S 5B")
    assert game.captured == [9, 13]
    assert game.scores == [0, 0]


def test_a_debt_beyond_the_pile_is_owed_and_paid_as_soon_as_it_has_cards():  # M27
    game = last_turns("2S", "5S 2B", "5B 7S", captured=[0, 10])
    lay(game, "5S 5B")
    assert (game.captured, game.owed) == ([0, 12], [[0, 1], [0, 0]])
    lay(game, "2B")  # captures two cards and clears the table: one card pays the debt, one comes back for the missa
    assert (game.captured, game.owed) == ([2, 12], [[0, 0], [0, 0]])


def test_a_debt_carries_over_to_the_next_deal():  # M27
    game = last_turns("2S", "5S", "5B", captured=[0, 10])
    lay(game, "5S 5B")
    assert game.phase == "deal"
    assert game.owed == [[0, 1], [0, 0]]
    game.deal(game.draw_deal(0, game.pack, lambda left: left))
    assert game.owed == [[0, 1], [0, 0]]


def test_with_three_players_each_opponent_pays_a_missa():  # M27
    game = last_turns("5S", "5B 2S", "6S 7S", "1S 10S", captured=[0, 4, 4], players=3)
    lay(game, "5B")
    assert game.captured == [4, 3, 3]


def test_with_three_players_only_the_seat_before_pays_a_caida():  # M27
    game = last_turns("2S", "5S 1S", "5B 7S", "6S 10S", captured=[4, 4, 4], players=3, chain=False)
    lay(game, "5S 5B")
    assert game.captured == [3, 7, 4]


def test_in_a_chain_the_cards_pass_on_then_points_are_paid_and_the_caida_paid_back():  # M27
    game = last_turns("2S", "5S 1S", "5B 7S", "5C 10S", captured=[10, 10, 10], players=3)
    lay(game, "5S 5B")
    assert game.captured == [9, 13, 10]
    lay(game, "5C")
    # seat 1 passes two cards to seat 2, pays it five, and pays the caida back to seat 0; seat 2 also gets its own card
    assert game.captured == [10, 13 - 2 - 5 - 1, 10 + 2 + 5 + 1]


def test_with_the_paid_scale_points_of_the_caida_and_the_five_are_not_paid_back():  # M27
    game = last_turns("2S", "5S 1S", "5B 7S", "5C 10S", captured=[10, 10, 10], players=3, caida_scale="paid")
    lay(game, "5S 5B 5C")
    assert game.captured == [9, 13 - 2 - 5, 10 + 2 + 5 + 1]


def test_cards_that_a_pile_no_longer_has_are_owed_when_the_chain_passes_on():  # M27
    game = last_turns("2S", "5S 5C", "5B 7S", captured=[0, 0], chain=True)
    game.piles.pay(1, 0, 3)  # seat 1 owes three
    lay(game, "5S")
    lay(game, "5B")  # the caida cancels one of the three, and the two cards pay the rest
    assert (game.captured, game.owed) == ([2, 0], [[0, 0], [0, 0]])


def test_the_match_score_changes_only_when_cards_are_counted():  # M27
    game = last_turns("1O 5O", "5S", "6S", captured=[20, 16])
    lay(game, "5S")
    assert game.scores == [0, 0]
    lay(game, "6S")
    assert game.scores == [4, 0]


def test_a_false_call_is_paid_to_each_opponent():  # M13 M27
    game = deal_moroccan("1C 2C 7C", "4C 5S 11C", "5C 6S 1S", "3O 10O 12O 6O", players=3, scoring="transfer")
    play(game, "0 announce tringa", "1 announce nothing", "2 announce nothing")
    assert game.owed == [[0, 0, 0], [5, 0, 0], [5, 0, 0]]
    lay(game, "1C 4C 5C")
    assert "false_call" in kinds(lay(game, "2C"))
    assert game.owed == [[0, 5, 5], [0, 0, 0], [0, 0, 0]]


SIDES = st.sampled_from([2, 3])


@given(st.data(), SIDES)
def test_piles_and_debts_keep_their_invariants(data, sides):  # M27
    piles = Piles(sides)
    gained = 0
    # what a side is worth: its pile, plus what it is owed, minus what it owes
    worth = [0] * sides
    for _ in range(data.draw(st.integers(1, 30))):
        side = data.draw(st.integers(0, sides - 1))
        amount = data.draw(st.integers(1, 6))
        if data.draw(st.booleans()):
            piles.gain(side, amount)
            gained += amount
            worth[side] += amount
        else:
            other = (side + data.draw(st.integers(1, sides - 1))) % sides
            piles.pay(side, other, amount)
            worth[side] -= amount
            worth[other] += amount
        owed = piles.owed()
        assert sum(piles.counts) == gained
        assert all(cards >= 0 for cards in piles.counts)
        for a in range(sides):
            assert not (piles.counts[a] and any(owed[a])), "a side with a debt has no cards"
            assert all(not (owed[a][b] and owed[b][a]) for b in range(sides)), "mutual debts cancel"
            assert worth[a] == piles.counts[a] - sum(owed[a]) + sum(row[a] for row in owed)
