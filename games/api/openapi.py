"""The OpenAPI schema that django-ninja generates, extended with error responses and streams."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI, Schema
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from games.api import frame_types, record_types, state_types

REFERENCE = "#/components/schemas/"
LINES = "application/x-ndjson"
FRAMES: tuple[type[BaseModel], ...] = (
    state_types.StateOut,
    frame_types.StateFrame,
    frame_types.PresenceFrame,
    frame_types.NoticeFrame,
    frame_types.ClosingFrame,
    frame_types.ClosedFrame,
    record_types.RecordOut,
    record_types.RecordLine,
)
REFUSED = {
    HTTPStatus.BAD_REQUEST: "The body is not valid JSON, or names an unknown move, clock or option.",
    HTTPStatus.UNAUTHORIZED: "The token is missing or invalid.",
    HTTPStatus.FORBIDDEN: "The token or its account doesn't allow that.",
    HTTPStatus.NOT_FOUND: "Not found, or not visible to this reader.",
    HTTPStatus.CONFLICT: "Not possible in the current state of the match.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "A parameter or the body doesn't match the schema.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests. Retry-After says how many seconds to wait.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Internal error.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Temporarily unavailable. Try again.",
}
WITH_DELAY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
RETRY_AFTER = {"description": "The number of seconds to wait.", "schema": {"type": "integer"}}


class Refusal(Schema):
    """An error. ``code`` is stable; ``message`` is a sentence for people."""

    code: str
    message: str


def answers_with(model: type[BaseModel]) -> dict[str, Any]:
    """Return the ``openapi_extra`` for an operation that answers with this JSON type."""
    return _answers("application/json", {"$ref": REFERENCE + model.__name__})


def answers_with_lines(*models: type[BaseModel]) -> dict[str, Any]:
    """Return the ``openapi_extra`` for an operation that answers with JSON Lines of these types."""
    references = [{"$ref": REFERENCE + model.__name__} for model in models]
    return _answers(LINES, references[0] if len(references) == 1 else {"oneOf": references})


def _answers(media: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"responses": {200: {"content": {media: {"schema": schema}}}}}


class RondaAPI(NinjaAPI):
    """An API whose schema also describes streams, tokens and the error responses of all operations."""

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> OpenAPISchema:
        """Return the schema with all responses. Tokens are marked as optional for operations that don't need one."""
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        schema["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
        components = schema["components"]
        template = REFERENCE + "{model}"
        _names, described = models_json_schema([(model, "validation") for model in FRAMES], ref_template=template)
        components["schemas"] |= described["$defs"] | {"Refusal": Refusal.model_json_schema()}
        components["securitySchemes"] = {"Token": {"type": "http", "scheme": "bearer"}}
        components["responses"] = {status.name: _refusal(status) for status in REFUSED}
        for path, operations in schema["paths"].items():
            for method, operation in operations.items():
                _complete(operation, path, method)
        _drop_defaults(components["schemas"])
        _drop_unused(schema)
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the function's name in camel case, such as ``getLadder``, as is usual in JavaScript and Java."""
        first, *rest = operation.view_func.__name__.split("_")
        return first + "".join(map(str.capitalize, rest))


def _refusal(status: HTTPStatus) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": REFERENCE + "Refusal"}}}
    headers = {"headers": {"Retry-After": RETRY_AFTER}} if status in WITH_DELAY else {}
    return {"description": REFUSED[status], "content": content, **headers}


def _complete(operation: dict[str, Any], path: str, method: str) -> None:
    """Add the security requirements and error responses to an operation."""
    is_open = operation["security"] == [{"Anyone": []}]
    operation["security"] = [{}, {"Token": []}] if is_open else [{"Token": []}]
    refusals = {str(status.value): {"$ref": f"#/components/responses/{status.name}"} for status in REFUSED}
    for status in _impossible(operation, method):
        del refusals[str(status.value)]
    operation["responses"] = {str(status): response for status, response in operation["responses"].items()} | refusals
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    for sent in [*bodies, *operation["parameters"]]:
        if "allOf" in sent["schema"]:  # pydantic wraps types that have a default
            [sent["schema"]] = sent["schema"]["allOf"]


def _impossible(operation: dict[str, Any], method: str) -> Iterator[HTTPStatus]:
    """Yield the error statuses that an operation never returns."""
    if method != "post":
        yield HTTPStatus.CONFLICT
    if "requestBody" not in operation:
        yield HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if method != "post":
            yield HTTPStatus.BAD_REQUEST
        if not operation["parameters"]:
            yield from (HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY)


def _drop_defaults(schemas: dict[str, Any]) -> None:
    """Remove defaults, because code generators treat fields with defaults as required.

    The descriptions mention the important defaults.
    """
    for schema in schemas.values():
        for one in schema.get("properties", {}).values():
            one.pop("default", None)


def _drop_unused(schema: OpenAPISchema) -> None:
    """Remove types that nothing refers to, such as those for parameter groups that django-ninja has flattened."""
    schemas, used = schema["components"]["schemas"], set[str]()
    waiting = [schema["paths"], schema["components"]["responses"]]
    while waiting:
        for name in set(_references(waiting.pop())) - used:
            used.add(name)
            waiting.append(schemas[name])
    schema["components"]["schemas"] = {name: one for name, one in sorted(schemas.items()) if name in used}


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if str(value.get("$ref", "")).startswith(REFERENCE):
            yield value["$ref"].removeprefix(REFERENCE)
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _references(one)
