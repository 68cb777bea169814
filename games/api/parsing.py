"""How the body of a request is read."""

import json
from typing import Any, NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.parser import Parser


class NotJsonError(ValueError):
    """A body that is not a JSON object; the text says what is wrong with it."""


class JsonObjectParser(Parser):
    """Takes JSON objects alone: django-ninja would take a number or a list for an empty object."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """The object that was sent. Raises NotJsonError."""
        try:
            value = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:  # wrong UTF-8 is a ValueError, too
            raise NotJsonError(_("The body is not valid JSON: %(fault)s.") % {"fault": error}) from None
        if not isinstance(value, dict):
            raise NotJsonError(_("The body must be a JSON object, such as {}."))
        return value


def _refuse_constant(name: str) -> NoReturn:
    """NaN and the infinities, which Python reads but JSON does not have."""
    raise ValueError(name)
