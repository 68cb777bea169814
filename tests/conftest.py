"""Fixtures and settings that all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from tests import forked_python, prepared_sites

# In CI, use the same examples each time, so that anyone can reproduce a failure.
hypothesis_settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis_settings.register_profile("local", deadline=None)
# The modules and folders that take the longest, slowest first.
LONGEST = """test_secrecy.py test_killed.py test_outages.py test_pushes.py test_site.py live
test_crawl.py test_every_page.py test_seats.py test_screenshots.py test_coach.py test_board_layout.py
test_board_steady.py test_rulesets.py test_accounts.py test_board_input.py test_moderation.py test_site_pages.py
test_board_table.py test_live_table.py test_lobby.py test_board_ending.py test_learn.py test_match.py test_analysis.py
test_hostile_texts.py test_schema.py test_contract.py project bots api services""".split()
WRITERS = [
    ("games.migrations.0008_moderators", "make_group"),
    ("games.migrations.0014_standard_names", "grant_renamed_permission"),
    ("accounts.migrations.0003_names_guests_closing", "add_words"),
]

hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    """Use a fast password hasher, and find static files in their source folders when they are requested.

    Servers started by tests read the real settings and use hashed file names like a real site.
    """
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True  # or test clients would list all files
    # tests do not need the real hasher, which is slow on purpose
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    prepared_sites.start_run()
    prepared_sites.compress_little()
    forked_python.use_forks()


@pytest.hookimpl(trylast=True)  # after the tests have been shuffled
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest modules first. A worker that started one of them at the end would keep the others waiting."""

    def rank(item: pytest.Item) -> int:
        names = (item.path.name, item.path.parent.name)
        return min((LONGEST.index(name) for name in names if name in LONGEST), default=len(LONGEST))

    items.sort(key=rank)
    # Tests with servers mostly wait, while the others compute. Mixing them keeps the processors busy.
    files = dict.fromkeys(item.path for item in items)
    kinds = [[file for file in files if (file.parent.name == "live") == waits] for waits in (True, False)]
    places = {file: at / len(kind) for kind in kinds for at, file in enumerate(kind)}
    items.sort(key=lambda item: places[item.path])


def pytest_collection_finish() -> None:
    """Exclude objects that exist before the first test from garbage collection. This saves 6% of the run time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_match_of_another_test() -> None:
    """Clear the match cache, because the database is rolled back at the end of each test."""
    from games.state.match_cache import match_cache

    match_cache.clear()


@pytest.fixture(autouse=True)
def offered_puzzles() -> Event:
    """Set the event that makes pages offer puzzles without a query, and return it. A test can clear the event."""
    from games.puzzles.selectors import has_found_puzzles

    has_found_puzzles.set()
    return has_found_puzzles


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let SQLite tests use a file, as the site does. Each worker copies the migrated database prepared for the run.

    SQLite's shared in-memory database has no busy timeout. Of two simultaneous connections, one would fail with
    "table is locked" instead of waiting as it does on the site.
    """
    from django.conf import settings

    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "ronda_site.sqlite":
        file = Path(tmp_path_factory.mktemp("db")) / "test.sqlite3"
        shutil.copyfile(prepared_sites.sqlite_database(), file)
        database["TEST"]["NAME"] = str(file)
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"  # these databases need not survive a power cut


@pytest.fixture(scope="module")
def shared_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Open a transaction around all tests of a module, so that they can share rows.

    Tests that use this fixture must not need real commits.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Use the prepared database as it is."""
    return True


@pytest.fixture(scope="session", autouse=True)
def _rows_of_migrations_survive_a_flush(django_db_setup: None) -> Iterator[None]:
    """Restore the rows created by migrations after a transactional test has emptied all tables."""
    from django.apps import apps
    from django.db import connection
    from django.db.models.signals import post_migrate

    writers = [getattr(import_module(module), name) for module, name in WRITERS]

    def write_again(**_signal: Any) -> None:
        with connection.schema_editor() as editor:
            for write in writers:
                write(apps, editor)

    post_migrate.connect(write_again, sender=apps.get_app_config("games"))
    yield
    post_migrate.disconnect(write_again, sender=apps.get_app_config("games"))


@pytest.fixture(scope="session", autouse=True)
def _transactional_tests_restore_the_database(django_db_setup: None) -> Iterator[None]:
    """After a transactional test, copy the prepared SQLite database instead of emptying each table.

    A flush takes many times as long, because it also creates all permissions and content types again.
    """
    from django.db import connection
    from django.test import TransactionTestCase

    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "sqlite":
            patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _test: prepared_sites.restore_sqlite())
        yield


@pytest.fixture(autouse=True)
def _in_the_default_language() -> None:
    """Deactivate the language that the last request of another test left active in this thread."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(autouse=True)
def _forget_limits() -> None:
    """Start each test with empty rate limit counters."""
    from django.core.cache import cache

    cache.clear()
