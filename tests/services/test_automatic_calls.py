"""Calls that the server makes for a player."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Match
from games.services import play
from games.state.errors import Forbidden
from tests.rows import fresh
from tests.services.tables import game_of, mover, open_table, server_owes_a_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def test_automatic_calls_are_truthful(match: Match) -> None:
    user = mover(match)
    change = play.set_auto_call(code=match.code, user_id=user.pk, on=True)
    match.refresh_from_db()
    assert change is not None
    assert match.version == change.version
    assert server_owes_a_move(match)
    game = game_of(match)
    true_call = game.true_call(game.to_act)
    made = play.act_for_server(code=match.code)
    assert made is not None
    assert made.moves == (true_call,)


def test_automatic_calls_can_be_turned_off(match: Match) -> None:
    user = mover(match)
    play.set_auto_call(code=match.code, user_id=user.pk, on=True)
    play.set_auto_call(code=match.code, user_id=user.pk, on=False)
    match.refresh_from_db()
    assert not server_owes_a_move(match)
    assert play.act_for_server(code=match.code) is None


def test_only_players_can_turn_on_automatic_calls(match: Match, chama: User) -> None:
    with pytest.raises(Forbidden):
        play.set_auto_call(code=match.code, user_id=chama.pk, on=True)


def test_a_player_with_automatic_calls_still_plays_their_cards(match: Match, anna: User, badr: User) -> None:
    for user in (anna, badr):
        play.set_auto_call(code=match.code, user_id=user.pk, on=True)
    match.refresh_from_db()
    for _call in range(2):
        assert play.act_for_server(code=match.code) is not None
        match.refresh_from_db()
    assert game_of(match).phase == "play"
    assert not server_owes_a_move(match)
    assert play.act_for_server(code=match.code) is None


def test_server_moves_are_not_made_before_they_are_due(match: Match, settings: Any) -> None:
    settings.RONDA_CALL_DELAY = 60.0
    play.set_auto_call(code=match.code, user_id=mover(match).pk, on=True)
    assert play.act_for_server(code=match.code) is None
    assert match.moves.count() == 0


def test_server_moves_are_made_however_many_versions_a_player_has_created(match: Match) -> None:
    user = mover(match)
    waiting = match.seats.exclude(user=user).get().user_id
    assert waiting is not None
    play.set_auto_call(code=match.code, user_id=user.pk, on=True)
    for on in (True, False):
        play.set_auto_call(code=match.code, user_id=waiting, on=on)
    assert play.act_for_server(code=match.code) is not None
    assert match.moves.count() == 1


def test_repeating_a_setting_makes_no_version(match: Match) -> None:
    user = mover(match)
    assert play.set_auto_call(code=match.code, user_id=user.pk, on=False) is None
    assert play.set_auto_call(code=match.code, user_id=user.pk, on=True) is not None
    version = Match.objects.get(pk=match.pk).version
    assert play.set_auto_call(code=match.code, user_id=user.pk, on=True) is None
    assert fresh(match).version == version
