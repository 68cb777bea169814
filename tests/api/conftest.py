"""API clients, and fixtures shared with the page tests."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Scope, User
from accounts.tokens import make_token
from tests.views.conftest import amina, badr, chadia  # noqa: F401

ROOT = "/api/v1"


class Program:
    """An API client that sends a user's token, or no token."""

    def __init__(self, user: User | None = None, scope: Scope = Scope.READ) -> None:
        self.client = Client()
        self.headers = {}
        if user is not None:
            _token, self.secret = make_token(user=user, name="a program", scope=scope)
            self.headers["Authorization"] = f"Bearer {self.secret}"

    def get(self, address: str, **query: Any) -> Any:
        """Return the response to a GET request, whatever its status."""
        return self.client.get(ROOT + address, query, headers=self.headers)

    def read(self, address: str, **query: Any) -> Any:
        """Make a GET request, check that it succeeds, and return the JSON body of the response."""
        answer = self.get(address, **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def refused(self, address: str, **query: Any) -> tuple[int, str]:
        """Make a GET request that must fail, check the format of the error, and return the status and error code."""
        answer = self.get(address, **query)
        assert answer.status_code >= 400
        refusal = answer.json()
        assert set(refusal) == {"code", "message"}
        assert refusal["message"]
        return answer.status_code, refusal["code"]


@pytest.fixture
def stranger(db: None) -> Program:
    """A client without a token."""
    return Program()
