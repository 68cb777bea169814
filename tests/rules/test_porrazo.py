"""P1–P7 and P12–P22: Porrazo, but for calls and claims."""

import json
import random

import pytest

from games.rules.cards import FRENCH_52
from games.rules.game import Deal, DealError, IllegalMove
from games.rules.moves import AnswerTendido
from games.rules.options import OptionError
from games.rules.porrazo import Porrazo
from games.rules.record import check_record
from games.rules.tendido import score_tendido
from tests.rules.matches import play_match
from tests.rules.porrazo_tables import QUIET, deal_hands, deal_porrazo, end_deal, points_of, put_on_table
from tests.rules.tables import kinds, lay, legal, play, stack

# ---- options ----


def test_two_players_play_to_61_with_all_defaults():
    assert Porrazo().chosen == {
        "players": 2,
        "partners": False,
        "target": 61,
        "declarations": "manual",
        "tendido": "choice",
        "ace_follows_king": True,
        "leftover": "table",
        "card_points": "difference",
    }


@pytest.mark.parametrize(("players", "sides"), [
    (4, (0, 1, 0, 1)),
    (6, (0, 1, 2, 0, 1, 2)),
    (8, (0, 1, 2, 3, 0, 1, 2, 3)),
])  # fmt: skip
def test_partners_sit_opposite_each_other(players, sides):
    assert Porrazo({"players": players, "partners": True}).sides == sides


@pytest.mark.parametrize(("option", "options"), [
    ("players", {"players": 9}),
    ("players", {"players": 1}),
    ("target", {"target": 122}),
    ("target", {"target": 61.0}),
    ("partners", {"partners": 1}),
    *(("partners", {"partners": True, "players": players}) for players in (2, 3, 5, 7)),
    *(("leftover", {"leftover": "players", "players": players}) for players in (2, 4, 6, 8)),
    ("card_points", {"card_points": "over-26", "players": 3}),
    ("card_points", {"card_points": "over-26", "players": 4}),
    ("card_points", {"card_points": "over-26", "players": 6, "partners": True}),
    ("chain", {"chain": True}),
])  # fmt: skip
def test_an_invalid_combination_of_options_is_refused_by_name(option, options):
    with pytest.raises(OptionError) as caught:
        Porrazo(options)
    assert caught.value.option == option
    assert option in str(caught.value)


@pytest.mark.parametrize("options", [
    {"card_points": "over-26", "players": 4, "partners": True},
    {"leftover": "players", "players": 7},
])  # fmt: skip
def test_a_valid_combination_of_options_is_accepted(options):
    assert Porrazo(options).chosen.items() >= options.items()


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


def run_to_last_batch(game: Porrazo) -> None:
    rng = random.Random(3)
    while game.batch < game.batches - 1:
        later = AnswerTendido(game.to_act, "tendido", "later")
        move = later if game.phase == "tendido" else rng.choice(game.legal())
        game.apply(move)


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


# ---- play ----


@pytest.mark.parametrize(("card", "taken"), [
    ("5D", "5S 6H 7S"), ("6D", "6H 7S"), ("7D", "7S"), ("9D", "9S"), ("JD", "JS QS KS AS 2S"), ("QD", "QS KS AS 2S"),
    ("KD", "KS AS 2S"), ("AD", "AS 2S"), ("2D", "2S"), ("3D", ""), ("4D", ""), ("8D", ""), ("10D", ""),
])  # fmt: skip
def test_the_table_of_example_captures(card, taken):  # P12
    other = "3C" if card != "3D" else "4C"
    game = deal_hands(f"{card} 3H 4H", f"{other} 8H 10H")
    put_on_table(game, "AS 2S 5S 6S 6H 7S 9S JS QS KS")
    events = lay(game, card)
    assert events[0].data.get("cards", []) == taken.split()
    assert set(game.table) == set("AS 2S 5S 6S 6H 7S 9S JS QS KS".split()) - set(taken.split()) | (
        set() if taken else {card}
    )


def test_a_run_ends_at_the_king_unless_the_ace_may_follow():  # P12
    game = deal_hands("JD 3H 4H", "3C 8H 10H", ace_follows_king=False)
    put_on_table(game, "AS 2S JS QS KS")
    assert lay(game, "JD")[0].data["cards"] == ["JS", "QS", "KS"]


def test_a_run_around_the_corner_stops_at_its_first_rank():  # P12
    game = deal_hands("5D 3H 4H", "3C 8H 10H")
    put_on_table(game, "AS 2S 3S 4S 5S 5H 6S 7S 8S 9S 10S JS QS KS")
    assert lay(game, "5D")[0].data["cards"] == "5H 6S 7S 8S 9S 10S JS QS KS AS 2S 3S 4S".split()
    assert game.table == ["5S"]


def test_of_equal_cards_the_latest_is_captured():  # P12
    game = deal_hands("6D 3H 4H", "3C 8H 10H")
    put_on_table(game, "6S KS 6H")
    assert lay(game, "6D")[0].data["cards"] == ["6H"]


def test_a_card_laid_in_place_scores_its_number():  # P13
    game = deal_hands("AS 6S 7S", "2H 9H 10H")
    assert points_of(lay(game, "AS"), "in_place") == [1]
    assert points_of(lay(game, "2H"), "in_place") == [2]
    assert game.scores == [1, 2]


def test_a_five_is_never_in_place():  # P13
    game = deal_hands("5S 6S 7S", "2H 9H 10H")
    put_on_table(game, "8S 10S QS AS")
    assert kinds(lay(game, "5S")) == ["play"]


def test_a_player_who_could_capture_may_lay_the_card_in_place():  # P13
    game = deal_hands("4D 6S 7S", "2H 9H 10H")
    put_on_table(game, "4S 5S 9S")
    assert legal(game) == {"0 play 4D", "0 play 4D in-place", "0 play 6S", "0 play 7S"}
    assert ["play", "4D", "in-place"] in game.view(0)["moves"]
    capturing = game.copy()
    lay(capturing, "4D")
    assert (capturing.table, capturing.captured, capturing.scores) == (["9S"], [3, 0], [0, 0])
    events = play(game, "0 play 4D in-place")
    assert kinds(events) == ["play", "in_place"]
    assert (game.table, game.captured, game.scores) == (["4S", "5S", "9S", "4D"], [0, 0], [4, 0])


def test_a_single_two_can_be_captured_for_a_limpia_or_matched_in_place():  # P13, P18
    game = deal_hands("2D 6S 7S", "2H 9H 10H")
    put_on_table(game, "2S")
    clearing = game.copy()
    lay(clearing, "2D")
    assert clearing.scores == [1, 0]
    play(game, "0 play 2D in-place")
    assert game.scores == [2, 0]


@pytest.mark.parametrize(("table", "card"), [
    ("4S 9S", "4D"),  # it would be the third card
    ("8S 9S KS", "4D"),  # nothing to capture: the plain move scores it
    ("7S 9S KS", "7D"),  # no card has a place
    ("5S 7S 9S KS", "5D"),  # a five has no place either
])  # fmt: skip
def test_in_place_is_refused_where_there_is_no_choice(table, card):  # P13
    game = deal_hands(f"{card} 6S 2C", "2H 9H 10H")
    put_on_table(game, table)
    assert not any("in-place" in move for move in legal(game))
    with pytest.raises(IllegalMove) as caught:
        play(game, f"0 play {card} in-place")
    assert caught.value.code == "not_in_place"


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


# ---- order, end and count ----


def test_the_strike_of_the_last_card_scores_before_the_rondas():  # P19
    game = deal_hands("8S QS KS", "9S 9H KH", target=5)
    game.scores = [0, 1]
    put_on_table(game, "7S")
    lay(game, "8S 9S QS 9H KS KH")
    assert game.over
    assert game.scores == [0, 5]  # four points for the kings; the pair of nines comes too late


def test_the_first_side_to_reach_the_target_wins_at_once():  # P20
    game = deal_hands("AS 6S 7S", "2H 9H 10H", target=5)
    game.scores = [4, 0]
    lay(game, "AS")
    assert (game.phase, game.winners, game.to_act) == ("over", (0,), -1)
    with pytest.raises(IllegalMove) as caught:
        play(game, "1 play 2H")
    assert caught.value.code == "match_over"


def test_a_tendido_can_win():  # P20
    game = deal_porrazo("7S 9S JS", "KH 8H 10H", "2S 4S 7D 3S", target=5)
    assert kinds(play(game, "1 tendido now")) == ["tendido", "won"]
    assert game.winners == (1,)


def test_cards_left_on_the_table_go_to_the_side_that_captured_last():  # P21
    game = end_deal("9S JS", "9H 3S", "4D 5D", target=121)
    events = lay(game, "9H 4D 3S 5D")
    swept = next(event for event in events if event.kind == "sweep")
    assert swept.data == {"side": 0, "cards": ["JS", "4D", "3S", "5D"]}
    assert game.captured == [6, 0]


@pytest.mark.parametrize(("captured", "points"), [
    ([29, 23], [6, 0]), ([26, 26], [0, 0]), ([20, 17, 15], [3, 0, 0]), ([15, 15, 22], [0, 0, 7]),
    ([20, 20, 12], [0, 0, 0]),
])  # fmt: skip
def test_the_most_cards_score_the_difference_to_the_second_largest_pile(captured, points):  # P22
    game = deal_porrazo(players=len(captured), **QUIET)
    game.captured = captured
    game._count()
    assert game.scores == points


@pytest.mark.parametrize(("captured", "points"), [([29, 23], [3, 0]), ([26, 26], [0, 0]), ([12, 40], [0, 14])])
def test_cards_above_half_the_pack_score_a_point_each(captured, points):  # P22
    game = deal_porrazo(card_points="over-26", **QUIET)
    game.captured = captured
    game._count()
    assert game.scores == points


def test_the_count_can_win():  # P20, P22
    game = deal_porrazo(target=5, **QUIET)
    game.captured = [29, 23]
    game._count()
    assert game.winners == (0,)


# ---- events ----


def test_dealt_cards_are_listed_only_where_they_lie_face_up():  # P2, P7
    game = Porrazo({"players": 5, **QUIET, "target": 121})
    events = game.deal(Deal(4, FRENCH_52))
    assert [(event.kind, event.seat) for event in events[:3]] == [("deal", -1), ("batch", -1), ("announce", 0)]
    assert events[0].data == {"dealer": 4}
    assert events[1].data == {"batch": 0, "size": 3}
    game.batch = 1
    del game.stock[:15]
    game.events = []
    game._next_batch()
    assert [event.as_json() for event in game.events[1:2]] == [
        {"kind": "leftover", "seat": -1, "cards": list(FRENCH_52[45:48])}
    ]


def test_leftover_cards_dealt_to_hands_are_only_counted():  # P7
    game = deal_porrazo(players=3, leftover="players", target=121, **QUIET)
    run_to_last_batch(game)
    told = [event.data for event in game.events if event.kind == "leftover_hands"]
    assert told == [{"count": 3}]


def test_the_count_event_has_piles_points_and_scores():  # P22
    game = deal_porrazo(players=3, **QUIET)
    game.captured, game.scores = [20, 17, 15], [1, 2, 3]
    game._count()
    assert game.events[-1].as_json() == {
        "kind": "count", "seat": -1, "captured": [20, 17, 15], "free": 17, "points": [3, 0, 0],
        "scores": [4, 2, 3],
    }  # fmt: skip


# ---- whole matches ----


@pytest.mark.parametrize("options", [
    {}, {"players": 5, "leftover": "players"}, {"players": 8, "partners": True}, {"players": 6, "tendido": "last"},
])  # fmt: skip
def test_every_card_is_in_one_place_and_every_pile_is_counted(options):
    def observe(game, events):
        where = [*game.stock, *game.table, *(card for hand in game.hands for card in hand)]
        assert len(set(where)) == len(where)
        assert len(where) + sum(game.captured) == 52

    for seed in range(5):
        play_match(Porrazo, options, random.Random(seed), observe)


def test_a_record_whose_call_exceeds_the_holding_is_refused():  # P9
    record = {
        "format": "ronda-record/1",
        "ruleset": "porrazo",
        "options": {"tendido": "last"},
        "players": ["Ann", "Ben"],
        "deals": [{"dealer": 1, "deck": " ".join(stack(FRENCH_52, "KS 2H 8S"))}],
        "moves": [[0, "announce", "ronda"]],
    }
    lines, valid = check_record(json.dumps(record), trace=True)
    assert not valid
    assert json.loads(lines[-1])["move"] == 1
