"""Commands that are carried out in one transaction send to the database in common what they would each send alone.

Most of what a move costs on PostgreSQL is waiting for the answer to statements whose answer says nothing. In a batch
these wait until anything else is asked of the database, or for the end, and then go out together:

- what ``write_later`` is given, such as a move's two writes: one statement each for the whole batch;
- what ``write_last`` is given, such as the ends of matches: after all that, since it reads what was written;
- savepoints, which most commands have no use for: one that nothing was written under is never made.

So whatever a command reads, it finds what was written before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import local
from typing import Any

from django.db import DatabaseError, connection, transaction

Values = tuple[Any, ...]
Write = Callable[[Sequence[Values]], None]  # sends rows of values together
Rows = dict[tuple[bool, Write], list[Values]]

_open = local()


def write_later(write: Write, values: Values) -> None:
    """Have ``write`` called with these values: together with others in a batch, at once outside of one."""
    _hand_in(write, values, is_last=False)


def write_last(write: Write, values: Values) -> None:
    """The same for what must see all that is to be written later."""
    _hand_in(write, values, is_last=True)


def _hand_in(write: Write, values: Values, *, is_last: bool) -> None:
    batch: Batch | None = getattr(_open, "batch", None)
    if batch is None:
        write([values])
    else:
        batch.waiting.append((is_last, write, values))


def note_for_batch(found: Mapping[str, Any]) -> None:
    """Keep what is asked for all commands of the running batch at once, until each takes its own."""
    _open.batch.noted.update(found)


def take_noted(key: str) -> Any | None:
    """What was noted; None outside of a batch, and for whoever comes second, since it may have changed by then."""
    batch: Batch | None = getattr(_open, "batch", None)
    return None if batch is None else batch.noted.pop(key, None)


@contextmanager
def open_batch() -> Iterator[None]:
    """A transaction of several commands, each of them atomic by itself. Raises DatabaseError where nothing was kept."""
    batch = Batch()
    with transaction.atomic():
        _open.batch = batch
        try:
            with connection.execute_wrapper(batch):
                yield
                batch.send()
        finally:
            _open.batch = None
        if batch.failed or transaction.get_rollback():  # the block would end quietly and keep nothing
            raise DatabaseError("a batch could not be kept")


class Batch:
    """Stands before every statement of the connection and holds back what can wait, in order."""

    def __init__(self) -> None:
        # Writes, each with whether it comes last, and the statements that make savepoints.
        self.waiting: list[tuple[bool, Write, Values] | str] = []
        self.noted: dict[str, Any] = {}
        self.failed = False
        self._is_sending = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Hold a statement back, leave it out, or carry it out after those that wait."""
        if self._is_sending:
            return execute(sql, params, many, context)
        verb, _space, name = sql.rpartition(" ")
        savepoint = f"SAVEPOINT {name}"
        if verb == "SAVEPOINT":
            self.waiting.append(sql)
            return None
        if verb == "RELEASE SAVEPOINT" and savepoint in self.waiting:
            self.waiting.remove(savepoint)
            return None
        if verb == "ROLLBACK TO SAVEPOINT":
            made = savepoint not in self.waiting
            del self.waiting[0 if made else self.waiting.index(savepoint) + 1 :]
            if not made:
                return None
        self.send()
        return execute(sql, params, many, context)

    def send(self) -> None:
        """Send what waits. A failure is one of the whole batch, whoever's statement it comes to light with."""
        waiting, self.waiting = self.waiting, []
        self._is_sending = True
        try:
            rows: Rows = {}
            for entry in waiting:
                if isinstance(entry, str):
                    _send_rows(rows)
                    rows = {}
                    with connection.cursor() as cursor:
                        cursor.execute(entry)
                else:
                    rows.setdefault(entry[:2], []).append(entry[2])
            _send_rows(rows)
        except BaseException:
            self.failed = True
            raise
        finally:
            self._is_sending = False


def _send_rows(rows: Rows) -> None:
    for (_is_last, write), values in sorted(rows.items(), key=lambda found: found[0][0]):
        write(values)
