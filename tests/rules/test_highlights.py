"""Highlights, and the seat statistics computed when a match is over."""

import pytest

from games.rules.events import Event
from games.rules.game import Game
from games.rules.highlights import CAIDA, HIGHLIGHT_LABELS, MISSA, highlights_of, label_of
from games.rules.moroccan import Moroccan
from games.rules.moves import parse_move
from games.rules.mufts import Mufts
from games.rules.porrazo import Porrazo
from games.rules.seat_stats import SeatStats, SeatStatsCounter
from tests.rules.tables import deal_moroccan, play

QUIET_TABLE = "3O 6O 10O 12O"


def stats_of(game: Game, *moves: str) -> list[SeatStats]:
    """Play these moves, and return the statistics of each seat."""
    counter = SeatStatsCounter(game)
    for text in moves:
        events = play(game, text)
        seat, verb, *rest = text.split()
        numbers = [int(one) if verb in {"claim", "challenge"} else one for one in rest]
        counter.note(parse_move([int(seat), verb, *numbers]), events)
    return counter.seats


@pytest.mark.parametrize("ruleset", Game.registry.values(), ids=Game.registry)
def test_every_highlight_is_an_event_of_its_ruleset(ruleset: type[Game]) -> None:
    assert ruleset.highlights.keys() <= ruleset.event_texts.keys()
    assert set(ruleset.highlights.values()) <= HIGHLIGHT_LABELS.keys()
    assert ruleset.highlight_labels.keys() <= set(ruleset.highlights.values())


@pytest.mark.parametrize(
    ("ruleset", "caidas", "missas"),
    [(Moroccan, "Caidas", "Missas"), (Mufts, "E-sees", "Me-sas"), (Porrazo, "Porrazos", "Limpias")],
)
def test_highlights_have_the_names_that_the_points_for_them_have(ruleset: type[Game], caidas: str, missas: str) -> None:
    assert [label_of(ruleset, kind) for kind in (CAIDA, MISSA)] == [caidas, missas]
    assert {caidas, missas} <= {text.source for text in ruleset.event_texts.values()}


def test_a_caida_counts_as_given_by_one_seat_and_taken_by_the_other() -> None:
    game = deal_moroccan("7C 1C 2C", "7S 4S 5S", QUIET_TABLE)
    first, second = stats_of(game, "0 announce nothing", "1 announce nothing", "0 play 7C", "1 play 7S")
    assert (second.caidas_given, first.caidas_taken) == (1, 1)
    assert (first.caidas_given, second.caidas_taken) == (0, 0)


def test_an_overcall_takes_a_caida_from_the_seat_before() -> None:
    game = deal_moroccan("7C 1C 2C", "7S 4S 5S", "7O 4C 5C", QUIET_TABLE, players=3)
    silent = [f"{seat} announce nothing" for seat in range(3)]
    seats = stats_of(game, *silent, "0 play 7C", "1 play 7S", "2 play 7O")
    assert [seat.caidas_given for seat in seats] == [0, 1, 1]
    assert [seat.caidas_taken for seat in seats] == [1, 1, 0]


def test_calls_are_judged_by_the_hand() -> None:
    game = deal_moroccan("7C 7B 2C", "5S 4S 5O", "1O 4C 11C", QUIET_TABLE, players=3)
    true, silent, false = stats_of(game, "0 announce ronda", "1 announce nothing", "2 announce ronda")
    assert (true.true_calls, silent.silent_calls, false.false_calls) == (1, 1, 1)


def test_a_tringa_called_a_ronda_is_true() -> None:
    first, _second = stats_of(deal_moroccan("7C 7B 7O", "5S 4S 1O", QUIET_TABLE), "0 announce ronda")
    assert (first.true_calls, first.false_calls) == (1, 0)


def test_staying_silent_with_nothing_in_hand_is_not_a_call() -> None:
    first, _second = stats_of(deal_moroccan("7C 1B 4O", "5S 4S 1O", QUIET_TABLE), "0 announce nothing")
    assert first == SeatStats()


def test_a_false_call_that_is_exposed_counts_as_caught() -> None:
    game = deal_moroccan("7C 1C 2C", "5S 4S 11C", QUIET_TABLE)
    first, _second = stats_of(game, "0 announce ronda", "1 announce nothing", "1 challenge 0")
    assert (first.false_calls, first.caught) == (1, 1)


def test_a_step_lists_each_kind_of_highlight_once_and_calling_nothing_is_none() -> None:
    said = [Event("announce", 0, {"call": "nothing"}), Event("play", 0, {"card": "7C"})]
    assert highlights_of(Moroccan, said) == []
    done = [Event("caida", 1, {"points": 1, "from": 0}), Event("missa", 1, {"points": 1}), Event("missa", 1, {})]
    assert highlights_of(Moroccan, done) == ["caida", "missa"]
