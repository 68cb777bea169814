"""The API reference, which shows the OpenAPI schema as a page of the site."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.api.api import api
from games.api.kinds import Kind, Part, Schema, kind_of
from games.rendering.documents import all_documents
from games.rendering.rulebook import MARKDOWN


class Field(NamedTuple):
    """A parameter, or a field of a type, with its name, type and description."""

    name: str
    kind: Kind
    about: SafeString


class Operation(NamedTuple):
    """An operation, with the types of its request body and its response (``answer``).

    ``title`` is the first paragraph of the operation's description, without links; ``about`` contains the others.
    """

    method: str
    path: str
    title: SafeString
    about: SafeString
    needs_token: bool
    parameters: list[Field]
    body: Kind
    answer: Kind


class Shape(NamedTuple):
    """A type with its fields. A type without fields, such as an enumeration, has a ``kind`` instead."""

    name: str
    about: SafeString
    fields: list[Field]
    kind: Kind


class Group(NamedTuple):
    """The operations that share a tag. ``key`` is the group's anchor, and ``title`` is in the reader's language."""

    key: str
    title: Promise
    operations: list[Operation]


TITLES: Final[Mapping[str, Promise]] = {
    "Account": pgettext_lazy("part of the API", "Account"),
    "Bots": pgettext_lazy("part of the API", "Bots"),
    "Ladders": pgettext_lazy("part of the API", "Ladders"),
    "Matches": pgettext_lazy("part of the API", "Matches"),
    "Players": pgettext_lazy("part of the API", "Players"),
    "Records": pgettext_lazy("part of the API", "Records"),
    "Rulesets": pgettext_lazy("part of the API", "Rulesets"),
}


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Show every operation of the API, with the types of its parameters, body and response."""
    groups, shapes = _read_schema()
    context = {
        "groups": groups,
        "shapes": shapes,
        "root": request.build_absolute_uri("/api/v1"),
        "schema": reverse("api:openapi-json"),
        "documents": all_documents(),
        "rates": {
            "address": settings.RONDA_API_RATE,
            "token": settings.RONDA_API_TOKEN_RATE,
            "moves": settings.RONDA_API_MOVE_RATE,
        },
    }
    return render(request, "games/api/api.html", context)


@cache
def _read_schema() -> tuple[list[Group], list[Shape]]:
    """Return the operations by tag, and all types. The result is cached, as the schema never changes at run time."""
    schema = api.get_openapi_schema()
    shapes = [_shape(name, one) for name, one in sorted(schema["components"]["schemas"].items())]
    return _groups(schema["paths"]), shapes


def _groups(paths: Schema) -> list[Group]:
    operations_of: dict[str, list[Operation]] = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            operations_of.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    return [Group(slugify(tag), TITLES[tag], found) for tag, found in operations_of.items()]


def _shape(name: str, schema: Schema) -> Shape:
    return Shape(name, _paragraphs(schema), list(_fields(schema)), [] if "properties" in schema else kind_of(schema))


def _operation(method: str, path: str, operation: Schema) -> Operation:
    parameters = [
        Field(one["name"], kind_of(one["schema"]), _about(one["schema"])) for one in operation.get("parameters", [])
    ]
    title, _, rest = operation.get("description", "").partition("\n\n")
    return Operation(
        method=method.upper(),
        path=path,
        title=mark_safe(re.sub(r"</?a\b[^>]*>", "", _about({"description": title}))),  # noqa: S308  as in _about
        about=_paragraphs({"description": rest}),
        needs_token={} not in operation["security"],
        parameters=parameters,
        body=_content(operation.get("requestBody", {})),
        answer=_content(operation["responses"]["200"]),
    )


def _content(message: Schema) -> Kind:
    """Return the type of a request body or a response."""
    for media, content in message.get("content", {}).items():
        kind = kind_of(content["schema"])
        return kind if media == "application/json" else [Part(f"{media}: "), *kind]
    return []


def _fields(shape: Schema) -> Iterator[Field]:
    for name, schema in shape.get("properties", {}).items():
        yield Field(name, kind_of(schema), _about(schema))


def _about(schema: Schema) -> SafeString:
    """Return a field's description as HTML. Descriptions are written in Markdown."""
    html: str = MARKDOWN.renderInline(schema.get("description", ""))
    return mark_safe(html)  # noqa: S308  rendered without raw HTML, from our own text


def _paragraphs(schema: Schema) -> SafeString:
    """Return the description of an operation or a type as HTML. It may have several paragraphs."""
    html: str = MARKDOWN.render(schema.get("description", ""))
    return mark_safe(html)  # noqa: S308  as above
