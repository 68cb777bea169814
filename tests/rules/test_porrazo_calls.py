"""P8–P11: ronda and rondine, and claims of silent holdings."""

import pytest

from games.rules.porrazo import Porrazo
from games.rules.refusals import IllegalMove
from games.rules.rondine import Holding, find_holding, worth
from tests.rules.porrazo_tables import QUIET, deal_hands, deal_porrazo, end_deal, points_of
from tests.rules.tables import lay, legal, play

# ---- ronda and rondine ----


@pytest.mark.parametrize(("rank", "points"), [
    (12, (4, 12, 24)), (11, (3, 9, 18)), (10, (2, 6, 12)), (9, (1, 3, 6)), (1, (1, 3, 6)), (0, (1, 3, 6)),
])  # fmt: skip
def test_ronda_rondine_and_four_score_by_their_rank(rank, points):  # P8
    assert tuple(worth(equal, rank) for equal in (2, 3, 4)) == points


@pytest.mark.parametrize(("ranks", "held"), [
    ([3, 3, 9], Holding(2, 3)), ([5, 5, 5], Holding(3, 5)), ([1, 2, 3], None),
    ([4, 4, 4, 4], Holding(4, 4)), ([0, 0, 12, 12], Holding(2, 12)), ([12, 2, 2, 2], Holding(3, 2)),
])  # fmt: skip
def test_a_hand_holds_its_equal_cards_and_of_two_pairs_the_higher(ranks, held):  # P8
    assert find_holding(ranks) == held


def test_a_call_names_exactly_the_holding_or_nothing():  # P9
    game = deal_porrazo("KS KH 8S", "5S 5H 5D", tendido="last")
    assert (game.phase, game.to_act) == ("announce", 0)
    assert legal(game) == {"0 announce nothing", "0 announce ronda"}
    with pytest.raises(IllegalMove, match="valid call"):
        play(game, "0 announce rondine")
    play(game, "0 announce ronda")
    assert legal(game) == {"1 announce nothing", "1 announce rondine"}
    with pytest.raises(IllegalMove, match="valid call"):
        play(game, "1 announce ronda")
    play(game, "1 announce rondine")
    assert (game.phase, game.to_act) == ("play", 0)


def test_a_seat_is_asked_for_its_call_only_where_nobody_else_sees_it():  # P9
    game = deal_porrazo("KS KH 8S", "5S 5H 5D", tendido="last")
    assert game.view(0)["moves"] == [["announce", "nothing"], ["announce", "ronda"]]
    assert game.view(1)["moves"] == game.view(None)["moves"] == []
    assert game.true_call(0) == (0, "announce", "ronda")


def test_automatic_declarations_declare_every_holding():  # P9
    game = deal_hands("KS KH 8S", "5S 5H 5D")
    assert game.call == ["ronda", "rondine"]
    assert game.phase == "play"


def test_the_best_declared_holding_scores_when_the_batch_has_been_played():  # P10
    game = deal_hands("8S KS KH", "5S 9S 5H", target=121)
    lay(game, "8S 5S KS 9S KH")
    assert game.scores == [0, 0]
    assert points_of(lay(game, "5H"), "ronda") == [4]
    assert game.scores == [4, 0]


@pytest.mark.parametrize(("dealer", "winner"), [(3, 1), (0, 1), (1, 3)])
def test_of_equal_holdings_the_first_in_turn_order_from_the_leader_scores(dealer, winner):  # P10
    hands = ["2S 5S 9S", "7S 7H 3S", "AS 6S 8S", "7D 7C QS"]
    leader = (dealer + 1) % 4
    game = deal_porrazo(*hands[leader:], *hands[:leader], players=4, dealer=dealer, **QUIET)
    game._award()
    assert game.scores == [seat == winner for seat in range(4)]


@pytest.mark.parametrize(("first", "second", "scores"), [
    ("KS KH 8S", "5S 5H 5D", [0, 3]),  # any rondine beats any ronda
    ("5S 5H 5D", "6S 6H 6D", [0, 3]),  # then the higher rank
    ("7S 7H 3S", "7D 7C QS", [1, 0]),  # equal: the first in turn order
    ("AS AH 9S", "2S 2H 9H", [0, 1]),  # the ace is low
])  # fmt: skip
def test_a_rondine_beats_any_ronda_then_rank_then_turn_order_decides(first, second, scores):  # P10
    game = deal_hands(first, second)
    game._award()
    assert game.scores == scores


def test_the_partners_declared_holding_scores_in_the_same_step():  # P10
    game = deal_hands("KS KH 8S", "QS QH 9S", "3S 3H 10S", "4S 4H 10H", partners=True)
    game._award()
    assert game.scores == [5, 0]
    assert points_of(game.events, "ronda") == [4, 1]


def test_a_partners_silent_holding_does_not_score():  # P10
    game = deal_porrazo("KS KH 8S", "QS QH 9S", "3S 3H 10S", "4S 4H 10H", players=4, partners=True, tendido="last")
    play(game, "0 announce ronda", "1 announce ronda", "2 announce nothing", "3 announce ronda")
    game._award()
    assert game.scores == [4, 0]


# ---- claims ----


def silent_batch(first_call: str, second_call: str, **options: object) -> Porrazo:
    """Play out two hands, with a pair of kings and a pair of fives; seat 0 holds the better ronda."""
    game = deal_porrazo("KS KH 8S", "5S 5H 9S", "2D 6D 10D", "3C 7C JC", **{"tendido": "last", **options})
    if game.phase == "tendido":
        play(game, "1 tendido later")
    play(game, f"0 announce {first_call}", f"1 announce {second_call}")
    lay(game, "8S 5S KS 9S KH 5H")
    return game


def test_a_silent_holding_can_be_claimed_when_the_batch_has_been_played():  # P11
    game = silent_batch("nothing", "ronda")
    assert game.scores == [
        0,
        1,
    ]  # kings captured by kings are not a strike, and the fives are the best declared holding
    assert "1 claim 0" in legal(game)
    events = play(game, "1 claim 0")
    assert events[0].data == {"against": 0, "holding": "ronda", "points": 4}
    assert game.scores == [0, 5]  # points already scored stay
    assert "1 claim 0" not in legal(game)
    with pytest.raises(IllegalMove):
        play(game, "1 claim 0")  # only one claim per hand succeeds


def test_a_claim_during_play_is_refused():  # P11
    game = deal_porrazo("KS KH 8S", "5S 5H 9S", tendido="last")
    play(game, "0 announce nothing", "1 announce ronda")
    lay(game, "8S 5S KS 9S KH")
    with pytest.raises(IllegalMove):
        play(game, "1 claim 0")


def test_a_silent_holding_that_a_declared_one_beats_cannot_be_claimed():  # P11
    game = silent_batch("ronda", "nothing")
    assert not any("claim" in move for move in legal(game))
    with pytest.raises(IllegalMove, match="Nothing they hid"):
        play(game, "0 claim 1")


def test_of_equal_holdings_a_declared_one_later_in_turn_order_is_beaten():  # P11
    game = deal_porrazo("7S 7H 3S", "7D 7C QS", tendido="last")
    play(game, "0 announce nothing", "1 announce ronda")
    game._award()
    assert list(game.claimable) == [0]
    game = deal_porrazo("7S 7H 3S", "7D 7C QS", tendido="last")
    play(game, "0 announce ronda", "1 announce nothing")
    game._award()
    assert not game.claimable


def test_several_silent_hands_can_each_be_claimed():  # P11
    game = deal_porrazo("KS KH 8S", "5S 5H 9S", "3S 3H 10S", players=3, tendido="last")
    play(game, "0 announce nothing", "1 announce nothing", "2 announce nothing")
    game._award()
    assert sorted(game.claimable) == [0, 1, 2]
    assert game.scores == [0, 0, 0]


def test_a_claim_can_be_made_until_the_claimant_calls_in_the_next_round():  # P11
    game = silent_batch("nothing", "ronda")
    play(game, "0 announce nothing")
    assert "1 claim 0" in legal(game)
    play(game, "1 announce nothing")
    assert game.phase == "play"
    with pytest.raises(IllegalMove):
        play(game, "1 claim 0")


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_a_player_who_has_called_can_claim_no_more(leader):  # P11
    game = deal_porrazo("8S 9S KS", "5S 5H 2S", "QS AD KH", "4D 6D 10D", players=3, dealer=leader - 1, tendido="last")
    second, third = (leader + 1) % 3, (leader + 2) % 3
    play(game, *(f"{seat} announce nothing" for seat in (leader, second, third)))
    lay(game, "8S 5S QS 9S 5H AD KS 2S KH")
    assert {move for move in legal(game) if "claim" in move} == {f"{leader} claim {second}", f"{third} claim {second}"}
    play(game, f"{leader} announce nothing")
    assert {move for move in legal(game) if "claim" in move} == {f"{third} claim {second}"}
    assert (game.interrupts(leader), game.interrupts(third)) == ((), ("claim",))
    with pytest.raises(IllegalMove) as caught:
        play(game, f"{leader} claim {second}")
    assert caught.value.code == "already_spoken"


def test_a_claim_can_be_made_while_the_dealer_decides_on_the_tendido():  # P11
    game = silent_batch("nothing", "ronda", tendido="choice")
    assert game.phase == "tendido"
    assert "1 claim 0" in legal(game)
    assert game.interrupts(0) == game.interrupts(1) == ("claim",)
    play(game, "1 tendido later")
    assert "1 claim 0" in legal(game)


def test_a_partner_cannot_claim():  # P11
    game = deal_porrazo("KS KH 8S", "QS 7H 9S", "3S 4H 10S", "4S 6H 10H", players=4, partners=True, tendido="last")
    play(game, "0 announce nothing", "1 announce nothing", "2 announce nothing", "3 announce nothing")
    lay(game, "8S QS 3S 4S KS 9S 10S 10H KH 7H 4H 6H")
    assert {move for move in legal(game) if "claim" in move} == {"1 claim 0", "3 claim 0"}
    with pytest.raises(IllegalMove) as caught:
        play(game, "2 claim 0")
    assert caught.value.code == "not_an_opponent"


def test_after_the_last_batch_a_closing_round_of_claims_precedes_the_count():  # P11, P21
    game = end_deal("9S", "KS KH 8S", "5S 5H JS", declarations="manual")
    play(game, "0 announce nothing", "1 announce ronda")
    lay(game, "8S 5S KS JS KH 5H")
    assert (game.phase, game.to_act) == ("close", 0)
    assert game.table
    assert legal(game) == {"0 done", "1 claim 0"}
    play(game, "0 done")
    play(game, "1 claim 0", "1 done")
    assert game.phase == "deal"


def test_the_closing_round_goes_from_the_leader_to_the_dealer():  # P11
    game = end_deal("9S", "AS", "5H", "JS", declarations="manual")
    play(game, "0 announce nothing", "1 announce nothing", "2 announce nothing")
    lay(game, "AS 5H JS")
    for seat in range(3):
        assert (game.phase, game.to_act) == ("close", seat)
        play(game, f"{seat} done")
    assert game.phase == "deal"


def test_a_claim_can_win_the_match():  # P11, P20
    game = silent_batch("nothing", "ronda", target=5)
    play(game, "1 claim 0")
    assert game.over
    assert game.winners == (1,)


def test_nothing_can_be_claimed_with_automatic_declarations():  # P9, P11
    game = deal_hands("8S KS KH", "5S 9S 5H", "2S 3S 4S")
    assert game.interrupts(0) == ()
    with pytest.raises(IllegalMove) as caught:
        play(game, "0 claim 1")
    assert caught.value.code == "not_now"
