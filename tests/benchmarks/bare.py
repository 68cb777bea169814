"""The baseline for the site: a Channels consumer written in the most obvious way.

Each move takes one ORM transaction through ``database_sync_to_async`` and one ``group_send`` to every socket of the
match. The consumer does not check the rules: it accepts any move, and sends the version and the move. It uses the
site's models, database settings and server.
"""

from __future__ import annotations

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.db import transaction
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")
pages = get_asgi_application()

from games.models import Match, Move  # noqa: E402


class BareConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.user_id = self.scope["user"].pk
        self.group = f"bare.{self.code}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        match = await database_sync_to_async(Match.objects.get)(code=self.code)
        await self.send_json({"type": "state", "version": match.version, "move": None})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: dict[str, Any], **_kwargs: Any) -> None:
        version = await self.store(content["version"], content["move"])
        if version is None:
            await self.send_json({"type": "refused", "code": "stale"})
        else:
            message = {"type": "move.made", "version": version, "move": content["move"]}
            await self.channel_layer.group_send(self.group, message)

    @database_sync_to_async
    @transaction.atomic
    def store(self, version: int, move: list[Any]) -> int | None:
        match = Match.objects.select_for_update().get(code=self.code)
        seat = match.seats.filter(user=self.user_id).first()
        if seat is None or match.version != version:
            return None
        match.version += 1
        match.save(update_fields=["version"])
        Move.objects.create(match=match, number=match.version, seat=seat.number, move=move)
        return match.version

    async def move_made(self, event: dict[str, Any]) -> None:
        await self.send_json({"type": "state", "version": event["version"], "move": event["move"]})


application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": AuthMiddlewareStack(URLRouter([path("ws/match/<slug:code>/", BareConsumer.as_asgi())])),
    }
)
