"""What every test shares."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.nodeid import coerce_node_id
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


@pytest.hookimpl(wrapper=True)  # groups before xdist reads them, the order after pytest-django has set its own
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Keep the tests that share a module's fixtures on one worker, and start with them.

    Another worker would have to start the same servers again. Single tests come last: the worker that is done with its
    groups takes them one by one, so that all workers end at about the same time.
    """
    for item in items:
        if _shares_fixtures(item) and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.name))
    yield
    if config.getoption("loadgroup", default=False):
        for item in items:
            _name_group(item)
    items.sort(key=_turn)


def _name_group(item: pytest.Item) -> None:
    """Tell xdist the group of a test, by the end of its id.

    xdist 3.8 does so itself, but in an attribute that pytest 9.2 no longer reads: its groups were silently ignored.
    """
    marker = item.get_closest_marker("xdist_group")
    if marker and "@" not in item.nodeid:
        item._id = coerce_node_id(f"{item.nodeid}@{marker.args[0]}")


def _shares_fixtures(item: pytest.Item) -> bool:
    """Whether a test uses something that its module makes once."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return any(definitions[-1].scope == "module" for definitions in fixtures)


def _turn(item: pytest.Item) -> int:
    """When a test starts: groups first, then single tests with servers or pages of their own, then all others."""
    if item.get_closest_marker("xdist_group"):
        return 0
    return 1 if item.path.parent.name in {"live", "browser"} else 2


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
