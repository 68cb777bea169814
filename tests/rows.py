"""Reloading rows from the database."""

from typing import TypeVar

from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def fresh(row: Row) -> Row:
    """Reload a row from the database, and return it."""
    row.refresh_from_db()
    return row
