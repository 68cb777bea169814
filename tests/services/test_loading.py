"""A match's game is loaded from the log, and cached between moves."""

from __future__ import annotations

import gc

import pytest
from django.db import transaction

from accounts.models import User
from games.models import Match, Move, tell_apart
from games.services import leaving, play
from games.state import live_match
from games.state.announce import Change
from games.state.errors import Illegal, Stale
from games.state.live_match import UNKNOWN, LiveMatch
from games.state.match_cache import MatchCache, match_cache
from games.state.match_log import walk_match
from games.state.match_sql import MatchRow
from games.state.store import MatchStore
from tests.rows import fresh
from tests.services.tables import (
    announced_to,
    elsewhere,
    game_of,
    kept_match,
    move_once,
    open_table,
    plain_move,
    stored_match,
)

pytestmark = pytest.mark.django_db(transaction=True)


class AbandonedError(Exception):
    """Raised by commands that are meant to fail."""


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the matches that were loaded from their logs."""
    read: list[str] = []
    honest = LiveMatch.catch_up

    def spy(live: LiveMatch, row: MatchRow) -> None:
        if live.version == UNKNOWN:
            read.append(row.code)
        honest(live, row)

    monkeypatch.setattr(LiveMatch, "catch_up", spy)
    return read


def command(match: Match, version: int | None = None) -> Change:
    """Make a neutral move on the given instance, without refreshing it from the database."""
    game = game_of(match)
    user = match.seats.get(number=game.to_act).user_id
    assert user is not None
    move = list(plain_move(game)[1:])
    return play.make_move(
        code=match.code, user_id=user, version=match.version if version is None else version, move=move
    )


def fail(*_args: object, **_named: object) -> None:
    raise AbandonedError


def test_a_game_is_loaded_once_and_then_cached(match: Match, replays: list[str]) -> None:
    match_cache.clear()
    for _move in range(5):
        move_once(match)
    assert replays == [match.code]


def test_a_refused_move_leaves_the_game_in_the_cache(match: Match, replays: list[str]) -> None:
    match_cache.clear()
    move_once(match)
    user = match.seats.get(number=game_of(match).to_act).user_id
    assert user is not None
    for _try in range(3):
        with pytest.raises(Illegal):
            play.make_move(code=match.code, user_id=user, version=match.version, move=["play", "no card"])
    move_once(match)
    assert replays == [match.code]


def test_a_move_that_is_rolled_back_leaves_no_trace(match: Match) -> None:
    move_once(match)
    before = game_of(match).trace()
    with transaction.atomic():
        command(match)
        transaction.set_rollback(True)
    assert game_of(fresh(match)).trace() == before
    change = command(match)  # the same version again: the rolled-back game must not be used
    assert change.version == match.version + 1
    assert Move.objects.filter(match=match).count() == 2
    kept = kept_match(match.code)
    assert kept.version == change.version
    assert kept.game.trace() == game_of(match).trace()


def test_two_moves_of_one_match_in_one_transaction(match: Match) -> None:
    with transaction.atomic():
        first = command(match)
        second = command(match, first.version)
    assert second.version == first.version + 1
    kept = kept_match(match.code)
    assert kept.version == second.version
    assert kept.game.trace() == game_of(match).trace()


def test_a_failure_in_a_shared_transaction_does_not_affect_other_commands(
    match: Match, chama: User, dris: User
) -> None:
    other = open_table(chama, dris)
    with transaction.atomic():
        first = command(match)
        with pytest.raises(Stale):
            command(match)
        second = command(other)
    for one, change in ((match, first), (other, second)):
        assert fresh(one).version == change.version
        assert one.moves.count() == 1
        move_once(one)


def test_a_move_that_fails_halfway_is_rolled_back_alone(
    match: Match, chama: User, dris: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_table(chama, dris)
    command(other)
    before = game_of(fresh(other)).trace()
    with transaction.atomic():
        first = command(match)
        with monkeypatch.context() as broken:
            broken.setattr(MatchStore, "append", fail)
            with pytest.raises(AbandonedError):
                command(other)
    assert fresh(match).version == first.version
    assert game_of(fresh(other)).trace() == before
    command(other)


def test_changes_are_announced_only_after_the_commit(match: Match) -> None:
    heard: list[Change] = []
    with announced_to(heard.append):
        with transaction.atomic():
            command(match)
            transaction.set_rollback(True)
        assert heard == []
        with transaction.atomic():
            change = command(match)
            assert heard == []
        assert heard == [change]


def test_a_failing_announcement_does_not_undo_the_move(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    with announced_to(fail):
        change = command(match)
    assert fresh(match).version == change.version
    assert "AbandonedError" in caplog.text


def test_moves_of_other_processes_are_applied_from_the_end_of_the_log(match: Match, replays: list[str]) -> None:
    move_once(match)
    with elsewhere():
        move_once(match)
        move_once(match)
    replays.clear()
    move_once(match)
    kept = kept_match(match.code)
    assert kept.version == match.version
    assert kept.game.trace() == game_of(match).trace()
    assert replays == []


def test_the_cache_is_bounded_and_drops_the_least_recently_used_game(match: Match) -> None:
    cache = MatchCache(size=2)
    for code in "abc":
        live = cache.get(code)
        live.take_over(stored_match(match.code))
        cache.keep(live)
    del live
    assert [cache.find(code) is not None for code in "abc"] == [False, True, True]


def test_a_match_that_could_not_be_read_to_its_end_is_read_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    live = LiveMatch(match.code)
    with monkeypatch.context() as broken:
        broken.setattr(live_match, "read_log", fail)
        with pytest.raises(AbandonedError):
            live.reload()
    live.reload()
    assert live.game.trace() == game_of(match).trace()


def test_there_is_one_copy_of_a_match_as_long_as_anyone_has_it(match: Match) -> None:
    cache = MatchCache(size=0)
    live = cache.get(match.code)
    live.reload()
    cache.keep(live)
    assert cache.get(match.code) is live


def test_a_finished_match_is_not_cached(match: Match) -> None:
    move_once(match)
    user = match.seats.get(number=0).user_id
    assert user is not None
    leaving.resign_match(code=match.code, user_id=user)
    gc.collect()
    assert match_cache.find(match.code) is None


def test_a_walk_yields_the_game_after_every_move(match: Match) -> None:
    traces = [game_of(match).trace()]
    for _move in range(12):
        move_once(match)
        traces.append(game_of(match).trace())
    assert [game.trace() for game, _step in walk_match(match)] == traces


def test_a_bot_on_several_seats_gets_a_given_name_for_each() -> None:
    names = tell_apart(["amina", "Sota", "Sota", "", "Sota", "", "Rey"])
    assert names == ["amina", "Sota Omar", "Sota Salma", "", "Sota Nadia", "", "Rey"]
    assert tell_apart(["amina", "Siete", ""]) == ["amina", "Siete", ""]
