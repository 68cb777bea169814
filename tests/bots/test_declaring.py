"""Level 4's false calls and challenges, and what it infers about others from the match so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.bots import choose_move
from games.bots.belief import Belief
from games.bots.bluffs import Bluffs, bluffs_of
from games.bots.calling_worlds import public_game
from games.bots.declaring import gain_of_challenge, likelihood_of
from games.bots.observation import Observation, moves_of, observe
from games.bots.opponents import HEEDLESS, chance_heedless, share_of_random_calls
from games.bots.race import race_of
from games.rules.declarations import Conduct
from tests.rules.tables import deal_moroccan, play

TABLE = "3O 6O 10O 12O"
NEEDS = [(own, other) for own in range(1, 9) for other in range(1, 13)]
LIAR = Conduct(hands=30, false_calls=18, hidden_holdings=2)
HONEST = Conduct(hands=30)


def seen_after(*moves: str, hands: tuple[str, str], scores: tuple[int, int], **conduct: Any) -> Observation:
    """Return what the seat to act observes in a match to 41."""
    game = deal_moroccan(*hands, TABLE, target=41)
    game.scores[:] = scores
    game.conduct = [conduct.get("first", HONEST), conduct.get("second", HONEST)]
    events = list(game.events)
    for move in moves:
        events += play(game, move)
    return observe(game, game.to_act, moves_of(game, game.to_act), events)


# ---- the race to the target ----


@pytest.mark.parametrize("players", [2, 4])
def test_the_chances_of_both_sides_add_up_to_one(players: int) -> None:
    race = race_of(players)
    for own, other in NEEDS:
        assert race.win(own, other) + race.win(other, own) == pytest.approx(1)
        played = [race.play_out(*needs, 6, race.win) for needs in ((own, other), (other, own))]
        assert sum(played) == pytest.approx(1)
    assert race.win(3, 9) > race.win(5, 9) > race.win(5, 7)
    assert race.win(0, 5) == 1
    assert race.play_out(3, 9, 0, race.win) == race.win(3, 9)


# ---- false calls ----


def test_against_players_who_challenge_no_false_call_pays() -> None:
    alert = Bluffs(race_of(2), 0.0, (1, 5), 6)
    assert not any(alert.choose(own, other, (1, 5)) for own, other in NEEDS)


def test_against_players_who_never_challenge_the_call_that_wins_is_made() -> None:
    heedless = Bluffs(race_of(2), 1.0, (1, 5), 6)
    assert all(heedless.choose(own, other, (5,)) == 5 for own, other in NEEDS if own <= 5)


def test_against_unknown_players_only_a_match_that_is_nearly_lost_is_risked() -> None:
    unknown = bluffs_of(2, HEEDLESS, (1, 5), 6)
    risked = [needs for needs in NEEDS if unknown.choose(*needs, (1, 5))]
    assert (5, 1) in risked
    assert all(race_of(2).win(*needs) < 0.4 for needs in risked)


def test_a_false_tringa_to_win_a_match_that_is_nearly_lost() -> None:
    lost = seen_after(hands=("1O 2O 4O", "5O 7O 11O"), scores=(36, 40))
    assert choose_move("rey", lost, 1) == ["announce", "tringa"]
    even = seen_after(hands=("1O 2O 4O", "5O 7O 11O"), scores=(30, 30))
    assert choose_move("rey", even, 1) == ["announce", "nothing"]


def test_no_false_call_once_one_was_challenged() -> None:
    alert = HONEST._replace(challenges=1)
    observation = seen_after(hands=("1O 2O 4O", "5O 7O 11O"), scores=(36, 40), second=alert)
    assert choose_move("rey", observation, 1) == ["announce", "nothing"]


def test_a_true_call_that_wins_is_made() -> None:
    observation = seen_after(hands=("1O 1C 4O", "5O 7O 11O"), scores=(40, 40))
    assert choose_move("rey", observation, 1) == ["announce", "ronda"]


def test_a_false_call_more_often_where_claims_were_missed() -> None:
    missed = HONEST._replace(missed_claims=2)
    observation = seen_after(hands=("1O 2O 4O", "5O 7O 11O"), scores=(37, 34), second=missed)
    assert choose_move("rey", observation, 1) == ["announce", "tringa"]
    careful = replace(observation, history=[Conduct()._asdict(), Conduct()._asdict()])
    assert choose_move("rey", careful, 1) == ["announce", "nothing"]


def test_who_claims_or_challenges_is_less_likely_heedless() -> None:
    chances = [
        chance_heedless(one) for one in (Conduct(challenges=1), Conduct(claims=1), Conduct(), Conduct(missed_claims=1))
    ]
    assert chances == sorted(chances)
    assert chances[2] == pytest.approx(HEEDLESS)


# ---- other players' calls ----


def chance_of_ronda(observation: Observation, seat: int) -> float:
    game, batches = public_game(observation)
    return Belief(observation, game, batches, likelihood_of(game)).chance_true(seat, "ronda")


def test_calls_are_believed_as_far_as_the_caller_deserves() -> None:
    known = [
        chance_of_ronda(
            seen_after("0 announce ronda", hands=("1O 2O 4O", "5O 7O 11O"), scores=(0, 0), first=conduct), 0
        )
        for conduct in (HONEST, Conduct(), LIAR)
    ]
    assert known == sorted(known, reverse=True)
    assert known[0] > 0.95
    assert known[2] < 0.4


def test_random_calls_are_recognized() -> None:
    assert share_of_random_calls(LIAR) > 0.8
    assert share_of_random_calls(HONEST) < 0.02


def test_an_honest_call_is_not_challenged() -> None:
    said = ("0 announce tringa", "1 announce nothing", "0 play 1O")
    observation = seen_after(*said, hands=("1O 1C 1S", "5O 7O 11O"), scores=(10, 10))
    assert choose_move("rey", observation, 1)[0] == "play"


def test_a_challenge_is_weighed_by_what_it_risks_and_shows() -> None:
    said = ("0 announce tringa", "1 announce nothing", "0 play 1O")
    game, _batches = public_game(seen_after(*said, hands=("1O 2O 4O", "5O 7O 11O"), scores=(10, 10)))

    def gain(chance_true: float, told: float) -> float:
        return gain_of_challenge(game, 1, 0, chance_true, cards=5, told=told)

    assert gain(0.001, 1.0) > 0 > gain(0.2, 1.0)
    assert gain(0.001, 1.0) > gain(0.001, 0.5) > gain(0.002, 0.5)


def test_the_false_call_that_may_win_during_the_batch_is_challenged() -> None:
    said = ("0 announce tringa", "1 announce nothing", "0 play 1O")
    near = seen_after(*said, hands=("1O 2O 4O", "5O 7O 11O"), scores=(35, 10), first=LIAR)
    assert near.view["scores"] == [40, 10]
    assert choose_move("rey", near, 1) == ["challenge", 0]


def test_it_does_not_risk_the_match_on_a_likely_call() -> None:
    observation = seen_after("0 announce ronda", hands=("1O 2O 4O", "5O 7O 11O"), scores=(10, 10), first=LIAR)
    assert choose_move("rey", observation, 1)[0] == "announce"
