"""Errors that mean that a part of the site is down, rather than a fault of the request or the code."""

import sqlite3

from django.db import InterfaceError, OperationalError


class CountersFullError(Exception):
    """The counter store has no room for another rate limit."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether the same request may succeed in a moment.

    SQLite also raises OperationalError for faults of the code, such as a missing table; these have only the generic
    error code.
    """
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.OperationalError):
        return getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError | CountersFullError)
