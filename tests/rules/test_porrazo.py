"""Porrazo's options, P12 and P13, and P19–P22: how cards are played, and how a match ends."""

import pytest

from games.rules.options import OptionError
from games.rules.porrazo import Porrazo
from games.rules.refusals import IllegalMove
from tests.rules.porrazo_tables import QUIET, deal_hands, deal_porrazo, end_deal, points_of, put_on_table
from tests.rules.tables import kinds, lay, legal, play

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
