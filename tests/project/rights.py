"""What comes of a request, in a word, and tables of such words."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache as limits
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User

PASSWORD = "seven of oros 7"  # of all who have one
PEOPLE = "stranger guest player other banned moderator superuser".split()
LEADS = {
    "/accounts/login/": "login",
    "/admin/login/": "login",
    "/accounts/signup/": "signup",
    "/accounts/reauthenticate/": "reauth",
}
NOBODYS = {Session, ContentType, Permission}  # rows that say nothing of what somebody did

Rows = dict[str, dict[str, str]]


def read_rows(text: str) -> Rows:
    """A table written out: a row's name, then a word for each of ``PEOPLE``. Lines that begin with # are remarks."""
    rows: Rows = {}
    for line in text.strip().splitlines():
        name, *words = line.split()
        if name != "#":
            assert name not in rows
            rows[name] = dict(zip(PEOPLE, words, strict=True))
    return rows


def signed_in(user: User | None, *, proven: bool = False, **client: Any) -> Client:
    """A browser in which somebody is signed in, or nobody; ``proven`` where the password has just been typed again."""
    browser = Client(**client)
    if user is not None:
        browser.force_login(user)
    if proven:
        browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return browser


def all_rows() -> list[Any]:
    """Everything in the database that somebody's doing could change, but when people were here last.

    In plain SQL, since the tests ask thousands of times.
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
    """What comes of a POST by each of ``PEOPLE``, as if nobody had been there before; without fields, of a GET.

    ``does``: something has changed. ``no``: nothing has, and a page says why. ``open``: the page that was asked for.
    ``out``: signed out, and nothing else. ``file``: a file. ``login``, ``signup``, ``reauth``: the way there. A number:
    refused with that status.
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
    """The word for an answer, as ``outcomes`` has it."""
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
