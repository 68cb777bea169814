"""Group commit: commands that wait together are stored together, and answered once they are stored."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from accounts.models import User
from games.live import writer as writer_module
from games.live.mailbox import mailbox_of
from games.live.writer import ClosedError, NotStoredError, Writer
from games.services.receipts import CommandId, Receipt
from games.state.errors import Stale
from games.state.store import MatchStore

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 30.0


class HeldWriter:
    """A writer whose thread is held until ``carry_out``, so that all commands submitted before that wait together."""

    def __init__(self) -> None:
        self.writer = Writer(1)
        self.answers: dict[str, Any] = {}
        self._gate = threading.Event()
        self._held = threading.Event()
        self.writer.submit("gate", self._hold, lambda _result, _error: None)
        assert self._held.wait(PATIENCE_SECONDS)

    def _hold(self) -> None:
        self._held.set()
        assert self._gate.wait(PATIENCE_SECONDS)

    def submit(self, code: str, run: Callable[[], Any], command_id: CommandId | None = None) -> None:
        def answer(result: Any, error: Exception | None) -> None:
            assert not connection.in_atomic_block
            self.answers[code] = error or result

        self.writer.submit(code, run, answer, command_id)

    def carry_out(self) -> dict[str, Any]:
        self._gate.set()
        self.writer.close()
        return self.answers


@pytest.fixture
def held() -> HeldWriter:
    return HeldWriter()


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """An iterator over a single list: the number of commands in each transaction."""
    sizes: list[int] = []
    honest = writer_module._commit

    def counting(batch: Any) -> Any:
        sizes.append(len(batch))
        return honest(batch)

    monkeypatch.setattr(writer_module, "_commit", counting)
    return iter([sizes])


@transaction.atomic
def sign_up(name: str) -> str:
    return User.objects.create(username=name).username


def refuse() -> None:
    with transaction.atomic():
        User.objects.create(username="half-done")
        raise Stale


def fault() -> None:
    raise KeyError


def names() -> set[str]:
    return set(User.objects.filter(is_bot=False).values_list("username", flat=True))


def test_commands_that_wait_together_share_one_transaction(held: HeldWriter, batches: Iterator[list[int]]) -> None:
    for name in ("a", "b", "c"):
        held.submit(name, partial(sign_up, name))
    assert held.carry_out() == {"a": "a", "b": "b", "c": "c"}
    assert names() == {"a", "b", "c"}
    assert next(batches)[-1:] == [3]


async def test_what_a_batch_announces_and_answers_reaches_the_loop_in_one_iteration() -> None:
    loop = asyncio.get_running_loop()
    calls: list[str] = []
    writer = Writer(1)

    def announce() -> str:
        mailbox_of(loop).post(calls.append, "announced")
        iterated = threading.Event()
        loop.call_soon_threadsafe(iterated.set)
        assert iterated.wait(PATIENCE_SECONDS)  # the loop could have made the call by now
        assert not calls
        return "made"

    assert await writer.call("a", announce, confirm=calls.append) == "made"
    assert calls == ["announced", "made"]
    writer.close()


def test_a_refused_command_stores_nothing_and_does_not_affect_others(held: HeldWriter) -> None:
    held.submit("a", partial(sign_up, "a"))
    held.submit("b", refuse)
    held.submit("c", partial(sign_up, "c"))
    answers = held.carry_out()
    assert isinstance(answers["b"], Stale)
    assert names() == {"a", "c"}


def test_an_exception_in_one_command_is_answered_and_does_not_affect_others(held: HeldWriter) -> None:
    held.submit("a", partial(sign_up, "a"))
    held.submit("b", fault)
    answers = held.carry_out()
    assert isinstance(answers["b"], KeyError)
    assert names() == {"a"}


def test_after_a_connection_error_each_command_is_retried_alone(held: HeldWriter) -> None:
    broken: list[bool] = []

    def break_once() -> str:
        if not broken:
            broken.append(True)
            connection.close()
        return sign_up("b")

    for code, command in (("a", partial(sign_up, "a")), ("b", break_once), ("c", partial(sign_up, "c"))):
        held.submit(code, command)
    assert held.carry_out() == {"a": "a", "b": "b", "c": "c"}
    assert names() == {"a", "b", "c"}


def test_a_single_command_is_retried_after_a_connection_error(held: HeldWriter) -> None:
    broken: list[bool] = []

    def break_once() -> str:
        if not broken:
            broken.append(True)
            connection.close()
        return sign_up("a")

    held.submit("a", break_once)
    assert held.carry_out() == {"a": "a"}


def test_commands_committed_before_a_connection_error_are_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit succeeds but its answer is lost: only the receipts show that it succeeded."""
    honest = writer_module.open_store
    broken: list[bool] = []

    @contextmanager
    def lose_the_answer() -> Iterator[MatchStore]:
        with honest() as store:
            yield store
        if not broken:
            broken.append(True)
            raise OperationalError("the connection broke")

    monkeypatch.setattr(writer_module, "open_store", lose_the_answer)
    user = User.objects.create(username="sender")
    held = HeldWriter()  # only now: its thread holds the database's write lock
    done: list[str] = []
    for name in ("a", "b"):
        held.submit(name, partial(done.append, name), CommandId(user.pk, "", name, "digest"))
    assert held.carry_out() == {"a": Receipt(), "b": Receipt()}
    assert broken
    assert done == ["a", "b"]


def test_every_command_is_answered_whatever_goes_wrong(held: HeldWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "_attempt", None)
    held.submit("a", partial(sign_up, "a"))
    held.submit("b", partial(sign_up, "b"))
    answers = held.carry_out()
    assert [type(answer) for answer in answers.values()] == [NotStoredError, NotStoredError]
    assert names() == set()


def test_a_command_that_fails_twice_is_answered_that_nothing_was_stored(held: HeldWriter) -> None:
    held.submit("a", partial(sign_up, "same"))
    held.submit("b", partial(sign_up, "same"))
    answers = held.carry_out()
    assert answers["a"] == "same"
    assert isinstance(answers["b"], NotStoredError)
    assert names() == {"same"}


def test_the_commands_of_one_match_are_carried_out_in_order(held: HeldWriter) -> None:
    order: list[int] = []
    for number in range(20):
        held.submit("one match", partial(order.append, number))
    held.carry_out()
    assert order == list(range(20))


async def test_a_call_returns_or_raises_what_its_command_does() -> None:
    writer = Writer(2)
    assert await writer.call("a", lambda: 7) == 7
    with pytest.raises(Stale):
        await writer.call("a", refuse)
    writer.close()


async def test_a_call_after_the_end_is_told_so_instead_of_waiting_for_ever() -> None:
    writer = Writer(1)
    writer.close()
    with pytest.raises(ClosedError):
        await writer.call("a match", lambda: None)
