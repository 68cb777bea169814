"""The database that the workers of a test run begin with."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.apps import apps
from django.core.management import call_command

from tests import prepared_sites


@pytest.mark.django_db(transaction=True)
def test_after_a_flush_every_table_has_the_rows_that_migrations_wrote() -> None:
    """Transactional tests end with a flush, and later tests expect these rows."""
    call_command("flush", interactive=False, verbosity=0)
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    found = {model._meta.db_table: model._base_manager.count() for model in models}
    with closing(sqlite3.connect(prepared_sites.sqlite_database())) as migrated:
        wanted = {table: migrated.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in found}  # noqa: S608
    assert found == wanted
