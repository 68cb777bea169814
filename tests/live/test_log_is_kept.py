"""The moderation log on PostgreSQL: the site's own database user cannot change it."""

from __future__ import annotations

from itertools import count

import psycopg
import pytest

from tests.servers import Site

EVERYTHING = "SELECT * FROM accounts_moderationlog ORDER BY id"

_numbers = count()


def suspend_somebody(site: Site) -> None:
    """Have the site add a row to the log."""
    site.call("table_with_users", "public", f"log{next(_numbers)}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_moderationlog SET words = ''",
        "UPDATE accounts_moderationlog SET created = now() WHERE id = (SELECT min(id) FROM accounts_moderationlog)",
        "DELETE FROM accounts_moderationlog",
        "DELETE FROM accounts_moderationlog WHERE id = (SELECT max(id) FROM accounts_moderationlog)",
    ],
)
def test_the_log_refuses_changes(shared_site: Site, statement: str) -> None:
    suspend_somebody(shared_site)
    with psycopg.connect(shared_site.environment["DATABASE_URL"], autocommit=True) as line:
        before = line.execute(EVERYTHING).fetchall()
        assert before
        with pytest.raises(psycopg.errors.RaiseException, match="the moderation log is kept"):
            line.execute(statement)
        assert line.execute(EVERYTHING).fetchall() == before


def test_rows_can_be_added(shared_site: Site) -> None:
    """Without this test, the one above would prove little."""
    with psycopg.connect(shared_site.environment["DATABASE_URL"], autocommit=True) as line:
        rows = len(line.execute(EVERYTHING).fetchall())
        suspend_somebody(shared_site)
        assert len(line.execute(EVERYTHING).fetchall()) == rows + 1
