"""What every test shares."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from tests import prepared

# In CI the same examples each time: a failure there is one that anybody can repeat.
hypothesis_settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis_settings.register_profile("local", deadline=None)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    """Hash passwords fast, and let pages name static files as they are called in the source, without collecting them.

    Servers that tests start read the settings by themselves, and name them as on a real site.
    """
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    # How slow the real hasher is, is not what tests are about.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    prepared.start_run()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a module that starts servers on one worker, so that no other has to start them too."""
    for item in items:
        if item.path.parent.name in {"live", "browser"}:
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.fixture(autouse=True)
def no_match_of_another_test() -> None:
    """Forget what this process has in memory of matches: the end of a test puts the database back."""
    from games.state.match_cache import match_cache

    match_cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let SQLite tests use a file, as the site does, with the schema that the workers of a run share.

    SQLite's shared memory database knows no busy timeout: two connections at once fail there with "table is locked"
    where the site would wait. Each worker has a file of its own.
    """
    from django.conf import settings

    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "ronda_site.sqlite":
        file = Path(tmp_path_factory.mktemp("db")) / "test.sqlite3"
        shutil.copyfile(prepared.sqlite_database(), file)
        database["TEST"]["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take the prepared database as it is."""
    return True


@pytest.fixture(scope="session", autouse=True)
def _moderators_survive_a_flush(django_db_setup: None) -> Iterator[None]:
    """Make the moderators' group again where a transactional test has emptied all tables, as the migration did."""
    from django.apps import apps
    from django.db import connection
    from django.db.models.signals import post_migrate

    make_group = import_module("games.migrations.0008_moderators").make_group

    def make_again(**_signal: Any) -> None:
        with connection.schema_editor() as editor:
            make_group(apps, editor)

    post_migrate.connect(make_again, sender=apps.get_app_config("games"))
    yield
    post_migrate.disconnect(make_again, sender=apps.get_app_config("games"))


@pytest.fixture(autouse=True)
def _forget_limits() -> None:
    """Start each test with nobody having tried to log in."""
    from django.core.cache import cache

    cache.clear()
