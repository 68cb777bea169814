"""A crawler that follows every link and form on the site through Django's test client, and reports broken ones.

If addresses differ only in an id or name, the crawler opens only one of them. For most roles, it opens only one match
in each state.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import translation

from accounts.models import User
from tests.crawl_site import HIDDEN, PASSWORD, CrawlSite

HOST = "http://testserver"
THOROUGH = {
    "stranger"
}  # these roles see matches, ladders and rules of every ruleset and size; the others see one match in each state
STAFF = {"moderator", "superuser"}
ADMIN = "/admin/"
OF_ADMIN_ONLY = {"superuser"}  # these roles open only the admin, because their other pages are like a moderator's
MOST_PAGES = 2500
EXAMPLES = 1  # the number of pages to open among those that differ only in the person or row they show
LINKS = {
    **dict.fromkeys(("a", "area", "link", "use", "image"), "href"),
    **dict.fromkeys(("img", "script", "iframe", "source", "audio", "video", "embed"), "src"),
}
FREE = {"after", "before", "next", "p", "q", "e", "player", "opponent", "name", "match", "seek"}
NAMING = {"pk", "name", "object_id", "code", "key", "uidb36", "content_type_id"}
TOKEN = "csrfmiddlewaretoken"
EXEMPT = {"/language/"}  # needs no token, so that pages with this form need no cookie
Attributes = dict[str, str | None]


@dataclass
class Form:
    """A form on a page: its address, its method, and its fields with their initial values."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class PageParser(HTMLParser):
    """Collects the links, forms, ids and data of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.ids: Counter[str] = Counter()
        self.navigations: Counter[str] = Counter()  # by accessible name
        self.data: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self._reads_data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found: Attributes = dict(attrs)
        if found.get("id"):
            self.ids[str(found["id"])] += 1
        if tag == "nav":
            self.navigations[found.get("aria-label") or found.get("aria-labelledby") or ""] += 1
        if (link := found.get(LINKS.get(tag, ""))) is not None:
            self.links.append(link)
        if tag == "meta" and str(found.get("property", "")) in {"og:image", "og:url"}:
            self.links.append(str(found["content"]))
        if tag == "form":
            self._form = Form(found.get("action") or "", (found.get("method") or "get").lower())
            self.forms.append(self._form)
        elif tag == "script":
            self._reads_data = found.get("type") == "application/json"
        else:
            self._note_field(tag, found)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "script":
            self._reads_data = False

    def handle_data(self, data: str) -> None:
        if self._reads_data:
            self.data.append(data)

    def _note_field(self, tag: str, found: Attributes) -> None:
        if self._form is None:
            return
        if tag == "button" and found.get("formaction"):
            self.forms.append(Form(str(found["formaction"]), str(found.get("formmethod") or self._form.method)))
        name, value = str(found.get("name") or ""), str(found.get("value") or "")
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in found and self._select:
            self._form.fields.append((self._select, value))
        elif tag == "input" and name not in {"", TOKEN} and found.get("type") not in {"submit", "button", "file"}:
            is_box = found.get("type") in {"checkbox", "radio"}
            self._form.fields += [(name, value)] if not is_box or "checked" in found else []


class Fault(NamedTuple):
    """An error at an address, and the page that links to it."""

    what: str
    address: str
    page: str

    def __str__(self) -> str:
        return f"{self.what}: {self.address} (on {self.page})"


class Crawler:
    """Opens everything that one role can reach. ``faults`` contains the errors found."""

    def __init__(
        self,
        site: CrawlSite,
        role: str,
        meant: dict[str, set[int]] | None = None,
        *,
        on_page: Callable[[str, str], None] = lambda _address, _html: None,
    ) -> None:
        """Set up a crawl. ``meant`` contains the expected statuses of each route that may refuse requests.

        ``on_page`` is called with the address and HTML of each page.
        """
        self.site = site
        self.role = role
        self.meant = meant or {}
        self.on_page = on_page
        self.faults: list[Fault] = []
        self.pages = 0
        self._client = sign_in(site, role)
        self._waiting: deque[tuple[str, str, bool]] = deque()
        self._seen: set[str] = set()
        self._examples: Counter[str] = Counter()
        self._ids: dict[str, Counter[str]] = {}
        self._fragments: dict[tuple[str, str], str] = {}  # (address, id): the page that links there

    def crawl(self) -> None:
        """Start at the front page and every match, and stop when no new addresses are found."""
        tables = [f"/t/{code}/" for code, kind in self.site.matches.items() if HIDDEN not in kind]
        for address in ["/", *tables, *([ADMIN] if self.role in STAFF else [])]:
            self._queue(address, "the start")
        while self._waiting:
            assert self.pages < MOST_PAGES, f"the crawl does not end: {list(self._waiting)[:50]}"
            self._open(*self._waiting.popleft())
        for (address, name), page in self._fragments.items():
            if address in self._ids and name not in self._ids[address]:
                self._complain("no such id", f"{address}#{name}", page)

    def _complain(self, what: str, address: str, page: str) -> None:
        self.faults.append(Fault(what, address, page))

    def _queue(self, address: str, page: str, *, takes_form: bool = False) -> None:
        """Queue an address from a page if it belongs to the site and fewer than EXAMPLES of its kind have been queued.

        If ``takes_form`` is true, the address need not answer a GET request with a page.
        """
        parts = urlsplit(urljoin(HOST + page if page.startswith("/") else HOST, address.strip()))
        if f"{parts.scheme}://{parts.netloc}" != HOST:
            return
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        if parts.fragment and not parts.path.startswith(settings.STATIC_URL):
            self._fragments.setdefault((target, unquote(parts.fragment)), page)
        if target in self._seen:
            return
        self._seen.add(target)
        if parts.path.startswith(settings.STATIC_URL):
            self._check_static(parts.path, parts.fragment, page)
            return
        if self._is_new_kind("GET", target, page) and (self.role not in OF_ADMIN_ONLY or target.startswith(ADMIN)):
            self._waiting.append((target, page, takes_form))

    def _is_new_kind(self, method: str, target: str, page: str) -> bool:
        """Return whether fewer than EXAMPLES addresses of this kind have been queued.

        Pages are alike in all languages. Addresses in other languages must exist, but they never count as new, so only
        the browser's crawl opens them.
        """
        language = translation.get_language_from_path(urlsplit(target).path)
        try:
            with translation.override(language or settings.LANGUAGE_CODE):
                kind = f"{method} {self._kind_of(target)}"
        except Resolver404:
            self._complain("no such address", target, page)
            return False
        if language:
            return False
        self._examples[kind] += 1
        return self._examples[kind] <= EXAMPLES

    def _kind_of(self, target: str) -> str:
        """Return the kind of an address: its URL pattern, the names and the kind of match in its path, and its query.

        Raises Resolver404 if there is no such address.
        """
        parts = urlsplit(target)
        match = resolve(unquote(parts.path))
        named = [str(value) for key, value in match.kwargs.items() if key not in NAMING]
        kind = self.site.matches.get(str(match.kwargs.get("code")), "")
        if self.role not in THOROUGH:
            named, kind = [], kind.partition(" ")[0]
        query = parse_qsl(parts.query, keep_blank_values=True)
        if match.namespace == "admin" or self.role not in THOROUGH:  # the admin has endless query combinations
            asked = [key for key, _value in query] if len(query) < 2 else ["several"]
        else:
            asked = sorted({key if key in FREE else f"{key}={value}" for key, value in query})
        return " ".join([match.route, *named, kind, *asked])

    def _check_static(self, path: str, fragment: str, page: str) -> None:
        found = finders.find(unquote(path.removeprefix(settings.STATIC_URL)))
        if not found:
            self._complain("no such static file", path, page)
        elif fragment and f'id="{fragment}"' not in _text(str(found)):
            self._complain("no such id", f"{path}#{fragment}", page)

    def _open(self, address: str, page: str, takes_form: bool) -> None:
        response = self._client.get(address)
        self.pages += 1
        if response.status_code in {301, 302}:
            self._queue(urljoin(address, response["Location"]), page)
            return
        if response.status_code >= 400:
            meant = self.meant.get(resolve(unquote(urlsplit(address).path)).route, set())
            if response.status_code not in meant | ({405} if takes_form else set()):
                self._complain(str(response.status_code), address, page)
            return
        if not response["Content-Type"].startswith("text/html"):
            return
        self._read(address, response.content.decode())

    def _read(self, address: str, html: str) -> None:
        self.on_page(address, html)
        parser = PageParser()
        parser.feed(html)
        self._ids[address] = parser.ids
        for name, count in parser.ids.items():
            if count > 1:
                self._complain("id given twice", name, address)
        for name, count in parser.navigations.items():
            if count > 1:
                self._complain("two navigations of one name", name, address)
        for link in addresses_in(parser.data):
            self._queue(link, address, takes_form=True)
        for link in parser.links:
            if link.startswith("#"):
                if link != "#" and unquote(link[1:]) not in parser.ids:
                    self._complain("no such id", link, address)
            elif not re.match(r"(mailto|data|javascript|otpauth):", link):
                self._queue(link, address)
        for form in parser.forms:
            self._try(form, address)

    def _try(self, form: Form, page: str) -> None:
        """Follow a GET form, or check that a POST form is refused without its CSRF token."""
        target = urljoin(page, form.action or page)
        if form.method == "dialog":
            return
        if form.method == "get":
            self._queue(f"{urlsplit(target).path}?{urlencode(form.fields)}", page)
            return
        if target in EXEMPT or not self._is_new_kind("POST", target, page):
            return
        if (status := self._client.post(target, dict(form.fields)).status_code) != 403:
            self._complain(f"a form without its token answers {status}", target, page)
        self._queue(target, page, takes_form=True)


def sign_in(site: CrawlSite, role: str) -> Client:
    """Return a client with this role. If the role has a password, the client has just logged in with it."""
    client = Client(enforce_csrf_checks=True)
    if role == "stranger":
        return client
    user: User = site.roles[role]
    if not user.has_usable_password():
        client.force_login(user)
        return client
    door = Client()
    door.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    assert door.session.get("_auth_user_id") == str(user.pk)
    client.cookies = door.cookies
    return client


def addresses_in(data: list[str]) -> Iterator[str]:
    """Yield the site's addresses found in the JSON data that a page passes to its scripts."""
    for text in data:
        yield from (value for value in _strings(json.loads(text)) if re.fullmatch(r"/(?!ws/)[a-z].*/(\?.*)?", value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


@cache
def _text(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")
