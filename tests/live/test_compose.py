"""compose.yaml without Docker: its commands run as local processes with its environment, behind a simple proxy."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import prepared_sites
from tests.match_client import MatchClient, play_on
from tests.servers import ROOT, Site, answers, free_port, postgresql, valkey

SECRETS = {"POSTGRES_PASSWORD": "p4ss", "RONDA_SECRET_KEY": "only for tests, where nothing is secret at all; long"}
PATIENCE_SECONDS = 30.0
Services = dict[str, dict[str, Any]]


def filled(value: str, given: dict[str, str]) -> str:
    """Expand ``${NAME:-default}`` and ``${NAME:?message}`` in a value from the file."""

    def fill_database(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        assert name in given or kind == ":-", f"{name} must be given"
        return given.get(name, rest)

    return re.sub(r"\$\{(\w+)(:-|:\?)([^}]*)\}", fill_database, value)


@pytest.fixture(scope="module")
def services() -> Services:
    """The services in compose.yaml."""
    parsed: Services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return parsed


def of_image() -> dict[str, str]:
    """Return the environment that the image sets for every container."""
    said = re.search(r"^ENV (.+)$", (ROOT / "docs/ops/Dockerfile").read_text(), re.MULTILINE)
    assert said
    return dict(pair.split("=", 1) for pair in said[1].split())


class Composed:
    """The site's containers as processes, each on a local port, with a real database and channel layer."""

    def __init__(self, services: Services, folder: Path, database: str, layer: str) -> None:
        self.services = services
        self.folder = folder
        self.hosts = {"@database:5432": database, "redis://valkey:6379/0": layer}
        self.ports = {name: free_port() for name in ("web1", "web2", "deadlines")}
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def environment(self, name: str) -> dict[str, str]:
        """Return a container's environment, with this machine's addresses."""
        own = ("RONDA_", "DJANGO_", "PYTHON")
        outside = {key: value for key, value in os.environ.items() if not key.startswith(own)}
        given = {key: filled(str(value), SECRETS) for key, value in self.services[name]["environment"].items()}
        assert "@database:5432/" in given["DATABASE_URL"]
        given["DATABASE_URL"] = self.hosts["@database:5432"]
        given["RONDA_REDIS_URL"] = self.hosts[given["RONDA_REDIS_URL"]]
        collected = {"RONDA_VAR_DIR": str(prepared_sites.var_folder())}  # as in the image
        return {**outside, **of_image(), **given, **collected, "RONDA_METRICS": "1"}

    def command(self, name: str) -> list[str]:
        """Return a container's command, with this machine's Python and port."""
        program, *words = self.services[name]["command"]
        own = {"8000": str(self.ports.get(name)), "0.0.0.0": "127.0.0.1"}  # noqa: S104  what containers listen on
        start = [sys.executable] if program == "python" else [sys.executable, "-m", program]
        return [*start, *[own.get(word, word) for word in words]]

    def run(self, name: str) -> None:
        """Run a container that exits on its own."""
        subprocess.run(self.command(name), cwd=ROOT, env=self.environment(name), check=True, capture_output=True)

    def start(self, name: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                self.command(name), cwd=ROOT, env=self.environment(name), stdout=log, stderr=log
            )

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def stop(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.wait(PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def composed(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    """All services in the file, running."""
    with ExitStack() as stack:
        database, layer = stack.enter_context(postgresql()), stack.enter_context(valkey())
        composed = Composed(services, tmp_path_factory.mktemp("composed"), database, layer)
        prepared_sites.fill_postgresql(database)  # as before an update; this runs the migrations
        composed.run("prepare")
        stack.callback(composed.stop)
        for name in ("web1", "web2", "deadlines"):
            composed.start(name)
        for port in composed.ports.values():
            while not answers(port):
                assert all(process.poll() is None for process in composed.running.values())
        yield composed
        composed.stop()  # every process stops on request and has logged no error
        for name in composed.running:
            assert "Traceback" not in composed.log(name)
            assert '"level": "error"' not in composed.log(name)
            assert all(isinstance(json.loads(line), dict) for line in composed.log(name).splitlines())


@asynccontextmanager
async def proxy(ports: list[int]) -> AsyncIterator[int]:
    """Open a port, and forward its connections to these ports in turn."""
    turn = iter(range(1_000_000))

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", ports[next(turn) % len(ports)])
        await asyncio.gather(forward(reader, there[1]), forward(there[0], writer), return_exceptions=True)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.fixture(scope="module")
def site(composed: Composed) -> Site:
    """A ``Site`` on the same database, so that tests can use ``Site.call``."""
    keys = ("DATABASE_URL", "RONDA_REDIS_URL", "RONDA_SECRET_KEY")
    environment = composed.environment("web1")
    return Site(composed.folder, **{key: environment[key] for key in keys})


async def test_a_match_is_played_through_the_proxy_by_players_on_both_processes(composed: Composed, site: Site) -> None:
    match = site.call("matches", 1, {"players": 2}, "composed")[0]
    async with proxy([composed.ports["web1"], composed.ports["web2"]]) as port:
        pages = [await MatchClient(port, match["code"], one["cookie"]).open() for one in match["players"]]
        made = await play_on(pages, 10, random.Random(3))
        running = await asyncio.to_thread(site.call, "count_running_matches")  # another test may have left one
        numbers = [await asyncio.to_thread(probe, composed.ports[one], "/metrics") for one in ("web1", "web2")]
        for page in pages:
            await page.close()
    log = site.call("log", match["code"])
    assert [[seat, move] for _number, seat, move in log["moves"]] == made
    for text in numbers:
        assert 'ronda_sockets{kind="table"} 1.0' in text
        assert f"ronda_running_matches {running}.0" in text


def probe(port: int, path: str) -> str:
    """Return a process's response to a probe whose Host header isn't one of the site's hosts."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": "10.0.0.7"})
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:  # noqa: S310  an address of our own
        text: str = response.read().decode()
        return text


@pytest.mark.parametrize("name", ["web1", "deadlines"])
def test_every_process_answers_its_probes(composed: Composed, services: Services, name: str) -> None:
    asked = re.search(r"http://localhost:8000(/\w+)", services[name]["healthcheck"]["test"][-1])
    assert asked
    assert probe(composed.ports[name], asked[1]) == "ok\n"
    assert probe(composed.ports[name], "/readyz") == "database: ok\nvalkey: ok\n"
    assert "ronda_late_deadlines" in probe(composed.ports[name], "/metrics")


async def test_bots_play_whichever_process_acts(composed: Composed, site: Site) -> None:
    match = site.call("bot_match", "composed-lone", {"players": 2})
    page = await MatchClient(composed.ports["web2"], match["code"], match["players"][0]["cookie"]).open()
    rng = random.Random(5)
    while len({event["seat"] for frame in page.frames for event in frame.get("events", ())} & {0, 1}) < 2:
        if page.view["moves"]:
            await page.move(rng.choice(page.view["moves"]))
        else:
            await page.next()
    await page.close()


def test_the_proxy_forwards_to_the_processes_and_nothing_else_is_published(services: Services) -> None:
    resolved = (ROOT / "docs/ops/nginx/upstream-compose.conf").read_text()
    upstream = re.findall(r"^server (\w+):(\d+) resolve", resolved, re.MULTILINE)
    assert upstream == [("web1", "8000"), ("web2", "8000")]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert not any(
        "sticky" in line or "ip_hash" in line for line in (ROOT / "docs/ops/nginx.conf").read_text().splitlines()
    )


def test_the_site_trusts_the_proxy_for_client_addresses(services: Services) -> None:
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in (ROOT / "docs/ops/nginx.conf").read_text()
    assert filled(services["web1"]["environment"]["RONDA_PROXIES"], {}) == "1"


def test_every_container_has_a_memory_limit_and_valkey_evicts_nothing(services: Services) -> None:
    assert [name for name, service in services.items() if not re.fullmatch(r"\d+[mg]", service["mem_limit"])] == []
    command = services["valkey"]["command"]
    set_to = {flag: value for flag, value in pairwise(command) if flag.startswith("--")}
    assert set_to["--maxmemory-policy"] == "noeviction"
    assert int(set_to["--maxmemory"].removesuffix("mb")) * 2 <= int(services["valkey"]["mem_limit"].removesuffix("m"))


def test_no_secret_has_a_public_default(services: Services) -> None:
    for name in ("web1", "deadlines"):
        with pytest.raises(AssertionError, match="must be given"):
            filled(services[name]["environment"]["RONDA_SECRET_KEY"], {})
    with pytest.raises(AssertionError, match="must be given"):
        filled(services["database"]["environment"]["POSTGRES_PASSWORD"], {})
