"""Following what other processes have moved, by its moves alone."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.models import Match, Status
from games.selectors.table import Table, load_table
from games.services import play
from games.services.batch import open_batch
from games.services.following import read_rests
from games.services.loading import follow_others, game_cache, load_match, loaded_match, prepare_batch
from games.services.rows import lock_match
from tests.services.tables import cut, game_of, move_once, open_table, waits_for_cut

pytestmark = pytest.mark.django_db(transaction=True)


def frame(table: Table) -> dict[str, Any]:
    """What seat 0 is shown."""
    shown = table.state_frame(0, [], recent=True, online=[True] * len(table.seats))
    for seat in shown["seats"]:
        seat["grace"] = seat["leaves"] = None  # of the moment, and of when the table was read
    shown["offers"]["left"] = None
    return shown


def step(match: Match, rng: random.Random) -> None:
    """Cut or move at random, but challenge nobody, which would end the match."""
    if waits_for_cut(match):
        cut(match)
    elif match.status == Status.RUNNING:
        game = game_of(match)
        move_once(match, rng.choice([move for move in game.turn_moves(game.to_act) if move[1] != "challenge"]))


def test_the_moves_of_many_matches_are_read_at_once_each_from_where_it_is_known(
    anna: User, badr: User, chama: User, dris: User
) -> None:
    one, other = open_table(anna, badr), open_table(chama, dris)
    for _move in range(3):
        move_once(one)
        move_once(other)
    rests = read_rests({one.pk: 1, other.pk: 3})
    assert rests[one.pk].moves == [move.as_rules() for move in one.moves.all()][1:]
    assert rests[other.pk].moves == []
    assert [rests[match.pk].version for match in (one, other)] == [one.version, other.version]
    assert read_rests({}) == {}


@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_takes_moves_shows_what_one_that_is_read_anew_shows(anna: User, badr: User, seed: int) -> None:
    match = open_table(anna, badr, rated=False, target=21)
    rng = random.Random(seed)
    follower, taken = load_table(match.code), 0
    while match.status == Status.RUNNING:
        for _move in range(rng.randrange(1, 4)):
            step(match, rng)
        rest = read_rests(follower.asked_for)[match.pk]
        taken += follower.take_moves(rest) is not None
        if follower.version < rest.version:
            follower.refresh()
        assert frame(follower) == frame(load_table(match.code))
    assert taken > 10


def test_what_is_more_than_a_move_is_not_taken_for_one(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    follower = load_table(match.code)
    play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    assert follower.take_moves(read_rests(follower.asked_for)[match.pk]) is None
    follower.refresh()
    assert follower.seats[0].auto_call


@contextmanager
def game_cache_elsewhere() -> Iterator[None]:
    """What is done in here another process does, with a cache of its own."""
    here = dict(game_cache._matches)
    game_cache.clear()
    yield
    game_cache._matches = OrderedDict(here)


def test_a_batch_knows_what_others_have_moved_before_it_begins(
    anna: User, badr: User, django_assert_num_queries: Any
) -> None:
    match = open_table(anna, badr)
    move_once(match)
    with game_cache_elsewhere():
        move_once(match)
    with transaction.atomic():
        current = load_match(lock_match(match.code))
    with open_batch():
        prepare_batch([match.code])
        row = lock_match(match.code)
        assert game_cache.behind(row) == 1
        with django_assert_num_queries(0), loaded_match(row) as loaded:
            assert (loaded.version, loaded.moves_made) == (match.version, 2)
            assert loaded.game.view(0) == current.game.view(0)


def test_what_is_read_for_the_pages_brings_the_kept_game_along(
    anna: User, badr: User, django_assert_num_queries: Any
) -> None:
    match = open_table(anna, badr)
    for _move in range(2):
        move_once(match)
    with game_cache_elsewhere():
        move_once(match)
    follow_others({match.pk: 2})
    with transaction.atomic():
        row = lock_match(match.code)
        current = load_match(row)
        with django_assert_num_queries(0), loaded_match(row) as loaded:
            assert (loaded.version, loaded.moves_made) == (match.version, 3)
            assert loaded.game.view(0) == current.game.view(0)


def test_a_game_that_was_brought_along_while_a_batch_began_sees_no_move_twice(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    move_once(match)
    with game_cache_elsewhere():
        move_once(match)
        early = read_rests({match.pk: 1})[match.pk]
        move_once(match)
    with open_batch():
        prepare_batch([match.code])
        game_cache.bring(early, after=1)
        row = lock_match(match.code)
        with loaded_match(row) as loaded:
            assert (loaded.version, loaded.moves_made) == (match.version, 3)
            assert loaded.game.view(0) == load_match(row).game.view(0)


def test_a_kept_game_is_never_brought_back_to_an_earlier_version(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    move_once(match)
    old = read_rests({match.pk: 1})[match.pk]
    play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    game_cache.bring(old, after=1)
    assert game_cache._matches[match.code].version == old.version + 1


@pytest.mark.parametrize("seed", range(4))
def test_a_game_that_is_always_brought_along_is_the_one_in_the_log(anna: User, badr: User, seed: int) -> None:
    match = open_table(anna, badr, target=21)
    rng = random.Random(seed)
    move_once(match)
    while match.status == Status.RUNNING:
        kept = game_cache._matches[match.code]
        with game_cache_elsewhere():
            for _move in range(rng.randrange(1, 3)):
                step(match, rng)
        follow_others({match.pk: kept.moves_made})
        if match.status == Status.RUNNING:
            step(match, rng)
            if match.status == Status.RUNNING:
                with transaction.atomic():
                    read = load_match(lock_match(match.code))
                assert game_cache._matches[match.code].game.trace() == read.game.trace()
