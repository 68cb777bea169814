"""Rows of the database, as tests read them again."""

from typing import TypeVar

from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def fresh(row: Row) -> Row:
    """Read a row again from the database, and return it."""
    row.refresh_from_db()
    return row
