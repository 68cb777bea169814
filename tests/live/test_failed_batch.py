"""A batch that PostgreSQL refuses."""

from __future__ import annotations

from typing import Any

from tests.servers import Site


def test_a_refused_row_undoes_its_whole_batch(shared_site: Site, shared_match: dict[str, Any]) -> None:
    before = shared_site.call("log", shared_match["code"])
    assert shared_site.call("log_a_move_twice", shared_match["code"]) == "IntegrityError"
    assert shared_site.call("log", shared_match["code"]) == before
