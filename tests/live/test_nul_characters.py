"""NUL characters, which PostgreSQL rejects in any text."""

from __future__ import annotations

from typing import Any

from tests.servers import Site


def test_a_report_form_may_contain_nul_characters(shared_site: Site, shared_match: dict[str, Any]) -> None:
    by, whom = (player["name"] for player in shared_match["players"])
    assert shared_site.call("report_with_nul", shared_match["code"], by, whom) == [302, 1]
