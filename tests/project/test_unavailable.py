"""While the database is down, every request is answered with 503 and a readable page."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import AsyncClient, Client

from accounts.models import User
from games.services.outages import is_outage

pytestmark = pytest.mark.django_db

PAGES = ["/", "/ladder/", "/accounts/login/", "/t/ABCDEFGH/", "/settings/"]


@pytest.fixture
def member(client: Client) -> Client:
    """The browser of a logged-in user, whose session is read before any view runs."""
    client.force_login(User.objects.create_user("amina"))
    client.raise_request_exception = False
    return client


@pytest.fixture(params=[OperationalError("the connection is lost"), InterfaceError("connection already closed")])
def _database_away(request: pytest.FixtureRequest, member: Client) -> Iterator[None]:
    assert member.session.session_key  # logged in before
    with mock.patch.object(connection, "cursor", side_effect=request.param):
        yield


@pytest.mark.usefixtures("_database_away")
@pytest.mark.parametrize("path", PAGES)
def test_pages_of_a_logged_in_user_answer_503(member: Client, path: str) -> None:
    answer = member.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Back in a moment" in answer.text
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.usefixtures("_database_away")
def test_forms_and_pages_of_visitors_answer_503() -> None:
    stranger = Client(raise_request_exception=False)
    for answer in (stranger.get("/"), stranger.post("/accounts/login/", {"login": "amina", "password": "whatever"})):
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.usefixtures("_database_away")
def test_the_api_answers_in_its_own_form() -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/players/amina")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["code"] == "unreachable"


async def test_the_same_holds_under_asgi(async_client: AsyncClient) -> None:
    async_client.raise_request_exception = False
    async_client.cookies["sessionid"] = "somebody"
    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=OperationalError("away")):
        answer = await async_client.get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_a_bug_is_still_a_server_error() -> None:
    with pytest.raises(OperationalError) as missing, connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM no_such_table")
    assert isinstance(missing.value.__cause__, sqlite3.Error)
    assert not is_outage(missing.value)
    assert not is_outage(ValueError())


def test_a_locked_database_is_an_outage() -> None:
    locked = OperationalError("database is locked")
    locked.__cause__ = sqlite3.OperationalError("database is locked")
    locked.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert is_outage(locked)
