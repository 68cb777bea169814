"""Which errors mean that a part of the site is away, and not that something is wrong with the request or the code."""

import sqlite3

from django.db import InterfaceError, OperationalError


class CountersFullError(Exception):
    """There is no room to count another limit."""


def is_outage(error: BaseException | None) -> bool:
    """Whether the same request may succeed in a moment.

    SQLite uses OperationalError for faults of the code as well (a missing table): those have no error code of their
    own.
    """
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.OperationalError):
        return getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError | CountersFullError)
