"""Short descriptions of the types in the OpenAPI schema, for the API reference."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.api.openapi import REFERENCE

Schema = Mapping[str, Any]


class Part(NamedTuple):
    """Part of a type's description. If ``link`` is true, ``text`` is the name of another type on the page."""

    text: str
    link: bool = False


Kind = list[Part]


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
