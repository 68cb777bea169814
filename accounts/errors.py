"""Why a service refused: what all typed errors of the site have in common."""

from __future__ import annotations

from django.utils.functional import Promise


class ServiceError(Exception):
    """Nothing was changed. ``code`` is stable, ``message`` a sentence in the reader's language once it is shown."""

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
