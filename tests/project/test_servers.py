"""Ports that the tests give to their servers."""

from __future__ import annotations

import socket

import pytest

from tests.servers import answers, free_port


def test_a_free_port_is_given_to_nobody_else_but_a_server_can_use_it() -> None:
    port = free_port()
    with pytest.raises(OSError, match="in use"), socket.socket() as other:
        other.bind(("127.0.0.1", port))
    with socket.create_server(("127.0.0.1", port)):  # sets SO_REUSEADDR
        assert answers(port)
    assert not answers(port)
    with socket.create_server(("127.0.0.1", port)):
        assert answers(port)
