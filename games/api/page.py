"""The API reference: the OpenAPI schema as a page of the site."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

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
from games.rendering.documents import all_documents
from games.rendering.rulebook import MARKDOWN

Schema = Mapping[str, Any]
REFERENCE = "#/components/schemas/"


class Part(NamedTuple):
    """Part of a type's description. With ``link``, it is the name of another type described on the page."""

    text: str
    link: bool = False


Kind = list[Part]


class Field(NamedTuple):
    """A parameter or a field of a type: its name, its type, and its description."""

    name: str
    kind: Kind
    about: SafeString


class Operation(NamedTuple):
    """An operation, with the types of its request body and its response (``answer``).

    ``title`` is the first paragraph of its description, without links; ``about`` holds the other paragraphs.
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
    """A type with its fields or, if it has none (such as an enumeration), its ``kind``."""

    name: str
    about: SafeString
    fields: list[Field]
    kind: Kind


class Group(NamedTuple):
    """The operations with one tag. ``key`` is its anchor, ``title`` is in the language of the reader."""

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
    """Show every operation of the API, with the types of its parameters and response."""
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
    """Return the operations by tag, and all types. The schema does not change while the site runs."""
    schema = api.get_openapi_schema()
    operations_of: dict[str, list[Operation]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            operations_of.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    shapes = [
        Shape(name, _paragraphs(one), list(_fields(one)), [] if "properties" in one else kind_of(one))
        for name, one in sorted(schema["components"]["schemas"].items())
    ]
    groups = [Group(slugify(tag), TITLES[tag], found) for tag, found in operations_of.items()]
    return groups, shapes


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
    return mark_safe(html)  # noqa: S308  made without raw HTML, from our own words


def _paragraphs(schema: Schema) -> SafeString:
    """Return the description of an operation or a type, which may have several paragraphs."""
    html: str = MARKDOWN.render(schema.get("description", ""))
    return mark_safe(html)  # noqa: S308  as above


def kind_of(schema: Schema) -> Kind:
    """Describe a JSON Schema type in a few words."""
    if "$ref" in schema:
        return [Part(str(schema["$ref"]).removeprefix(REFERENCE), link=True)]
    if "enum" in schema:
        return [Part(" | ".join(map(str, schema["enum"])))]
    if "const" in schema:
        return [Part(str(schema["const"]))]
    if choices := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
        kinds = [kind_of(one) for one in choices]
        return [*kinds[0], *(part for kind in kinds[1:] for part in (Part(" | "), *kind))]
    return [Part(str(schema["format"]))] if "format" in schema else _plain_kind(schema)


def _plain_kind(schema: Schema) -> Kind:
    kind = str(schema.get("type", "any"))
    if kind == "array":
        return [Part("["), *kind_of(schema.get("items", {})), Part(", …]")]
    if isinstance(schema.get("additionalProperties"), dict):
        return [Part("{…: "), *kind_of(schema["additionalProperties"]), Part("}")]
    if "minimum" in schema and "maximum" in schema:
        return [Part(f"{kind} {schema['minimum']}–{schema['maximum']}")]
    return [Part(kind)]
