"""Idempotency keys, which make it safe to repeat a request whose response was lost.

The repeated request returns the same response and has no further effect.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from games.api.auth import user_of
from games.services.receipts import ID_PATTERN, CommandId, Receipt, carry_out_once
from games.state.errors import Malformed

HEADER = "Idempotency-Key"
PARAMETER = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "schema": {"type": "string", "pattern": ID_PATTERN},
    "description": (
        "Chosen by the client, a new one for each command. Repeating a request with the same key within a day "
        "returns the same answer and has no further effect."
    ),
}


class KeyedRouter(Router):
    """A router whose POST operations accept the Idempotency-Key header. These operations must call ``carry_out``."""

    def post(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Register a POST operation, with the header in its schema."""
        return super().post(path, openapi_extra={"parameters": [PARAMETER]}, **options)


def carry_out(request: HttpRequest, act: partial[Any], *, place: str = "") -> Receipt:
    """Call a service for the match with the code ``place``, or for the site if ``place`` is empty.

    If the request has a key, the service is called only once. Raises Malformed for an invalid key, Unavailable if the
    key was used for another command, and any error that the service raises.
    """
    key = _key_of(request)
    if key is None:
        return Receipt.of(act())
    command = CommandId.of(act, user_id=user_of(request).pk, place=place, client_id=key)
    receipt = carry_out_once(command=command, act=act)
    receipt.check()
    return receipt


def _key_of(request: HttpRequest) -> str | None:
    key = request.headers.get(HEADER)
    if key is not None and not re.fullmatch(ID_PATTERN, key):
        raise Malformed(
            message=_("Idempotency keys must be 1 to 64 letters, digits, dots, colons, hyphens or underscores.")
        )
    return key
