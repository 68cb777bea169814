"""Database connections used by requests on a real server with PostgreSQL."""

from __future__ import annotations

from tests.api_client import ask
from tests.servers import Server, Site

REQUESTS = 40


def test_requests_leave_no_connections_open(shared_site: Site, two_servers: tuple[Server, Server]) -> None:
    ask(two_servers[0], "/matches")
    before = shared_site.call("connections_to_postgresql")
    for _request in range(REQUESTS):
        assert ask(two_servers[0], "/matches")[0] == 200
    assert shared_site.call("connections_to_postgresql") < before + REQUESTS / 4
