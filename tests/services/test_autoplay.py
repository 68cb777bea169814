"""The server's own moves, and when it makes them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, Status
from games.services import play, seating
from games.services.bot_levels import user_of_bot
from tests.rows import fresh
from tests.services.tables import (
    game_of,
    kept_match,
    move_once,
    on_turn,
    open_table,
    play_to_end,
    serve,
    server_owes_a_move,
    stored_match,
)

pytestmark = pytest.mark.django_db


def bots_only(**options: Any) -> Match:
    """Return a match between bots only."""
    match = Match.objects.get(
        code=seating.start_quick_match(
            user=User.objects.create_user(f"absent{Match.objects.count()}"), ruleset="moroccan", options=options
        ).code
    )
    match.seats.filter(bot="").update(bot="sota", user=user_of_bot("sota"))
    return match


@pytest.mark.django_db(transaction=True)  # otherwise no game would stay in the cache between moves
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 2, "dealing": "four-all", "undeclared_penalty": 5, "dealer_duty": True},
        {"players": 2, "declarations": "automatic", "scoring": "transfer"},
        {"players": 3, "scoring": "transfer", "caida_scale": "paid"},
        {"players": 4, "dealing": "four-first", "caida_scale": "1-6-15"},
    ],
)
def test_bots_finish_matches_without_people(options: dict[str, Any]) -> None:
    match = bots_only(target=15, **options)
    while match.status == Status.RUNNING:
        assert serve(match) is not None
        match.refresh_from_db()
    assert match.result_reason == "rules"
    assert match.wake_at is None


def test_a_match_against_bots_wakes_the_server_only_for_their_turns(anna: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"players": 4, "target": 10})
    for _move in range(60):
        match.refresh_from_db()
        if match.status != Status.RUNNING:
            break
        actor = game_of(match).to_act
        assert server_owes_a_move(match) == bool(match.seats.get(number=actor).bot)
        if not server_owes_a_move(match):
            move_once(match)
        else:
            serve(match)
    assert play_to_end(match) or match.status == Status.FINISHED


@pytest.mark.parametrize("hand", ["true", "nothing"])
def test_the_delay_does_not_depend_on_the_hand(
    settings: Any, monkeypatch: pytest.MonkeyPatch, anna: User, badr: User, hand: str
) -> None:
    settings.RONDA_CALL_DELAY = 1.5
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    found = False
    while not found:
        match = open_table(anna, badr)
        game = game_of(match)
        found = (game.true_call(game.to_act)[-1] == "nothing") == (hand == "nothing")
    play.set_auto_call(code=match.code, user_id=on_turn(match).pk, on=True)
    assert fresh(match).wake_at == now + timedelta(seconds=1.5)


def test_a_bot_woken_by_two_processes_moves_once(anna: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    if not server_owes_a_move(match):
        move_once(match)
    assert serve(match) is not None
    assert serve(match) is None


@pytest.mark.django_db(transaction=True)
def test_a_bot_knows_the_same_after_its_game_was_reloaded() -> None:
    match = bots_only(players=3, target=60)
    for _move in range(80):  # beyond the first deal
        serve(match)
        match.refresh_from_db()
    kept, read = kept_match(match.code), stored_match(match.code)
    assert kept.deals_made == 2
    assert kept.seen == read.seen
    assert (kept.moves_made, kept.deals_made, kept.seats) == (read.moves_made, read.deals_made, read.seats)
    assert kept.game.trace() == read.game.trace()
