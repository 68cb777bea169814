"""The API as a whole: its operations, and the schema that describes them. One file a resource beside this one."""

from typing import Any

from ninja import NinjaAPI, Schema
from ninja.openapi.schema import OpenAPISchema

from games.api import account, bots, ladders, matches, players, records, rulesets, stream
from games.api.auth import anyone
from games.api.errors import add_handlers
from games.api.parsing import JsonObjectParser

VERSION = "1.0"


class Refusal(Schema):
    """Why something was refused. ``code`` is stable, ``message`` a sentence."""

    code: str
    message: str


class RondaAPI(NinjaAPI):
    """Says in the schema what holds for every operation, so that none has to."""

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Any = None) -> OpenAPISchema:
        """The schema, with the form of refusals, and with tokens not needed where anybody may ask."""
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        schema["components"]["schemas"]["Refusal"] = Refusal.model_json_schema()
        schema["components"]["securitySchemes"] = {"Token": {"type": "http", "scheme": "bearer"}}
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"]["default"] = {"description": "Refused", "content": content}
                is_open = operation["security"] == [{"Anyone": []}]
                operation["security"] = [{}, {"Token": []}] if is_open else [{"Token": []}]
        return schema


api = RondaAPI(
    title="Ronda",
    version=VERSION,
    description="What programs may read and do. Nothing that is hidden at a table comes out here.",
    docs_url=None,  # the site has a page of its own
    urls_namespace="api",
    parser=JsonObjectParser(),
    auth=anyone,
)
add_handlers(api)
api.add_router("/rulesets", rulesets.router)
api.add_router("/ladders", ladders.router)
api.add_router("/players", players.router)
api.add_router("/matches", matches.router)
api.add_router("", stream.router)
api.add_router("/records", records.router)
api.add_router("/account", account.router)
api.add_router("/bot", bots.router)
