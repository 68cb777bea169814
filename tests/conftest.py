"""What every test shares."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

# In CI the same examples each time: a failure there is one that anybody can repeat.
hypothesis_settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis_settings.register_profile("local", deadline=None)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    """Let pages in tests name static files as they are called in the source, without collecting them first.

    Servers that tests start read the settings by themselves, and name them as on a real site.
    """
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let SQLite tests use a file, as the site does.

    SQLite's shared memory database knows no busy timeout: two connections at once fail there with "table is locked"
    where the site would wait. Each run has a file of its own, so that several can go on side by side.
    """
    from django.conf import settings

    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"] == "ronda_site.sqlite":
        database["TEST"]["NAME"] = str(Path(tmp_path_factory.mktemp("db")) / "test.sqlite3")


@pytest.fixture(autouse=True)
def plain_password_hasher(settings: Any) -> None:
    """Hash passwords fast; how slow the real hasher is, is not what tests are about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _forget_limits() -> None:
    """Start each test with nobody having tried to log in."""
    from django.core.cache import cache

    cache.clear()
