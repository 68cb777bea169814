"""Following other processes by reading only the new moves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from accounts.models import User
from games.models import Match, Status
from games.selectors.table import Table, load_table
from games.services import play
from games.state import live_match
from games.state.live_match import LiveMatch, follow_others
from games.state.remote_moves import LogTail, read_tails
from games.state.store import open_store
from tests.services.tables import (
    cut,
    elsewhere,
    game_of,
    kept_match,
    move_once,
    open_table,
    stored_match,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db(transaction=True)


def frame(table: Table) -> dict[str, Any]:
    """Return the state frame for seat 0, without the values that may differ between two readings."""
    shown = table.state_frame(0, [], recent=True, online=[True] * len(table.seats))
    for seat in shown["seats"]:
        seat["grace"] = seat["leaves"] = None  # these depend on the time and on when the table was read
    shown["offers"]["left"] = None
    return shown


def step(match: Match, rng: random.Random) -> None:
    """Cut or move at random, but never challenge, which would end the match."""
    if waits_for_cut(match):
        cut(match)
    elif match.status == Status.RUNNING:
        game = game_of(match)
        move_once(match, rng.choice([move for move in game.turn_moves(game.to_act) if move[1] != "challenge"]))


def moved_elsewhere(*users: User, own_moves: int = 1) -> Match:
    """Begin a match, and make this many moves in this process and then one in another."""
    match = open_table(*users)
    for _move in range(own_moves):
        move_once(match)
    with elsewhere():
        move_once(match)
    return match


def test_new_moves_of_many_matches_are_read_in_one_query(anna: User, badr: User, chama: User, dris: User) -> None:
    one, other = open_table(anna, badr), open_table(chama, dris)
    for _move in range(3):
        move_once(one)
        move_once(other)
    tails = read_tails({one.pk: 1, other.pk: 3})
    assert tails[one.pk].moves == [move.as_rules() for move in one.moves.all()][1:]
    assert tails[other.pk].moves == []
    assert [tails[match.pk].version for match in (one, other)] == [one.version, other.version]
    assert read_tails({}) == {}


@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_applies_moves_shows_the_same_as_a_reloaded_one(anna: User, badr: User, seed: int) -> None:
    match = open_table(anna, badr, rated=False, target=21)
    rng = random.Random(seed)
    follower, taken = load_table(match.code), 0
    while match.status == Status.RUNNING:
        for _move in range(rng.randrange(1, 4)):
            with elsewhere():
                step(match, rng)
        follow_others([follower.live])
        if follower.is_fresh(match.version):
            taken += 1
            follower.update()
        else:
            follower.refresh()
        fresh = Table(LiveMatch(match.code))
        fresh.refresh()
        assert frame(follower) == frame(fresh)
    assert taken > 10


def test_other_changes_are_not_mistaken_for_moves(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    follower = load_table(match.code)
    with elsewhere():
        play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    follow_others([follower.live])
    assert not follower.is_fresh(follower.version + 1)
    follower.refresh()
    assert follower.seats[0].auto_call


def test_a_batch_sees_the_moves_of_other_processes(anna: User, badr: User, django_assert_num_queries: Any) -> None:
    match = moved_elsewhere(anna, badr)
    current = stored_match(match.code)
    with open_store() as store:
        store.prepare([match.code])
        with django_assert_num_queries(0):
            live = store.load(store.lock(match.code))
        assert (live.version, live.moves_made) == (match.version, 2)
        assert live.game.view(0) == current.game.view(0)


def test_a_read_for_the_pages_also_serves_the_next_move(anna: User, badr: User, django_assert_num_queries: Any) -> None:
    match = moved_elsewhere(anna, badr, own_moves=2)
    follow_others([kept_match(match.code)])
    current = stored_match(match.code)
    with open_store() as store:
        row = store.lock(match.code)
        with django_assert_num_queries(0):
            live = store.load(row)
        assert (live.version, live.moves_made) == (match.version, 3)
        assert live.game.view(0) == current.game.view(0)


def test_moves_that_were_read_too_early_are_not_made_twice(
    anna: User, badr: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = moved_elsewhere(anna, badr)
    with elsewhere():
        early = read_tails({match.pk: 1})
        move_once(match)

    def read_before_a_move(asked: Mapping[int, int]) -> dict[int, LogTail]:
        assert asked == {match.pk: 1}
        move_once(match)
        return early

    monkeypatch.setattr(live_match, "read_tails", read_before_a_move)
    follow_others([kept_match(match.code)])
    assert kept_match(match.code).moves_made == 4
    assert kept_match(match.code).game.trace() == game_of(match).trace()


def test_a_kept_match_is_never_brought_back_to_an_earlier_version(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    move_once(match)
    old = read_tails({match.pk: 1})[match.pk]
    play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    assert kept_match(match.code).follow(old)
    assert kept_match(match.code).version == old.version + 1


@pytest.mark.parametrize("seed", range(4))
def test_a_match_that_always_follows_others_is_the_one_in_the_log(anna: User, badr: User, seed: int) -> None:
    match = open_table(anna, badr, target=21)
    rng = random.Random(seed)
    move_once(match)
    while match.status == Status.RUNNING:
        kept = kept_match(match.code)
        with elsewhere():
            for _move in range(rng.randrange(1, 3)):
                step(match, rng)
        follow_others([kept])
        if match.status == Status.RUNNING:
            step(match, rng)
            if match.status == Status.RUNNING:
                assert kept_match(match.code) is kept
                assert kept.game.trace() == game_of(match).trace()
