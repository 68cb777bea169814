"""Cursors for the statements that every move needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from psycopg import Cursor


@contextmanager
def prepared_cursor() -> Iterator[Any]:
    """Open a cursor whose statements PostgreSQL parses and plans only once per connection.

    Django's own cursors don't prepare statements, so PostgreSQL would spend half of its time per move on parsing and
    planning. The text of a statement should not depend on the number of rows, or there would be too many statements to
    keep.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        yield cursor


@contextmanager
def pipelined() -> Iterator[None]:
    """Send statements to PostgreSQL without waiting for the result of each one.

    The errors of statements that return no rows are raised at the end of the block.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
