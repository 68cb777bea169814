"""Rate limits count requests across two processes, by the address that the proxy saw."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from http.client import HTTPConnection
from itertools import count, cycle
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

import pytest

from games.chat.services import LINES_AT_ONCE
from games.moderation.services import REPORTS_AT_ONCE
from games.services.pairing import SEEKS_A_MINUTE
from tests.live.conftest import OpenPage
from tests.servers import Server, Site
from tests.site_client import SiteClient

GUESTS = 4
ASKED, ASKED_WITH_TOKENS = 5, 8  # API requests per minute
PASSWORD = "seven of oros 7"
TOKEN = "a" * 32

T = TypeVar("T")
_numbers, _forged = count(1), count()


class Answer(NamedTuple):
    """The response to a form."""

    status: int
    text: str
    cookies: str


class ProxiedSite:
    """Two processes behind a proxy that alternates between them; the methods send requests as the proxy does."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self._turns = cycle(servers)

    def send(self, path: str, *, client_address: str, cookie: str = "", host: str = "", **fields: str) -> Answer:
        """Send a form from the address ``client_address``, which the proxy appends to the sender's own header."""
        headers = {
            "Cookie": f"csrftoken={TOKEN}; {cookie}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "text/html",
        }
        return self._request(
            "POST", path, client_address, headers | ({"Host": host} if host else {}), urlencode(fields)
        )

    def ask(self, path: str, *, client_address: str, token: str = "") -> int:
        """Send an API request and return the status."""
        return self._request(
            "GET", f"/api/v1{path}", client_address, {"Authorization": f"Bearer {token}"} if token else {}
        ).status

    def _request(self, method: str, path: str, client_address: str, headers: dict[str, str], body: str = "") -> Answer:
        server = next(self._turns)
        forged = f"198.51.100.{next(_forged) % 250}"
        line = HTTPConnection("127.0.0.1", server.port)
        line.request(method, path, body, {**headers, "X-Forwarded-For": f"{forged}, {client_address}"})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return Answer(answer.status, text, str(answer.headers.get_all("Set-Cookie")))

    def sign_in(self, name: str, password: str, **how: Any) -> Answer:
        """Try to sign in."""
        return self.send("/accounts/login/", login=name, password=password, **how)


@pytest.fixture(scope="module")
def proxied(shared_site: Site) -> Iterator[ProxiedSite]:
    """The shared site behind one proxy."""
    environment = {name: shared_site.environment[name] for name in ("DATABASE_URL", "RONDA_REDIS_URL")}
    limits = {"RONDA_API_RATE": str(ASKED), "RONDA_API_TOKEN_RATE": str(ASKED_WITH_TOKENS)}
    site = Site(shared_site.folder, **environment, **limits, RONDA_PROXIES="1", RONDA_GUEST_RATE=f"{GUESTS}/h/ip")
    with Server(site) as one, Server(site) as other:
        yield ProxiedSite([one, other])


@pytest.fixture
def client_address() -> str:
    """An address that no request has used before."""
    return f"203.0.113.{next(_numbers)}"


@pytest.fixture
def name(proxied: ProxiedSite, client_address: str) -> str:
    """The name of a new user with a password."""
    name = f"eager{next(_numbers)}"
    assert (
        proxied.send("/accounts/signup/", client_address=client_address, username=name, password1=PASSWORD).status
        == 302
    )
    return name


def test_wrong_passwords_from_one_address_are_counted_across_processes(
    proxied: ProxiedSite, client_address: str, name: str
) -> None:
    for number in range(10):
        answer = proxied.sign_in(f"nobody{number}", "wrong", client_address=client_address)
        assert (answer.status, "Wrong " in answer.text) == (200, True), number
    answer = proxied.sign_in(name, PASSWORD, client_address=client_address)
    assert (answer.status, "Too many failed login attempts" in answer.text) == (200, True)
    assert proxied.sign_in(name, PASSWORD, client_address="203.0.113.250").status == 302


def test_wrong_passwords_for_one_account_are_counted_from_all_addresses(proxied: ProxiedSite, name: str) -> None:
    for number in range(5):
        guess = {"client_address": f"192.0.2.{number}", "host": f"127.0.0.1:{number + 1}"}
        written = name.upper() if number % 2 else name.replace("i", "ı")
        assert "Wrong " in proxied.sign_in(written, "wrong", **guess).text, number
    answer = proxied.sign_in(name, PASSWORD, client_address="192.0.2.99")
    assert (answer.status, "Too many failed login attempts" in answer.text) == (200, True)


@pytest.mark.parametrize(("path", "most"), [("/accounts/login/", 30), ("/accounts/signup/", 20)])
def test_forms_from_one_address_are_counted_across_processes(
    proxied: ProxiedSite, client_address: str, path: str, most: int
) -> None:
    for number in range(most):
        assert proxied.send(path, client_address=client_address).status == 200, number
    for _server in proxied.servers:
        answer = proxied.send(path, client_address=client_address)
        assert answer.status == 429
        assert "Too many attempts" in answer.text
        assert 'class="site-header"' in answer.text
    assert proxied.send(path, client_address="203.0.113.251").status == 200


def test_guests_from_one_address_are_counted_across_processes(proxied: ProxiedSite, client_address: str) -> None:
    for number in range(GUESTS):
        assert "sessionid" in proxied.send("/play/guest/", client_address=client_address).cookies, number
    for _server in proxied.servers:
        assert "sessionid" not in proxied.send("/play/guest/", client_address=client_address).cookies


def test_reports_are_counted_across_processes(proxied: ProxiedSite, client_address: str) -> None:
    site = proxied.servers[0].site
    match = site.call("matches", 1, {"players": 2}, "reporting")[0]
    by, whom = match["players"]
    cookie, report = f"sessionid={by['cookie']}", {"whom": whom["name"], "reason": "other", "words": ""}
    path = f"/t/{match['code']}/report/"
    answers = [
        proxied.send(path, client_address=client_address, cookie=cookie, **report)
        for _number in range(REPORTS_AT_ONCE + 2)
    ]
    assert [answer.status for answer in answers] == [200] * REPORTS_AT_ONCE + [429] * 2
    assert "sent too many reports" in answers[-1].text


async def test_chat_messages_are_counted_across_processes(proxied: ProxiedSite, open_page: OpenPage) -> None:
    match = proxied.servers[0].site.call("matches", 1, {"players": 2}, "talking")[0]
    pages = [await open_page(server, match, 0) for server in proxied.servers]
    for page in pages:
        await page.until(lambda frame: frame["type"] == "chat")
    answers = []
    for number in range(LINES_AT_ONCE + 2):
        page = pages[number % 2]
        await page.send(type="say", text=f"line {number}")
        while (frame := await page.next())["type"] != "refused" and f"line {number}" not in str(frame.get("lines")):
            pass
        answers.append(frame.get("code", "said"))
    assert answers == ["said"] * LINES_AT_ONCE + ["busy"] * 2


async def within_a_minute(ask: Callable[[], Awaitable[list[T]]]) -> list[T]:
    """Return the result of ``ask``. Limits count per clock minute, so repeat a call that runs into the next minute."""
    while True:
        minute = time.time() // 60
        answers = await ask()
        if time.time() // 60 == minute:
            return answers


async def test_searches_are_counted_across_processes(proxied: ProxiedSite) -> None:
    async def ask() -> list[str]:
        seeker = proxied.servers[0].site.call("players", [f"seeker{next(_numbers)}"])[0]
        pages = [await SiteClient(server.port, seeker["cookie"]).open() for server in proxied.servers]
        answers = []
        for number in range(SEEKS_A_MINUTE + 2):
            page = pages[number % 2]
            await page.seek(["mufts", "steere"][number // 2 % 2], clock=["180+5", "300+10"][number % 2], rated=False)
            answers.append(await page.until(lambda frame: frame["type"] in {"refused", "seek"}))
        await pages[0].send(type="cancel_seek", id="enough")  # so that nobody is paired with it in the next minute
        await pages[0].until(lambda frame: frame.get("id") == "enough")
        for page in pages:
            await page.close()
        return [answer.get("code", "sought") for answer in answers]

    assert await within_a_minute(ask) == ["sought"] * SEEKS_A_MINUTE + ["busy"] * 2


async def test_api_requests_are_counted_by_address_across_processes(proxied: ProxiedSite) -> None:
    def ask() -> list[int]:
        client_address = f"203.0.113.{next(_numbers)}"
        return [proxied.ask("/rulesets", client_address=client_address) for _number in range(ASKED + 2)]

    assert await within_a_minute(partial(asyncio.to_thread, ask)) == [200] * ASKED + [429] * 2


async def test_api_requests_are_counted_by_account_across_processes(proxied: ProxiedSite) -> None:
    def ask() -> list[int]:
        secrets = cycle(proxied.servers[0].site.call("tokens", f"program{next(_numbers)}", 3))
        asked = range(ASKED_WITH_TOKENS + 2)
        return [proxied.ask("/rulesets", client_address=f"192.0.2.{number}", token=next(secrets)) for number in asked]

    assert await within_a_minute(partial(asyncio.to_thread, ask)) == [200] * ASKED_WITH_TOKENS + [429] * 2


async def test_invalid_tokens_are_counted_across_processes(proxied: ProxiedSite) -> None:
    def ask() -> list[int]:
        client_address = f"203.0.113.{next(_numbers)}"
        return [
            proxied.ask("/rulesets", client_address=client_address, token=f"ronda_{number}")
            for number in range(ASKED + 2)
        ]

    assert await within_a_minute(partial(asyncio.to_thread, ask)) == [401] * ASKED + [429] * 2


def test_the_processes_logged_no_errors(proxied: ProxiedSite) -> None:
    assert [server.complaints() for server in proxied.servers] == [[], []]
