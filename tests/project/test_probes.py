"""Endpoints for machines: health, readiness and metrics."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from typing import Any
from unittest import mock

import pytest
from django.db import DatabaseError
from django.test import AsyncClient, Client

from games.live import probes
from games.live.probes import serve_probes
from games.live.writer import NotStoredError, Writer
from games.state.errors import Stale
from tests.servers import free_port, valkey

pytestmark = pytest.mark.django_db

ELSEWHERE = {"host": "10.0.0.7:8001"}  # Prometheus connects to the IP address, not to one of the site's host names


@pytest.fixture(autouse=True)
def _fresh_release() -> None:
    probes._load_release.cache_clear()


def fail(error: Exception) -> Any:
    return mock.Mock(side_effect=error)


def test_a_working_process_is_healthy_for_any_host_name_and_without_tls(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    response = client.get("/healthz", headers=ELSEWHERE)
    assert (response.status_code, response.text) == (200, "ok\n")
    assert response["cache-control"] == "no-store"


def test_a_release_that_cannot_render_a_page_is_unhealthy_until_it_can(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(probes, "render_to_string", fail(ValueError("Missing staticfiles manifest entry")))
        assert client.get("/healthz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_a_release_whose_urls_cannot_be_imported_is_unhealthy(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "get_resolver", fail(ImportError("no such view")))
    assert client.get("/healthz").status_code == 503


def test_a_process_whose_scheduler_has_died_is_unhealthy(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "is_running", lambda: False)
    response = client.get("/healthz")
    assert (response.status_code, "thread" in response.text) == (503, True)


def test_health_does_not_depend_on_the_database_and_readiness_does(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz", headers=ELSEWHERE).text == "database: ok\n"
    monkeypatch.setattr(probes, "connection", mock.Mock(cursor=fail(DatabaseError())))
    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "database: unavailable\n")


def test_readiness_checks_valkey_where_it_is_used(client: Client, settings: Any) -> None:
    with valkey() as url:
        settings.REDIS_URL = url
        assert client.get("/readyz").text == "database: ok\nvalkey: ok\n"
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "database: ok\nvalkey: unavailable\n")


@pytest.mark.django_db(transaction=True)
async def test_readiness_is_checked_on_a_thread_of_its_own(async_client: AsyncClient) -> None:
    assert (await async_client.get("/healthz")).status_code == 200
    assert (await async_client.get("/readyz")).text == "database: ok\n"
    assert (await async_client.post("/readyz")).status_code == 405


def test_metrics_are_off_by_default(client: Client) -> None:
    assert client.get("/metrics").status_code == 404


def numbers(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^(ronda_\S+) (\S+)$", text, flags=re.M)}


@pytest.mark.django_db(transaction=True)
def test_metrics_count_the_writers_commands(client: Client, settings: Any) -> None:
    settings.METRICS = True
    before = numbers(client.get("/metrics", headers=ELSEWHERE).text)
    writer = Writer(1)
    for run in (lambda: 1, fail(Stale()), fail(NotStoredError())):
        writer.submit("code", run, lambda _result, _error: None)
    writer.close()
    after = numbers(client.get("/metrics").text)
    added = {name: after[name] - before.get(name, 0) for name in after}
    for outcome in ("done", "refused", "failed"):
        assert added[f'ronda_commands_total{{outcome="{outcome}"}}'] == 1
    assert added["ronda_batch_size_commands_sum"] == 3
    assert added["ronda_commit_seconds_count"] == added["ronda_answer_seconds_count"] >= 1


def test_a_process_without_pages_serves_metrics_on_its_own_port() -> None:
    port = free_port()
    serve_probes("127.0.0.1", port)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as response:
        assert response.read() == b"ok\n"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30)
