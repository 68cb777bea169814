"""The outcomes of requests, each described in one word, and tables of these words."""

from __future__ import annotations

from functools import cache
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache as limits
from django.db import connection, transaction
from django.http import HttpRequest
from django.test import Client

from accounts.models import User

PASSWORD = "seven of oros 7"  # for every user who has one
PEOPLE = "stranger guest player other banned moderator superuser".split()
LEADS = {
    "/accounts/login/": "login",
    "/admin/login/": "login",
    "/accounts/signup/": "signup",
    "/accounts/reauthenticate/": "reauth",
}
NOBODYS = {Session, ContentType, Permission}  # rows that do not show what a user did

sessions: dict[str, str] = {}  # the keys of the shared people's sessions, by name

Rows = dict[str, dict[str, str]]


def read_rows(text: str) -> Rows:
    """Parse a table: each line has a row's name, then a word for each of ``PEOPLE``. Skip comment lines (#)."""
    rows: Rows = {}
    for line in text.strip().splitlines():
        name, *words = line.split()
        if name != "#":
            assert name not in rows
            rows[name] = dict(zip(PEOPLE, words, strict=True))
    return rows


def signed_in(user: User | None, *, proven: bool = False, **client: Any) -> Client:
    """Return a browser in which ``user`` is logged in, or the browser of a visitor if ``user`` is None.

    If ``proven`` is true, users who have a password have just entered it. The users that a module shares have one
    session each, since logging in takes longer than opening most pages.
    """
    browser = Client(**client)
    if user is None:
        return browser
    if user.username in sessions:
        browser.cookies[settings.SESSION_COOKIE_NAME] = sessions[user.username]
    else:
        browser.force_login(user)
    if proven and user.has_usable_password():
        request = HttpRequest()
        request.session = SessionStore()  # a copy, so that the shared one stays unchanged
        request.session.update(dict(browser.session.items()))
        record_authentication(request, user, "password", reauthenticated=True)
        request.session.save()
        browser.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)
    return browser


def all_rows() -> list[Any]:
    """Return all rows that an action could change, except for the times of the users' last logins.

    Use raw SQL for speed, since the tests call this function thousands of times.
    """
    found = []
    with connection.cursor() as cursor:
        for statement in _statements():
            cursor.execute(statement)
            found.append(cursor.fetchall())
    return found


@cache
def _statements() -> list[str]:
    quote, statements = connection.ops.quote_name, []
    for model in apps.get_models(include_auto_created=True):
        if model not in NOBODYS and model._meta.managed:
            fields = model._meta.concrete_fields
            columns = ", ".join(quote(field.column) for field in fields if field.name != "last_login")
            key = quote(model._meta.pk.column)
            statements.append(f"SELECT {columns} FROM {quote(model._meta.db_table)} ORDER BY {key}")  # noqa: S608
    return statements


def outcomes(
    people: dict[str, User], address: str, fields: dict[str, Any] | None = None, *, proven: bool = False
) -> dict[str, str]:
    """Return the outcome of a POST (or of a GET if ``fields`` is None) for each of ``PEOPLE``.

    All requests start from the same state. ``does``: something has changed. ``no``: nothing has changed, and a page
    says why. ``open``: the requested page. ``out``: the user is logged out, and nothing else has changed. ``file``: a
    file. ``login``, ``signup``, ``reauth``: a redirect to that page. A number: refused with that status.
    """
    clients = {who: signed_in(people.get(who), proven=proven) for who in PEOPLE}
    before, found = all_rows(), {}
    for who, client in clients.items():
        limits.clear()
        with transaction.atomic():
            response = client.get(address) if fields is None else client.post(address, fields)
            has_changed, is_locked_out = all_rows() != before, who in people and "_auth_user_id" not in client.session
            word = word_for(response, has_changed=has_changed, is_form=fields is not None)
            found[who] = "out" if is_locked_out and not has_changed else word
            transaction.set_rollback(True)
    return found


def word_for(response: Any, *, has_changed: bool, is_form: bool) -> str:
    """Return the word for a response, as listed in ``outcomes``."""
    status = response.status_code
    if has_changed:
        return "does" if status in {200, 302} else f"changed something with {status}"
    if status == 302:
        return next((word for start, word in LEADS.items() if response["location"].startswith(start)), "no")
    if status != 200:
        return str(status)
    if not response["content-type"].startswith("text/html"):
        return "file"
    return "no" if is_form else "open"
