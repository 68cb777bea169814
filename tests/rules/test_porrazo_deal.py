"""P1–P7: Porrazo's deal, with the tendido and the leftover cards."""

import random

import pytest

from games.rules.cards import FRENCH_52
from games.rules.deal import Deal, DealError
from games.rules.moves import AnswerTendido
from games.rules.porrazo import Porrazo
from games.rules.refusals import IllegalMove
from games.rules.tendido import score_tendido
from tests.rules.porrazo_tables import QUIET, deal_porrazo, end_deal, points_of, run_to_last_batch
from tests.rules.tables import kinds, lay, legal, play

# ---- dealing ----


def test_the_next_seat_deals_after_each_deal():  # P1, P22
    game = end_deal("5S", "5H", "8S")
    lay(game, "5H 8S")
    assert (game.phase, game.next_dealer) == ("deal", 0)
    with pytest.raises(DealError):
        game.deal(Deal(1, FRENCH_52))
    game.deal(Deal(0, FRENCH_52))
    assert (game.leader, game.to_act, game.captured) == (1, 1, [0, 0])


def test_each_seat_gets_three_cards_at_once_from_the_seat_after_the_dealer():  # P2
    game = deal_porrazo("AS 2S 3S", "4S 5S 6S", "7S 8S 9S", players=3, dealer=0, **QUIET)
    assert game.hands == [["7S", "8S", "9S"], ["AS", "2S", "3S"], ["4S", "5S", "6S"]]
    assert game.to_act == 1


@pytest.mark.parametrize(("players", "batches", "leftover"), [
    (2, 8, 0), (3, 5, 3), (4, 4, 0), (5, 3, 3), (6, 2, 12), (7, 2, 6), (8, 2, 0),
])  # fmt: skip
def test_batches_and_leftover_cards_use_up_the_pack(players, batches, leftover):  # P2, P7
    game = Porrazo({"players": players})
    assert game.batches == batches
    assert batches * 3 * players + 4 + leftover == 52


def test_positions_for_returned_cards_are_refused_since_none_are_put_back():
    with pytest.raises(DealError):
        Porrazo().deal(Deal(0, FRENCH_52, (3,)))


def test_the_dealer_decides_on_the_tendido_before_anyone_sees_a_hand():  # P3
    game = deal_porrazo("AS 2S 3S", "4S 5S 6S")
    assert (game.phase, game.to_act) == ("tendido", 1)
    assert legal(game) == {"1 tendido now", "1 tendido later"}
    assert [seat["hand"] for reader in (None, 0, 1) for seat in game.view(reader)["seats"]] == [None] * 6
    assert game.view(1)["moves"] == [["tendido", "now"], ["tendido", "later"]]
    assert game.view(0)["moves"] == []
    play(game, "1 tendido later")
    assert game.view(0)["seats"][0]["hand"] == ["AS", "2S", "3S"]
    assert game.view(0)["seats"][1]["hand"] is None


def test_the_dealer_is_asked_in_each_batch_until_the_tendido_is_laid():  # P3
    game = deal_porrazo("AS 5S 9S", "3H 7H KH", "2D 6D 10D", "4C 8C QC", "5H 7D JH KS", declarations="automatic")
    assert kinds(play(game, "1 tendido later"))[0] == "later"
    lay(game, "AS 3H 5S 7H 9S KH")
    assert (game.phase, game.batch) == ("tendido", 1)
    events = play(game, "1 tendido now")
    assert events[0].kind == "tendido"
    assert game.table[-4:] == ["5H", "7D", "JH", "KS"]
    assert game.view(None)["tendido"]["points"] == sum(points_of(events, "tendido"))
    assert (game.phase, game.to_act) == ("play", 0)


@pytest.mark.parametrize("move", ["0 tendido now", "1 tendido maybe", "1 play 4S", "1 announce nothing", "1 done"])
def test_no_other_move_is_possible_before_the_answer(move):  # P3
    game = deal_porrazo("AS 2S 3S", "4S 5S 6S")
    before = game.trace()
    with pytest.raises(IllegalMove):
        play(game, move)
    assert game.trace() == before


def test_in_the_last_batch_the_tendido_is_laid_without_asking():  # P3
    game = deal_porrazo(players=8, declarations="automatic", target=121)
    run_to_last_batch(game)
    assert game.tendido is not None
    assert (game.phase, game.stock) == ("play", [])
    assert sorted(game.tendido.row) == sorted(FRENCH_52[48:])


# ---- tendido ----


@pytest.mark.parametrize(("cards", "points"), [
    ("2S 4S 7S 3S", 5),  # the source's example: 4 2 3 7
    ("AS 2S 3S 4S", 10),
    ("3S 4S 2S AS", 10),
    ("AS 4S 2H 3H", 6),  # the ace and the four share a half: 4 and 2, or 3 and 1
    ("2S 3S 8S 9S", 3),
    ("5S 6S 7S 8S", 0),
    ("AS 9S 10S 5S", 1),
])  # fmt: skip
def test_the_best_arrangement_of_the_two_pairs_is_chosen(cards, points):  # P4
    tendido = score_tendido(cards.split(), [])
    assert tendido.points == points
    halves = {frozenset(tendido.row[:2]), frozenset(tendido.row[2:])}
    assert halves == {frozenset(cards.split()[:2]), frozenset(cards.split()[2:])}
    assert tendido.places == tuple(
        place if card[:-1] == "xA234"[place] else 0 for place, card in enumerate(tendido.row, start=1)
    )


def test_sets_on_the_table_score_as_ronda_and_rondine_if_they_include_a_tendido_card():  # P5
    tendido = score_tendido("4S QS 4H QH".split(), "5S 6S QD".split())
    assert [(one.cards, one.points) for one in tendido.sets] == [(("4S", "4H"), 1), (("QD", "QS", "QH"), 9)]
    assert tendido.points == 14  # the source's example: plus 4 for the 4 in place


def test_a_pair_that_was_on_the_table_before_scores_nothing():  # P5
    assert score_tendido("7S 9S JS KS".split(), "5S 5H".split()).points == 0


@pytest.mark.parametrize(("cards", "table", "points"), [
    ("KS KH KD KC", "", 24), ("QS QH QD 7C", "QC", 18), ("JS 9H 5D 7C", "JH JD JC", 12), ("5S 9H 8D 7C", "5H 5D 5C", 6),
    ("KS KH 8D 7C", "", 4), ("KS KH KD 7C", "", 12), ("5S 5H 9D 9C", "", 2),
])  # fmt: skip
def test_four_of_a_rank_score_twice_a_rondine(cards, table, points):  # P5
    assert score_tendido(cards.split(), table.split()).points == points


def test_the_tendido_captures_nothing_and_stays_in_pack_order():  # P5, P12
    game = deal_porrazo("7S 9S JS", "KH 8H 10H", "2S 4S 7D 3S", declarations="automatic")
    events = play(game, "1 tendido now")
    assert game.table == ["2S", "4S", "7D", "3S"]
    assert game.captured == [0, 0]
    assert game.scores == [0, 5]
    assert events[0].data["row"] == ["4S", "2S", "3S", "7D"]
    assert events[0].data["places"] == [0, 2, 3, 0]


def test_the_tendido_can_be_the_last_four_cards_of_the_pack():  # P6
    game = deal_porrazo(players=4, tendido="last", declarations="automatic", target=121)
    assert game.phase == "play"
    run_to_last_batch(game)
    assert game.tendido is not None
    assert sorted(game.tendido.row) == sorted(FRENCH_52[48:])
    assert game.view(None)["tendido"]["row"] == list(game.tendido.row)


# ---- leftover ----


def test_leftover_cards_follow_the_tendido_and_score_nothing():  # P7
    game = deal_porrazo(players=3, declarations="automatic", target=121)
    run_to_last_batch(game)
    assert game.table[-7:] == list(FRENCH_52[45:])
    assert game.tendido is not None
    assert set(game.tendido.row) == set(FRENCH_52[45:49])


def test_leftover_cards_precede_a_tendido_of_the_last_cards():  # P6, P7
    last = "KS KH 6D KD 7C 8C KC"  # three leftover, four tendido
    pack = [card for card in FRENCH_52 if card not in last.split()]
    game = Porrazo({"players": 3, "target": 121, **QUIET})
    game.deal(Deal(2, (*pack, *last.split())))
    run_to_last_batch(game)
    assert game.table[-7:] == last.split()
    assert game.tendido is not None
    assert [(one.cards, one.points) for one in game.tendido.sets if one.cards[0][0] == "K"] == [
        (("KS", "KH", "KD", "KC"), 24)
    ]


@pytest.mark.parametrize(("players", "sizes"), [
    (3, [4, 4, 4]), (5, [4, 4, 4, 3, 3]), (7, [4, 4, 4, 4, 4, 4, 3]),
])  # fmt: skip
def test_leftover_cards_can_go_one_to_each_seat_as_far_as_they_last(players, sizes):  # P7
    game = deal_porrazo(players=players, leftover="players", target=121, **QUIET)
    run_to_last_batch(game)
    assert [len(hand) for hand in game.hands] == sizes
    assert game.stock == []


def test_a_seat_without_cards_is_skipped():  # P7
    game = end_deal("9S", "2S 5S", "7H", "KC 4D", target=121)
    lay(game, "2S 7H KC 5S")
    assert game.to_act == 2
    lay(game, "4D")
    assert game.phase == "deal"


def test_a_tendido_that_wins_ends_the_match_before_leftovers_are_dealt():  # P7, P20
    pack = [card for card in FRENCH_52 if card[0] != "K"]
    game = Porrazo({"players": 3, "declarations": "automatic", "target": 121})
    game.deal(Deal(2, (*pack[:45], "KS", "KH", "KD", "KC", *pack[45:])))
    game.scores[2] = 97
    rng = random.Random(5)
    while not game.over:
        later = AnswerTendido(2, "tendido", "later")
        game.apply(later if game.phase == "tendido" else rng.choice(game.legal()))
    assert game.winners == (2,)
    assert len(game.stock) == 3
    assert [len(hand) for hand in game.hands] == [3, 3, 3]
