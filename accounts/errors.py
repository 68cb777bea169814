"""The base class for the errors that services raise."""

from __future__ import annotations

from django.utils.functional import Promise


class ServiceError(Exception):
    """A service refused a request and changed nothing.

    ``code`` is a stable identifier, and ``message`` is a sentence that is translated when it is shown.
    """

    code: str
    message: str | Promise

    def __init__(self, code: str | None = None, message: str | Promise | None = None) -> None:
        if code is not None:
            self.code = code
        if message is not None:
            self.message = message
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.message)
