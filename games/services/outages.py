"""Errors caused by an outage of part of the site, rather than by a fault in the request or the code."""

import sqlite3

from django.db import InterfaceError, OperationalError


class CountersFullError(Exception):
    """The counter store has no room for another rate limit."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether an error is caused by an outage, so that the same request may succeed soon afterwards.

    SQLite also raises OperationalError for faults in the code, such as a missing table. Such errors have only the
    generic error code.
    """
    if isinstance(error, OperationalError) and isinstance(error.__cause__, sqlite3.OperationalError):
        return getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError | CountersFullError)
