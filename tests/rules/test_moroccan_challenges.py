"""M13–M15: calls that are proved true or false, challenges, and the halt."""

import pytest

from games.rules import calls, tringa
from tests.rules.tables import QUIET_TABLE, announce, deal_moroccan, kinds, lay, legal, play, refusal

RANKS = {rank: place for place, rank in enumerate(["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])}


def packed(ranks: str) -> int:
    return tringa.pack_ranks([RANKS[rank] for rank in ranks.split()])


# ---- M13: proved false and proved true ----


def test_a_false_ronda_is_exposed_by_its_last_card():  # M13
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", QUIET_TABLE)
    announce(game, "ronda", "nothing")
    assert game.scores == [1, 0]
    lay(game, "1C 4C 2C 5C")
    assert game.scores == [1, 0]
    assert kinds(lay(game, "7C"))[1:] == ["award_back", "false_call"]
    assert game.scores == [0, 1]


def test_a_false_tringa_is_exposed_by_its_second_card():  # M13
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", QUIET_TABLE)
    announce(game, "tringa", "nothing")
    lay(game, "1C 4C 2C")
    assert game.scores == [0, 5]


def test_the_award_is_computed_again_without_the_void_call():  # M13
    game = deal_moroccan("1C 2C 7C", "4C 4S 11C", QUIET_TABLE)
    announce(game, "tringa", "ronda")
    assert game.scores == [6, 0]
    lay(game, "1C 4C")
    events = lay(game, "2C")
    assert kinds(events)[-3:] == ["award_back", "false_call", "award"]
    assert game.scores == [0, 6]


@pytest.mark.parametrize(("words", "call"), [
    ("ronda nothing", "ronda"),
    ("tringa nothing", "tringa"),
    ("nothing tringa", "tringa"),
    ("ronda tringa", "tringa"),
    ("tringa ronda", "tringa"),
])  # fmt: skip
def test_an_award_names_the_call_that_it_is_for(words, call):  # M10
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", QUIET_TABLE)
    events = announce(game, *words.split())
    assert [event.data["call"] for event in events if event.kind == "award"] == [call]


@pytest.mark.parametrize(("words", "call"), [
    ("ronda nothing two-rondas nothing", "ronda"),  # the ranks decide, and no one knows them
    ("two-rondas nothing two-rondas nothing", "two-rondas"),
    ("ronda nothing tringa nothing", "tringa"),
])  # fmt: skip
def test_an_award_to_partners_names_only_what_everyone_knows(words, call):  # M10 M11
    hands = ["1C 2C 7C 10C", "4C 5C 11C 12C", "1S 2S 7S 10S", "4S 5S 11S 12S"]
    game = deal_moroccan(*hands, players=4, dealing="four-first")
    events = announce(game, *words.split())
    assert [event.data["call"] for event in events if event.kind == "award"] == [call]


def test_each_of_two_opponents_scores_for_a_false_call():  # M13
    game = deal_moroccan("1C 2C 7C", "4C 4S 11C", "5C 5S 1S", QUIET_TABLE, players=3)
    announce(game, "tringa", "nothing", "nothing")
    lay(game, "1C 4C 5C 2C")
    assert game.scores == [0, 5, 5]


def test_a_four_card_call_is_proved_true_only_by_its_fourth_card():  # M13
    assert not calls.is_proved_true("two-rondas", packed("7 7 1"), 4)
    assert calls.is_proved_true("two-rondas", packed("7 7 1 1"), 4)
    assert not calls.is_proved_true("tringa", packed("7 7 7"), 4)
    assert calls.is_proved_true("ronda", packed("7 7"), 4)


def test_four_of_a_rank_called_as_tringa_is_false():  # M9 M13
    assert not calls.is_proved_false("tringa", packed("7 7 7"), 4)
    assert calls.is_proved_false("tringa", packed("7 7 7 7"), 4)


# ---- M14: challenge ----


def test_challenging_a_false_call_makes_it_void_and_shows_the_cards():  # M14
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", QUIET_TABLE)
    announce(game, "ronda", "nothing")
    lay(game, "1C")
    events = play(game, "1 challenge 0")
    assert events[0].data == {"against": 0, "right": True, "cards": ["2C", "7C"]}
    assert game.scores == [0, 1]
    assert (game.phase, game.to_act) == ("play", 1)
    assert refusal(game, "1 challenge 0") == "nothing_to_challenge"


def test_challenging_a_true_call_loses_the_match_to_all_opponents():  # M14
    game = deal_moroccan("7C 7S 1C", "4C 4S 11C", "5C 5S 1S", QUIET_TABLE, players=3)
    announce(game, "ronda", "nothing", "nothing")
    scores = list(game.scores)
    play(game, "2 challenge 0")
    assert game.over
    assert game.winners == (0, 1)
    assert game.scores == scores


def test_a_call_may_be_challenged_before_the_round_is_over():  # M14
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", QUIET_TABLE)
    announce(game, "ronda")
    play(game, "1 challenge 0")
    assert (game.phase, game.to_act, game.scores) == ("announce", 1, [0, 1])
    announce(game, "nothing")
    assert game.scores == [0, 1]


def test_only_opponents_can_challenge_and_only_a_call():  # M14
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", "5S 1S 2S", "11S 12S 2B", QUIET_TABLE, players=4)
    announce(game, "ronda", "nothing")
    assert refusal(game, "2 challenge 0") == "not_an_opponent"
    assert refusal(game, "0 challenge 0") == "not_an_opponent"
    assert refusal(game, "0 challenge 9") == "not_an_opponent"
    assert refusal(game, "0 challenge 1") == "nothing_to_challenge"
    assert "1 challenge 0" in legal(game)
    assert "3 challenge 0" in legal(game)


def test_a_proved_call_can_no_longer_be_challenged():  # M14
    game = deal_moroccan("7C 7S 1C", "4C 5C 11C", QUIET_TABLE)
    announce(game, "ronda", "nothing")
    lay(game, "7C 4C")
    assert "1 challenge 0" in legal(game)
    lay(game, "7S")
    assert refusal(game, "1 challenge 0") == "nothing_to_challenge"


# ---- M15: the halt ----


def halted(first="ronda", second="nothing", **options):
    """Return a match in which a false call by seat 0 would win at once."""
    game = deal_moroccan("1C 2C 7C", "4C 4S 11C", QUIET_TABLE, target=5, **options)
    game.scores[:] = [4, 3]
    announce(game, first, second)
    return game


def test_play_halts_before_an_award_that_would_end_the_match():  # M15
    game = halted()
    assert (game.phase, game.to_act, game.scores) == ("respond", 1, [4, 3])
    assert legal(game) == {"1 accept", "1 challenge 0"}
    assert refusal(game, "0 play 1C") == "not_now"
    assert refusal(game, "0 accept") == "not_your_turn"


def test_a_false_call_that_nobody_challenges_wins():  # M15
    game = halted()
    play(game, "1 accept")
    assert (game.winners, game.scores) == ((0,), [5, 3])


def test_a_false_call_challenged_in_the_halt_is_void_and_play_continues():  # M15
    game = halted()
    play(game, "1 challenge 0")
    assert (game.phase, game.to_act, game.scores) == ("play", 0, [4, 4])


def test_a_wrong_challenge_in_the_halt_leaves_the_award_unscored():  # M14 M15
    game = deal_moroccan("7C 7S 1C", "4C 4S 11C", QUIET_TABLE, target=5)
    game.scores[:] = [4, 3]
    announce(game, "ronda", "nothing")
    play(game, "1 challenge 0")
    assert (game.winners, game.scores) == ((0,), [4, 3])


def test_a_void_call_may_lead_to_a_new_halt():  # M15
    game = deal_moroccan("1C 2C 7C", "4C 4S 11C", QUIET_TABLE, target=5)
    game.scores[:] = [4, 3]
    announce(game, "tringa", "ronda")
    assert game.to_act == 1
    events = play(game, "1 challenge 0")
    # the penalty of five has already won the match for seat 1
    assert kinds(events)[-1] == "won"
    game = deal_moroccan("1C 2C 7C", "4C 4S 11C", QUIET_TABLE, target=9)
    game.scores[:] = [8, 3]
    announce(game, "tringa", "ronda")
    play(game, "1 challenge 0")
    assert (game.phase, game.to_act, game.scores) == ("respond", 0, [8, 8])


def test_an_award_on_a_proved_call_does_not_halt():  # M15
    game = deal_moroccan("7C 7S 1C", "4C 4S 11C", QUIET_TABLE, target=5)
    game.scores[:] = [3, 0]
    announce(game, "ronda", "ronda")
    lay(game, "7C 4C 7S")
    assert game.phase == "play"
    lay(game, "4S")
    assert game.winners == (0,)


def test_every_opponent_is_asked_in_turn_order_from_the_caller():  # M15
    game = deal_moroccan("1C 2C 7C", "4C 5C 11C", "5S 1S 2S", QUIET_TABLE, players=3, dealer=0, target=5)
    game.scores[:] = [0, 0, 4]
    announce(game, "nothing", "ronda", "nothing")
    assert (game.phase, game.to_act) == ("respond", 0)
    play(game, "0 accept")
    assert game.to_act == 1
    assert "0 challenge 2" in legal(game)  # a seat that has already accepted may still challenge
    play(game, "1 accept")
    assert game.winners == (2,)


def test_there_is_no_halt_when_points_are_cards():  # M15 M27
    game = halted(scoring="transfer")
    assert game.phase == "play"
