"""M7–M18: ronda and tringa, true, silent and false."""

import pytest

from games.rules import calls
from games.rules.game import IllegalMove
from tests.rules.tables import deal_moroccan, kinds, lay, leave_last_cards, legal, play

RANKS = {rank: place for place, rank in enumerate(["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])}
QUIET_TABLE = "3O 6O 10O 12O"


def packed(ranks: str) -> int:
    return calls.pack_ranks([RANKS[rank] for rank in ranks.split()])


def announce(game, *words: str):
    """Let each seat in turn announce its call, and return the events of the last one."""
    events = []
    for word in words:
        events = play(game, f"{game.to_act} announce {word}")
    return events


def refusal(game, move: str) -> str:
    """Return the error code of a refused move, and check that the game did not change."""
    before = (game.trace(), legal(game))
    with pytest.raises(IllegalMove) as caught:
        play(game, move)
    assert (game.trace(), legal(game)) == before
    return caught.value.code


# ---- M7, M9, M10: what hands hold, which calls are true, how they rank ----


@pytest.mark.parametrize(("ranks", "held"), [
    ("1 2 3", "nothing"),
    ("7 7 1", "ronda"),
    ("7 7 7", "tringa"),
    ("1 2 3 4", "nothing"),
    ("7 7 1 2", "ronda"),
    ("7 7 1 1", "two-rondas"),
    ("7 7 7 7", "two-rondas"),
    ("7 7 7 1", "tringa"),
])  # fmt: skip
def test_the_holding_of_a_hand(ranks, held):  # M7
    assert calls.holding(packed(ranks)) == held


@pytest.mark.parametrize(("call", "ranks", "true"), [
    ("ronda", "7 7 1", True),
    ("ronda", "7 7 7", True),
    ("ronda", "7 7 7 7", True),
    ("ronda", "1 2 3", False),
    ("tringa", "7 7 7", True),
    ("tringa", "7 7 7 7", False),
    ("tringa", "7 7 1", False),
    ("two-rondas", "7 7 1 1", True),
    ("two-rondas", "7 7 7 7", True),
    ("two-rondas", "7 7 7 1", False),
])  # fmt: skip
def test_the_calls_that_a_hand_makes_true(call, ranks, true):  # M9
    assert calls.is_true(call, packed(ranks)) is true


def test_any_tringa_beats_any_ronda_and_otherwise_the_higher_rank():  # M10
    order = [
        calls.strength("ronda", packed("1 1 12"), False),
        calls.strength("ronda", packed("7 7 12"), False),
        calls.strength("two-rondas", packed("7 7 10 10"), False),
        calls.strength("ronda", packed("12 12 1"), False),
        calls.strength("tringa", packed("1 1 1"), False),
        calls.strength("tringa", packed("2 2 2 1"), False),
    ]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_with_ace_high_the_ace_beats_the_king():  # M10
    assert calls.strength("ronda", packed("1 1 2"), True) > calls.strength("ronda", packed("12 12 2"), True)
    assert calls.strength("ronda", packed("12 12 2"), True) > calls.strength("ronda", packed("2 2 3"), True)


# ---- M8: the announcement round ----


def test_each_seat_announces_in_turn_from_the_leader_before_a_card_is_played():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", "5C 5S 11C", QUIET_TABLE, players=3)
    assert (game.phase, game.to_act) == ("announce", 0)
    assert refusal(game, "0 play 7C") == "not_now"
    assert refusal(game, "1 announce ronda") == "not_your_turn"
    announce(game, "ronda", "nothing", "tringa")
    assert (game.phase, game.to_act) == ("play", 0)
    assert refusal(game, "0 announce ronda") == "not_now"


def test_any_hand_may_make_any_call_or_none():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 5S 2C", QUIET_TABLE)
    assert legal(game) == {"0 announce nothing", "0 announce ronda", "0 announce tringa"}
    game = deal_moroccan(dealing="four-all")
    assert "0 announce two-rondas" in legal(game)


def test_two_rondas_cannot_be_called_on_three_cards():  # M8
    game = deal_moroccan("7C 7S 1C", "4C 5S 2C", QUIET_TABLE)
    assert refusal(game, "0 announce two-rondas") == "not_a_call"
    assert refusal(game, "0 announce belote") == "not_a_call"


# ---- M10–M12: the award ----


def test_a_single_call_scores_as_soon_as_the_round_is_over():  # M11
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", QUIET_TABLE)
    announce(game, "ronda")
    assert game.scores == [0, 0]
    announce(game, "nothing")
    assert game.scores == [1, 0]


def test_calls_of_partners_count_as_one_side():  # M11
    game = deal_moroccan("7C 7S 1C", "1S 2S 4S", "5C 5S 5B", "2C 4C 10C", QUIET_TABLE, players=4)
    announce(game, "ronda", "nothing", "tringa", "nothing")
    assert game.scores == [6, 0]


@pytest.mark.parametrize(("first", "second", "scores"), [
    ("tringa", "ronda", [6, 0]),
    ("ronda", "tringa", [0, 6]),
])  # fmt: skip
def test_a_tringa_against_a_ronda_is_decided_at_once(first, second, scores):  # M12
    game = deal_moroccan("7C 7S 7O", "4C 4S 4B", QUIET_TABLE)
    announce(game, first, second)
    assert game.scores == scores


def test_two_rondas_are_decided_by_the_second_card_of_the_better_hand():  # M12
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", QUIET_TABLE)
    announce(game, "ronda", "ronda")
    lay(game, "7C 4C")
    assert game.scores == [0, 0]
    lay(game, "7S")
    assert game.scores == [0, 0]  # seat 1 may hold kings
    lay(game, "4S")
    assert game.scores == [2, 0]


def test_a_tringa_that_beats_another_scores_for_both():  # M10
    game = deal_moroccan("7C 7S 7O", "4C 4S 4B", QUIET_TABLE)
    announce(game, "tringa", "tringa")
    lay(game, "7C")
    assert game.scores == [0, 0]
    lay(game, "4C")
    assert game.scores == [10, 0]


def test_equal_rondas_share_the_total():  # M10
    game = deal_moroccan("7C 7S 1C", "7B 7O 2C", QUIET_TABLE)
    announce(game, "ronda", "ronda")
    lay(game, "7C 2C 7S 7B")
    assert "award" in kinds(lay(game, "1C 7O"))
    assert game.scores == [1, 1]


def test_a_third_lower_ronda_makes_the_total_odd_and_half_of_it_is_rounded_down():  # M10
    callers = (
        calls.Caller(0, "ronda", packed("7 7")),
        calls.Caller(1, "ronda", packed("7 7")),
        calls.Caller(0, "ronda", packed("4 4")),
    )
    assert calls.find_award(callers, 3, False, 2) == (1, 1)


def test_four_rondas_whose_best_two_are_of_opponents_and_tie_score_two_each():  # M10
    callers = tuple(
        calls.Caller(seat % 2, "ronda", packed(cards)) for seat, cards in enumerate(["7 7", "7 7", "4 4", "5 5"])
    )
    assert calls.find_award(callers, 3, False, 2) == (2, 2)


def test_partners_who_tie_with_each_other_share_with_nobody():  # M10
    callers = (
        calls.Caller(0, "ronda", packed("7 7")),
        calls.Caller(1, "ronda", packed("4 4")),
        calls.Caller(0, "ronda", packed("7 7")),
    )
    assert calls.find_award(callers, 3, False, 2) == (3, 0)


def test_the_hands_of_the_callers_come_from_one_pack():  # M12
    # seat 1 must hold a pair of kings, aces or ... ; two kings are in the hand of seat 0
    callers = (calls.Caller(0, "ronda", packed("12 12 11")), calls.Caller(1, "ronda", packed("12 11")))
    assert calls.find_award(callers, 3, False, 2) is None  # 12 12 11 ties, 11 11 12 loses
    callers = (calls.Caller(0, "ronda", packed("12 12 12")), calls.Caller(1, "ronda", packed("12 11")))
    assert calls.find_award(callers, 3, False, 2) == (2, 0)


def test_the_award_waits_while_no_set_of_hands_is_possible():  # M12
    callers = (calls.Caller(0, "tringa", packed("7 7")), calls.Caller(1, "tringa", packed("7 7")))
    assert calls.find_award(callers, 3, False, 2) is None
    assert calls.possible_bests(callers, 3, False) == frozenset()


def test_void_calls_and_captured_cards_count_as_unknown():  # M12
    # three sevens are gone, and the players must still reckon with a pair of sevens
    game = deal_moroccan("12C 12S 7C", "7S 4C 2C", "7O 3S 6S 10S", target=121)
    announce(game, "ronda", "ronda")
    lay(game, "7C")
    lay(game, "7S")
    assert game.scores == [0, 0]


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
    """Return a match in which a false call of seat 0 would win at once."""
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
    assert "0 challenge 2" in legal(game)  # including a seat that has already accepted
    play(game, "1 accept")
    assert game.winners == (2,)


def test_there_is_no_halt_when_points_are_cards():  # M15 M27
    game = halted(scoring="transfer")
    assert game.phase == "play"


# ---- M16, M17: claims ----


def silent_ronda(**options):
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", "3O 6O 10O 12O", "2S 5S 11S", "1S 1B 5B", **options)
    announce(game, "nothing", "nothing")
    return game


def test_a_silent_ronda_can_be_claimed_once_its_cards_have_shown_it():  # M16
    game = silent_ronda()
    lay(game, "7C 4C 1C")
    assert refusal(game, "0 claim 1") == "claim_not_proved"
    lay(game, "4S")
    play(game, "0 claim 1")
    assert game.scores[0] == 1
    assert refusal(game, "0 claim 1") == "claim_not_proved"  # only one claim per hand succeeds


def test_only_opponents_can_claim_also_out_of_turn():  # M16
    game = deal_moroccan("7C 7S 1C", "4C 5C 2C", "5S 11S 2S", "11C 12S 2B", QUIET_TABLE, players=4)
    announce(game, "nothing", "nothing", "nothing", "nothing")
    lay(game, "7C 4C 5S 11C 7S")
    assert refusal(game, "2 claim 0") == "not_an_opponent"
    assert {"1 claim 0", "3 claim 0"} <= legal(game)
    play(game, "3 claim 0")
    assert game.scores[1] >= 1


@pytest.mark.parametrize(("call", "cards", "worth"), [
    ("nothing", "7 7", 1),
    ("nothing", "7 7 7", 5),
    ("ronda", "7 7 7", 5),
    ("nothing", "7 7 4 4", 2),
    ("nothing", "7 7 7 7", 2),
    ("ronda", "7 7 4 4", 1),
    ("two-rondas", "7 7 7", 5),
    ("ronda", "7 7", None),
    ("tringa", "7 7 4 4", None),
    ("two-rondas", "7 7", None),
])  # fmt: skip
@pytest.mark.parametrize("penalty", [1, 5])
def test_the_points_of_a_claim(call, cards, worth, penalty):  # M16
    game = deal_moroccan(dealing="four-all", undeclared_penalty=penalty)
    game.call[1] = call
    game.played[1] = packed(cards)
    game._note_holding(1)
    if worth is None:
        assert game.claimable == {}
    else:
        tringa = calls.holding(packed(cards)) == "tringa"
        assert game.claimable[1][1] == (5 if tringa else worth * penalty)


def test_a_fourth_card_of_the_rank_withdraws_the_proof_of_a_tringa():  # M16
    game = deal_moroccan("7C 7S 7O 7B", "1C 2C 4C 5C", dealing="four-all")
    announce(game, "two-rondas", "nothing")
    lay(game, "7C 1C 7S 2C 7O")
    assert "1 claim 0" in legal(game)
    lay(game, "4C 7B")
    assert "1 claim 0" not in legal(game)


def test_a_void_call_counts_as_a_call_when_claiming():  # M16
    game = deal_moroccan("7C 7S 1C", "4C 4S 2C", QUIET_TABLE)
    announce(game, "tringa", "nothing")
    lay(game, "7C 4C 1C")
    assert game.void[0]
    lay(game, "4S 7S")
    assert "1 claim 0" not in legal(game)


def test_a_claim_can_be_made_until_the_claimant_announces_in_the_next_round():  # M17
    game = silent_ronda()
    lay(game, "7C 4C 1C 4S 7S 2C")
    assert game.phase == "announce"
    assert {"0 claim 1", "1 claim 0"} <= legal(game)
    announce(game, "nothing")
    assert refusal(game, "0 claim 1") == "already_spoken"
    play(game, "1 claim 0")
    announce(game, "nothing")
    assert refusal(game, "0 claim 1") == "claim_not_proved"  # the claim is about the running batch now


def test_after_the_last_batch_each_seat_is_done_in_turn_from_the_leader():  # M17
    game = silent_ronda(target=121)
    leave_last_cards(game, "12O", "7C 7S", "4C 4S")
    lay(game, "7C 4C 7S 4S")
    assert (game.phase, game.to_act) == ("close", 0)
    assert legal(game) == {"0 done", "0 claim 1", "1 claim 0"}
    assert refusal(game, "1 done") == "not_your_turn"
    play(game, "0 done")
    assert refusal(game, "0 claim 1") == "already_spoken"
    play(game, "1 claim 0")
    play(game, "1 done")
    assert game.phase == "deal"


def test_a_claim_that_reaches_the_target_wins_in_the_closing_round():  # M17 M26
    game = silent_ronda(target=5)
    leave_last_cards(game, "12O", "7C 7S", "4C 4S")
    game.scores[:] = [0, 0]
    lay(game, "7C 4C 7S 4S")
    game.scores[:] = [4, 0]
    play(game, "0 claim 1")
    assert game.winners == (0,)


# ---- M18: automatic ----


def test_automatic_calls_are_made_when_the_hand_is_dealt():  # M18
    game = deal_moroccan("7C 7S 1C", "4C 5C 2C", QUIET_TABLE, declarations="automatic")
    assert game.call == ["ronda", "nothing"]
    assert (game.phase, game.scores) == ("play", [1, 0])
    assert refusal(game, "1 challenge 0") == "not_now"
    assert refusal(game, "1 claim 0") == "not_now"


def test_automatic_awards_end_the_match_without_a_halt():  # M18 M15
    game = deal_moroccan("7C 7S 7O", "4C 5C 2C", QUIET_TABLE, declarations="automatic", target=5)
    assert game.winners == (0,)


# ---- M25: the order after a card ----


def test_a_caida_that_wins_precedes_the_exposure_of_the_false_call():  # M25
    game = deal_moroccan("2B 2C 12C", "2S 3B 12S", "4O 6O 10O 1O", target=5)
    announce(game, "ronda", "ronda")
    game.scores[:] = [0, 4]
    lay(game, "12C")
    lay(game, "12S")
    assert game.winners == (1,)


# ---- what the page offers ----


def test_a_view_does_not_reveal_what_could_be_claimed_or_challenged():
    game = silent_ronda()
    before = [game.view(seat)["interrupts"] for seat in (0, 1)]
    lay(game, "7C 4C 1C 4S")
    assert [game.view(seat)["interrupts"] for seat in (0, 1)] == before == [["claim", "challenge"]] * 2
    assert all(move[0] not in {"claim", "challenge"} for seat in (0, 1) for move in game.view(seat)["moves"])


def test_a_view_lists_the_calls_that_can_still_be_challenged():  # M14
    game = deal_moroccan("2B 2C 12C", "2S 3B 12S", "4O 6O 10O 1O")
    assert [call["open"] for call in game.view(1)["calls"]] == [False, False]
    announce(game, "ronda", "nothing")
    assert [call["open"] for call in game.view(1)["calls"]] == [True, False]
    lay(game, "2B 2S 2C")  # the pair is proved
    assert [call["open"] for call in game.view(1)["calls"]] == [False, False]
