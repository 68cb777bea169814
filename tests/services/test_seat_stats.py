"""Data stored when a match ends: outcomes and each seat's statistics."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Match, Outcome, SeatStats
from games.rules.seat_stats import SeatStatsCounter
from games.services import leaving, results
from games.services.seat_stats import count_seat_stats
from games.state.match_log import walk_match
from tests.services.tables import open_table, play_to_end


def outcomes(match: Match) -> list[tuple[int | None, str]]:
    return list(match.seats.order_by("number").values_list("side", "outcome"))


def seat_stats(match: Match) -> list[dict[str, Any]]:
    return list(SeatStats.objects.filter(seat__match=match).order_by("seat__number").values())


def test_each_seat_stores_its_side_and_its_outcome(anna, badr, chama, dris) -> None:
    match = open_table(anna, badr, chama, dris)
    assert outcomes(match) == [(None, "")] * 4
    play_to_end(match)
    sides = [side for side, _outcome in outcomes(match)]
    assert sides == [0, 1, 0, 1]
    for side, outcome in outcomes(match):
        assert outcome == (Outcome.WON if side in match.winners else Outcome.LOST)


def test_a_voided_match_is_voided_for_every_seat(anna, badr) -> None:
    match = open_table(anna, badr, target=5)
    play_to_end(match)
    moderator = User.objects.create_superuser("moderator")
    results.void_match(code=match.code, moderator=moderator, reason="A test.")
    assert outcomes(match) == [(0, "voided"), (1, "voided")]


def test_an_aborted_match_is_neither_won_nor_lost(anna, badr) -> None:
    match = open_table(anna, badr)
    leaving.abort_match(code=match.code, user_id=anna.pk, on=True)
    assert outcomes(match) == [(0, "aborted"), (1, "aborted")]
    assert not seat_stats(match)


def test_seat_stats_are_counted_when_the_match_ends(anna, badr) -> None:
    match = open_table(anna, badr)
    assert not seat_stats(match)
    play_to_end(match)
    counter = None
    for game, step in walk_match(match):
        counter = counter or SeatStatsCounter(game)
        counter.note(step.move, step.made)
    assert counter
    found = seat_stats(match)
    assert [row["caidas_given"] for row in found] == [seat.caidas_given for seat in counter.seats]
    assert found[0]["caidas_given"] == found[1]["caidas_taken"]
    assert sum(row["caidas_given"] + row["missas"] + row["false_calls"] for row in found) > 0


def test_a_player_who_left_has_no_stats_since_a_bot_took_over(anna, badr, chama, capsys) -> None:
    match = open_table(anna, badr, chama)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    play_to_end(match)
    assert list(SeatStats.objects.values_list("seat__user__username", flat=True).order_by("seat__number")) == [
        "anna",
        "chama",
    ]
    call_command("count_seat_stats")  # finds no seat with missing statistics
    assert capsys.readouterr().out == "0 matches counted\n"


def test_a_running_match_has_no_stats(anna, badr) -> None:
    with pytest.raises(ValueError, match="not finished"):
        count_seat_stats(open_table(anna, badr))


def test_the_command_computes_missing_stats_of_older_matches(anna, badr, capsys) -> None:
    match = open_table(anna, badr, target=5)
    play_to_end(match)
    before = seat_stats(match)
    SeatStats.objects.all().delete()
    call_command("count_seat_stats")
    assert seat_stats(match) == before
    call_command("count_seat_stats")
    call_command("count_seat_stats", "--all")
    assert capsys.readouterr().out.splitlines() == [f"{count} matches counted" for count in (1, 0, 1)]
