"""Looking up receipts on PostgreSQL."""

from __future__ import annotations

from tests.servers import Site


def test_receipts_are_found_by_the_index_even_before_postgresql_analyzes_the_table(shared_site: Site) -> None:
    looked_up = shared_site.call("look_up_receipts", "receiver", 3_000, 100)
    assert looked_up == {"found": 100, "scans": 0}
