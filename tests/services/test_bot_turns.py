"""Bots' turns: what a bot sees, when it moves, and which of its moves are accepted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.selectors.bot_turn import BotTurn, read_bot_turn
from games.services import play, seating
from games.services.autoplay import LONGEST, SHARES, SHORTEST, wake_time
from games.services.leaving import resign_match
from games.services.presence import mark_back
from games.state.errors import ServiceError
from tests.services.tables import (
    chosen,
    cut_if_due,
    game_of,
    move_once,
    on_turn,
    open_table,
    play_to_end,
    serve,
    server_owes_a_move,
    stored_match,
)

pytestmark = pytest.mark.django_db


def refusal(**command: Any) -> str:
    with pytest.raises(ServiceError) as refused:
        play.make_bot_move(**command)
    return refused.value.code


def bot_on_turn(user: User, **options: Any) -> Match:
    """Start a match between this player and bots, and play until a bot has to choose."""
    match = seating.start_quick_match(user=user, ruleset="moroccan", options=options)
    cut_if_due(match)
    while not server_owes_a_move(match):
        move_once(match)
    return match


def turn_in(match: Match) -> BotTurn:
    match.refresh_from_db()
    turn = read_bot_turn(match.code, match.version)
    assert turn is not None
    return turn


def test_a_bot_sees_what_its_seat_sees(anna: User) -> None:
    match = bot_on_turn(anna)
    turn, game = turn_in(match), game_of(match)
    assert (turn.seat, turn.bot, turn.version) == (match.turn, "sota", match.version)
    assert turn.observation.view == game.view(turn.seat)
    hidden = set(game.hands[1 - turn.seat])
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in str(turn.observation).replace("'", '"')]
    assert turn == turn_in(match), "thinking again gives the same move"


def test_the_server_leaves_a_bots_choice_to_the_bot(anna: User) -> None:
    match = bot_on_turn(anna)
    assert play.act_for_server(code=match.code) is None
    assert read_bot_turn(match.code, match.version) is not None


def test_nobody_thinks_for_a_person(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    assert read_bot_turn(match.code, match.version) is None
    assert read_bot_turn("nosuchmatch1", 0) is None


def test_only_the_turn_of_a_person_is_announced_as_new(anna: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"target": 11})
    begun = [change.times.turn for change in play_to_end(match) if change.new_turn and change.times]
    assert set(begun) == {match.seats.get(user=anna).number}


def test_a_bots_move_counts_once(anna: User) -> None:
    match = bot_on_turn(anna)
    command = chosen(turn_in(match))
    assert play.make_bot_move(code=match.code, **command).moves == (command["move"],)
    assert refusal(code=match.code, **command) == "stale"


def test_a_bots_move_is_stale_in_a_match_that_is_over(anna: User) -> None:
    match = bot_on_turn(anna)
    command = chosen(turn_in(match))
    resign_match(code=match.code, user_id=anna.pk)
    assert refusal(code=match.code, **command) == "stale"


def test_a_stand_ins_move_is_stale_once_the_player_is_back(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, chama, clock="600+5")
    away = on_turn(match)
    match.seats.filter(user=away).update(stand_in="caballo")
    Match.objects.filter(pk=match.pk).update(version=match.version + 1, facts_version=match.version + 1)
    turn = turn_in(match)
    assert turn.bot == "caballo"
    mark_back(code=match.code, user_id=away.pk)
    assert refusal(code=match.code, **chosen(turn)) == "stale"


def test_a_change_other_than_a_move_leaves_a_bots_move_valid(anna: User) -> None:
    match = bot_on_turn(anna)
    command = chosen(turn_in(match))
    play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    assert play.make_bot_move(code=match.code, **command).moves == (command["move"],)


def test_a_bots_pace_varies_and_is_known_before_it_thinks(
    settings: Any, monkeypatch: pytest.MonkeyPatch, anna: User
) -> None:
    settings.RONDA_BOT_DELAY = 2.0
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    delays = set()
    for _match in range(3):
        match = bot_on_turn(anna)
        match.refresh_from_db()
        assert match.wake_at is not None
        usual = 2 * SHARES.get(game_of(match).phase, 1)
        assert timedelta(seconds=usual * SHORTEST) <= match.wake_at - now <= timedelta(seconds=usual * LONGEST)
        delays.add(match.wake_at - now)
        play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
        match.refresh_from_db()
        assert match.wake_at - now in delays, "another change draws no new delay"
        play.set_auto_call(code=match.code, user_id=anna.pk, on=False)
    assert len(delays) == 3


def test_a_round_of_announcements_is_no_longer_at_a_large_table(
    settings: Any, monkeypatch: pytest.MonkeyPatch, anna: User
) -> None:
    settings.RONDA_BOT_DELAY = 3.0
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"players": 4})
    cut_if_due(match)
    match.refresh_from_db()
    if match.turn == 0:
        move_once(match)
    assert game_of(match).phase == "announce"
    assert match.wake_at is not None
    assert timedelta(seconds=0.6 * SHORTEST) <= match.wake_at - now <= timedelta(seconds=0.6 * LONGEST)


@pytest.mark.parametrize("can_claim", [True, False])
def test_a_bot_answers_the_closing_question_soon_whether_it_can_claim_or_not(
    settings: Any, monkeypatch: pytest.MonkeyPatch, anna: User, can_claim: bool
) -> None:
    settings.RONDA_BOT_DELAY = 2.0
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    cut_if_due(match)
    live = stored_match(match.code)
    live.game.phase, live.game.to_act = "close", 1
    live.game.claimable = {0: ("ronda", 1)} if can_claim else {}
    began = live.times.began
    assert began is not None
    due = wake_time(live)
    assert due is not None
    assert timedelta(seconds=0.3 * 2 * SHORTEST) <= due - began <= timedelta(seconds=0.3 * 2 * LONGEST)
    live.game.claimable = {}
    assert wake_time(live) == due


@pytest.mark.parametrize("ruleset", ["one-deck", "porrazo", "steere"])
def test_bots_choose_in_every_ruleset(anna: User, ruleset: str) -> None:
    match = seating.start_quick_match(user=anna, ruleset=ruleset, options={})
    cut_if_due(match)
    while not server_owes_a_move(match):
        move_once(match)
    assert serve(match) is not None
