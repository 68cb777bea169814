"""The log line for a request."""

from __future__ import annotations

from typing import Any

import pytest
import structlog
from django.test import Client
from django.urls import reverse
from structlog.testing import capture_logs

pytestmark = pytest.mark.django_db


def lines_of(client: Client, address: str, caplog: pytest.LogCaptureFixture, **headers: str) -> list[dict[str, Any]]:
    """Return the log lines for one request: structured ones, and Django's own as {"event": …}."""
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as found:
        client.get(address, headers=headers)
    lines = [dict(line) for line in found if line["log_level"] != "debug"]
    return lines + [{"event": record.getMessage()} for record in caplog.records if record.levelname != "DEBUG"]


def test_each_request_logs_one_line_with_its_status_id_and_duration(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    (line,) = lines_of(client, reverse("rules"), caplog)
    assert (line["event"], line["code"], line["request"]) == ("request_finished", 200, f"GET {reverse('rules')}")
    assert line["request_id"]
    assert 0 < line["ms"] < 60_000


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "10.0.0.28"), (2, "198.51.100.7")]
)  # fmt: skip
def test_the_logged_address_is_the_one_the_proxies_saw_and_not_the_clients_claim(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Any, proxies: int, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    claimed = "203.0.113.1, 198.51.100.7, 10.0.0.28"
    (line,) = lines_of(client, reverse("rules"), caplog, **{"x-forwarded-for": claimed})
    assert line["ip"] == address


def test_a_request_that_bypassed_the_proxies_logs_its_own_address(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    (line,) = lines_of(client, reverse("rules"), caplog, **{"x-forwarded-for": "203.0.113.1"})
    assert line["ip"] == "127.0.0.1"


def test_rate_limited_requests_log_one_line_like_all_others(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.RONDA_API_RATE = 0
    (line,) = lines_of(client, "/api/v1/rulesets", caplog)
    assert line["code"] == 429
    assert line["ip"] == "127.0.0.1"
    assert line["request_id"]


def test_an_unknown_host_name_is_not_logged_as_an_error(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    lines = lines_of(client, reverse("rules"), caplog, host="evil.example")
    assert [line.get("code") for line in lines if line["event"] == "request_finished"] == [400]


def test_probes_are_not_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert lines_of(client, "/healthz", caplog) == []


def test_an_exception_logs_one_traceback(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("games.views.rules.render", lambda *_args, **_more: 1 / 0)
    line, fault = lines_of(client, reverse("rules"), caplog)
    assert (line["event"], line["code"]) == ("request_finished", 500)
    assert fault["event"] == f"Internal Server Error: {reverse('rules')}"
    assert sum(1 for record in caplog.records if record.exc_info) == 1
