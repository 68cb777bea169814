"""The API as a whole. Each resource has a module of its own."""

from games.api import account, bots, clocks, ladders, matches, players, records, rulesets, stream
from games.api.auth import anyone
from games.api.errors import add_handlers
from games.api.openapi import RondaAPI
from games.api.parsing import JsonObjectParser

VERSION = "1.0"


api = RondaAPI(
    title="Ronda",
    version=VERSION,
    description="What programs can read and do. Hidden cards stay hidden.",
    docs_url=None,  # the site has its own page
    servers=[{"url": "/", "description": "This site"}],
    openapi_extra={"externalDocs": {"description": "How a bot plays", "url": "/docs/bots/"}},
    urls_namespace="api",
    parser=JsonObjectParser(),
    auth=anyone,
)
add_handlers(api)
api.add_router("/rulesets", rulesets.router)
api.add_router("/clocks", clocks.router)
api.add_router("/ladders", ladders.router)
api.add_router("/players", players.router)
api.add_router("/matches", matches.router)
api.add_router("", stream.router)
api.add_router("/records", records.router)
api.add_router("/account", account.router)
api.add_router("/bot", bots.router)
