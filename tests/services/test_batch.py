"""Several commands in one transaction need few statements and remain independent of each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.backends.utils import CursorWrapper

from accounts.models import User
from games.models import Match
from games.rules.moves import Announce
from games.selectors.table import load_table
from games.services import play
from games.state.announce import Change
from games.state.errors import ServiceError, Stale
from games.state.store import MatchStore, open_store
from games.state.store_service import StoreService, run_within
from tests.services.tables import elsewhere, game_of, kept_match, move_once, open_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)  # games enter the process's cache only on commit

MOVES = 5


@pytest.fixture
def tables(db: None) -> list[Match]:
    """Tables whose next moves need no query to load the match."""
    people = [User.objects.create_user(f"person {number}") for number in range(2 * MOVES)]
    tables = [open_table(*people[2 * number : 2 * number + 2]) for number in range(MOVES)]
    for match in tables:
        move_once(match)
    return tables


def next_move(match: Match) -> partial[Change]:
    move = plain_move(game_of(match))
    user = match.seats.get(number=move[0]).user_id
    return partial(play.make_move, code=match.code, user_id=user, version=match.version, move=list(move[1:]))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first word of each SQL statement that is sent."""
    verbs: list[str] = []
    honest = CursorWrapper._execute

    def noting(cursor: CursorWrapper, sql: str, *rest: Any) -> Any:
        verbs.append(sql.split(maxsplit=1)[0])
        return honest(cursor, sql, *rest)

    monkeypatch.setattr(CursorWrapper, "_execute", noting)
    return verbs


@transaction.atomic
def write_and_refuse(match: Match) -> None:
    match.moves.create(number=2, seat=0, move=["announce", "nothing"])
    raise Stale


@StoreService
def write_again_what_is_there(store: MatchStore, *, code: str) -> None:
    live = store.load(store.lock(code))
    store.append(live, Announce(0, "announce", "nothing"))


def in_batch(*commands: Callable[[], object], codes: Sequence[str] = ()) -> list[type[Exception] | None]:
    """Carry out commands in one batch, as the writer does. Return the type of each one's error, or None on success."""
    raised: list[type[Exception] | None] = []
    with open_store() as store:
        if codes:
            store.prepare(codes)
        for command in commands:
            try:
                run_within(store, command)
            except ServiceError as error:
                raised.append(type(error))
            else:
                raised.append(None)
    return raised


def test_the_moves_of_a_batch_are_written_by_one_statement_each_and_need_no_savepoint(
    tables: list[Match], sent: list[str]
) -> None:
    moves = [next_move(match) for match in tables]
    sent.clear()
    in_batch(*moves, codes=[match.code for match in tables])
    assert sorted(verb for verb in sent if verb not in {"BEGIN", "COMMIT"}) == ["INSERT", "SELECT", "UPDATE"]
    for match in tables:
        match.refresh_from_db()
        assert (match.version, match.moves.count()) == (4, 2)


def test_a_command_sees_the_writes_of_the_one_before(tables: list[Match]) -> None:
    match = tables[0]
    counts: list[int] = []
    in_batch(next_move(match), lambda: counts.append(match.moves.count()))
    assert counts == [2]


def test_two_moves_of_a_match_in_one_batch_are_made_in_order(tables: list[Match]) -> None:
    match = tables[0]
    first = next_move(match)
    with elsewhere(), transaction.atomic():
        first()
        match.refresh_from_db()
        second = next_move(match)
        transaction.set_rollback(True)
    assert in_batch(first, second, codes=[match.code]) == [None, None]
    match.refresh_from_db()
    assert (match.version, match.moves.count()) == (5, 3)


def test_a_repeated_move_in_one_batch_is_made_once(tables: list[Match]) -> None:
    match = tables[0]
    move = next_move(match)
    assert in_batch(move, move, codes=[match.code]) == [None, Stale]
    assert match.moves.count() == 2


def test_a_refused_command_rolls_back_only_its_own_writes(tables: list[Match]) -> None:
    kept, refused, later = tables[:3]
    assert in_batch(next_move(kept), partial(write_and_refuse, refused), next_move(later)) == [None, Stale, None]
    assert [match.moves.count() for match in (kept, refused, later)] == [2, 1, 2]


def test_a_write_refused_by_the_database_fails_the_whole_batch(tables: list[Match]) -> None:
    kept, broken = tables[:2]
    with pytest.raises(DatabaseError):
        in_batch(next_move(kept), partial(write_again_what_is_there, code=broken.code))
    assert (kept.moves.count(), broken.moves.count()) == (1, 1)


def test_a_write_refused_while_another_command_runs_fails_the_batch_too(tables: list[Match]) -> None:
    kept, broken = tables[:2]
    with pytest.raises(DatabaseError):
        in_batch(next_move(kept), partial(write_again_what_is_there, code=broken.code), broken.moves.count)
    assert (kept.moves.count(), broken.moves.count()) == (1, 1)


def test_a_batch_that_fails_leaves_no_trace_in_memory(tables: list[Match]) -> None:
    kept, broken = tables[:2]
    before = game_of(kept).trace()
    table = load_table(kept.code)
    with pytest.raises(DatabaseError):
        in_batch(next_move(kept), partial(write_again_what_is_there, code=broken.code))
    with table.current() as events:
        assert events == []
        assert (table.live.game.trace(), table.version) == (before, kept.version)
    move_once(kept)
    with table.current() as events:
        assert len(events) == 1


def test_a_service_that_changes_the_match_in_the_midst_of_a_batch_holds_up_nothing(tables: list[Match]) -> None:
    match = tables[0]

    def move() -> None:  # a nested transaction that does not know about the store
        next_move(match)()

    with open_store() as store:
        store.prepare([match.code])
        run_within(store, move)
    move_once(match)
    assert match.moves.count() == 3
    assert kept_match(match.code).game.trace() == game_of(match).trace()


def test_uncommitted_changes_are_not_visible(tables: list[Match]) -> None:
    match = tables[0]
    live = kept_match(match.code)
    free: list[bool] = []
    released: list[int] = []
    with open_store() as store:
        run_within(store, next_move(match))
        free.append(live.try_hold(lambda: released.append(live.version)))
        assert released == []
    assert free == [False]
    assert released == [match.version + 1]
