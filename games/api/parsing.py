"""Request body parsing."""

import json
from typing import Any, NoReturn

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.parser import Parser


class NotJsonError(ValueError):
    """The body is not a JSON object. The message gives the reason."""


class JsonObjectParser(Parser):
    """Accept only JSON objects: django-ninja would treat a number or a list as an empty object."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the object in the body. Raises NotJsonError."""
        try:
            value = json.loads(request.body, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:  # invalid UTF-8 is a ValueError, too
            raise NotJsonError(_("The body is not valid JSON: %(fault)s.") % {"fault": error}) from None
        if not isinstance(value, dict):
            raise NotJsonError(_("The body must be a JSON object, such as {}."))
        return value


def _refuse_constant(name: str) -> NoReturn:
    """Reject NaN and the infinities, which Python accepts although they are not valid JSON."""
    raise ValueError(name)
