"""A transaction of several commands: few statements, each command by itself all the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.backends.utils import CursorWrapper

from accounts.models import User
from games.models import Match
from games.services import play
from games.services.announce import Change
from games.services.batch import open_batch
from games.services.errors import ServiceError, Stale
from games.services.rows import append_move, lock_matches
from tests.services.tables import game_of, move_once, open_table, plain_move

pytestmark = pytest.mark.django_db(transaction=True)  # games come back to the process's cache by a commit only

MOVES = 5


@pytest.fixture
def tables(db: None) -> list[Match]:
    """Tables at which every further move is one that the process need not look up the match for."""
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
    """The first words of the statements that the database gets."""
    verbs: list[str] = []
    honest = CursorWrapper._execute

    def noting(cursor: CursorWrapper, sql: str, *rest: Any) -> Any:
        verbs.append(sql.split(maxsplit=1)[0])
        return honest(cursor, sql, *rest)

    monkeypatch.setattr(CursorWrapper, "_execute", noting)
    return verbs


@transaction.atomic
def write_and_refuse(match: Match, *, and_read: bool) -> None:
    append_move(match.pk, 2, (0, "announce", "nothing"))
    if and_read:
        assert match.moves.count() == 2  # so it has been sent
        append_move(match.pk, 3, (1, "announce", "nothing"))
    raise Stale


@transaction.atomic
def write_again_what_is_there(match: Match) -> None:
    append_move(match.pk, 1, (0, "announce", "nothing"))


def in_batch(*commands: Callable[[], object]) -> list[type[Exception] | None]:
    """Carry out commands together, as the writer does; what each raised."""
    raised: list[type[Exception] | None] = []
    with open_batch():
        for command in commands:
            try:
                command()
            except (ServiceError, DatabaseError) as error:
                raised.append(type(error))
            else:
                raised.append(None)
    return raised


def test_savepoints_that_nothing_is_written_under_are_not_made(db: None, sent: list[str]) -> None:
    in_batch(*[transaction.atomic(lambda: None)] * 3)
    assert "SAVEPOINT" not in sent


def test_the_moves_of_a_batch_are_written_by_one_statement_each(tables: list[Match], sent: list[str]) -> None:
    moves = [next_move(match) for match in tables]
    sent.clear()
    in_batch(lambda: lock_matches([match.code for match in tables]), *moves)
    assert (sent.count("INSERT"), sent.count("UPDATE")) == (1, 1)
    for match in tables:
        match.refresh_from_db()
        assert (match.version, match.moves.count()) == (4, 2)


def test_what_a_command_writes_the_next_one_finds(tables: list[Match]) -> None:
    match = tables[0]
    counts: list[int] = []
    in_batch(next_move(match), lambda: counts.append(match.moves.count()))
    assert counts == [2]


def test_two_moves_of_a_match_in_one_batch_follow_each_other(tables: list[Match]) -> None:
    match = tables[0]

    def second_move() -> None:
        match.refresh_from_db()
        next_move(match)()

    assert in_batch(lambda: lock_matches([match.code]), next_move(match), second_move) == [None, None, None]
    match.refresh_from_db()
    assert (match.version, match.moves.count()) == (5, 3)


def test_the_same_move_twice_in_one_batch_is_made_once(tables: list[Match]) -> None:
    match = tables[0]
    move = next_move(match)
    assert in_batch(lambda: lock_matches([match.code]), move, move) == [None, None, Stale]
    assert match.moves.count() == 2


@pytest.mark.parametrize("and_read", [False, True])
def test_a_refused_command_takes_back_what_it_wrote_and_nothing_else(tables: list[Match], and_read: bool) -> None:
    kept, refused, later = tables[:3]
    refusal = partial(write_and_refuse, refused, and_read=and_read)
    assert in_batch(next_move(kept), refusal, next_move(later)) == [None, Stale, None]
    assert [match.moves.count() for match in (kept, refused, later)] == [2, 1, 2]


def test_a_write_that_the_database_refuses_fails_the_whole_batch(tables: list[Match]) -> None:
    kept, broken = tables[:2]
    with pytest.raises(DatabaseError):
        in_batch(next_move(kept), partial(write_again_what_is_there, broken))
    assert (kept.moves.count(), broken.moves.count()) == (1, 1)


def test_so_does_one_that_comes_to_light_with_another_command(tables: list[Match]) -> None:
    kept, broken = tables[:2]
    with pytest.raises(DatabaseError):
        in_batch(next_move(kept), partial(write_again_what_is_there, broken), transaction.atomic(broken.moves.count))
    assert (kept.moves.count(), broken.moves.count()) == (1, 1)
