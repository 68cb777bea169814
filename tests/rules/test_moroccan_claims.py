"""M16–M18 and M25: claims, automatic calls, and the order after a card."""

import pytest

from games.rules import tringa
from tests.rules.tables import QUIET_TABLE, announce, deal_moroccan, lay, leave_last_cards, legal, play, refusal

RANKS = {rank: place for place, rank in enumerate(["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"])}


def packed(ranks: str) -> int:
    return tringa.pack_ranks([RANKS[rank] for rank in ranks.split()])


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
        held = tringa.holding(packed(cards))
        assert game.claimable[1][1] == (5 if held == "tringa" else worth * penalty)


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
    assert refusal(game, "0 claim 1") == "claim_not_proved"  # a claim is now about the current batch


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
