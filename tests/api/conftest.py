"""The cast of the tests of pages, and a client that is a program."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope, User
from accounts.tokens import make_token
from tests.views.conftest import amina, badr, chadia  # noqa: F401

ROOT = "/api/v1"


class Program:
    """A program that asks the API, with the token of somebody, or as nobody."""

    def __init__(self, user: User | None = None, scope: Scope = Scope.READ) -> None:
        self.client = Client()
        self.headers = {}
        if user is not None:
            _token, self.secret = make_token(user=user, name="a program", scope=scope)
            self.headers["Authorization"] = f"Bearer {self.secret}"

    def get(self, address: str, **query: Any) -> Any:
        """The answer, whatever it is."""
        return self.client.get(ROOT + address, query, headers=self.headers)

    def read(self, address: str, **query: Any) -> Any:
        """What is answered to a request that succeeds."""
        answer = self.get(address, **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def refused(self, address: str, **query: Any) -> tuple[int, str]:
        """How a request is refused: status and code; the form is right."""
        answer = self.get(address, **query)
        assert answer.status_code >= 400
        refusal = answer.json()
        assert set(refusal) == {"code", "message"}
        assert refusal["message"]
        return answer.status_code, refusal["code"]


@pytest.fixture
def stranger(db: None) -> Program:
    """A program without a token."""
    return Program()
