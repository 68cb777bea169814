"""The database that a test run's workers start with."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from django.apps import apps
from django.core.management import call_command

from accounts.models import User
from tests import prepared_sites


def flush() -> None:
    call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", [prepared_sites.restore_sqlite, flush])
def test_transactional_tests_leave_every_table_with_the_rows_that_migrations_wrote(end: Callable[[], None]) -> None:
    """Later tests expect these rows. Transactional tests copy the prepared database on SQLite, and flush elsewhere."""
    User.objects.create_user("somebody")
    end()
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    found = {model._meta.db_table: model._base_manager.count() for model in models}
    with closing(sqlite3.connect(prepared_sites.sqlite_database())) as migrated:
        wanted = {table: migrated.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in found}  # noqa: S608
    assert found == wanted
