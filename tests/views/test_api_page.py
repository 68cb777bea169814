"""The API page for developers."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.api.api import api
from games.api.kinds import kind_of

pytestmark = pytest.mark.django_db


def test_the_page_lists_every_operation_and_every_type(client: Client) -> None:
    page = client.get("/api/").content.decode()
    schema = api.get_openapi_schema()
    for path, operations in schema["paths"].items():
        assert path in page
        for operation in operations.values():
            assert operation["description"]
    for name in re.findall(r'href="#(\w+Out)"', page):
        assert f'id="{name}"' in page
    assert 'href="#MatchOut"' in page
    assert "<code>state</code>" in page
    assert "``" not in page


def test_every_page_links_to_it(client: Client) -> None:
    assert 'href="/api/"' in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"$ref": "#/components/schemas/MatchOut"}, "MatchOut"),
        ({"type": "integer", "minimum": 1, "maximum": 100}, "integer 1–100"),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}, "date | null"),
        ({"type": "array", "items": {"type": "string"}}, "[string, …]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "{…: integer}"),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({"enum": ["all", "bots"]}, "all | bots"),
        ({}, "any"),
    ],
)
def test_descriptions_of_types(schema: dict[str, object], words: str) -> None:
    assert "".join(part.text for part in kind_of(schema)) == words
