"""Idempotency keys: a request sent again, because its answer was lost, gets the same answer and does nothing."""

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
        "Chosen by the client, new for every command. A request sent again with the same key, within a day, gets the "
        "same answer, and is not carried out again."
    ),
}


class KeyedRouter(Router):
    """A router whose POST operations document the header; they must call ``carry_out``."""

    def post(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Add the header to the operation's schema."""
        return super().post(path, openapi_extra={"parameters": [PARAMETER]}, **options)


def carry_out(request: HttpRequest, act: partial[Any], *, place: str = "") -> Receipt:
    """Carry out a service at a match (``place`` is its code) or on the site; once, if the request has a key.

    Raises Malformed for a key of a wrong form, Unavailable for one that was used for another command, and what the
    service raises.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return Receipt.of(act())
    if not re.fullmatch(ID_PATTERN, key):
        raise Malformed(
            message=_(
                "An idempotency key has 1 to 64 characters: letters, digits, dots, colons, hyphens and underscores."
            )
        )
    command = CommandId.of(act, user_id=user_of(request).pk, place=place, client_id=key)
    receipt = carry_out_once(command=command, act=act)
    receipt.check()
    return receipt
