"""Strict parsing of environment variables: an invalid value stops the site from starting, with a clear error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

Number = TypeVar("Number", int, float)

SWITCHES = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class SettingsError(ImproperlyConfigured):
    """The environment is invalid. The message is meant for the operator, who needs no traceback."""


class Environment(environ.Env):  # type: ignore[misc]  # the package has no type hints
    """django-environ with strict parsing: the package itself treats every unknown word as False."""

    def switch(self, name: str, *, default: bool) -> bool:
        """Return whether the variable ``name`` is on, or the default if it is empty.

        Raises SettingsError for an unknown word.
        """
        word = self.str(name, default="").strip().lower()
        if not word:
            return default
        if word not in SWITCHES:
            raise SettingsError(f"{name}={word} is neither on nor off: use 1 or 0.")
        return SWITCHES[word]

    def number(self, name: str, *, default: Number, least: float = 0) -> Number:
        """Return the variable ``name`` as a number of the same type as the default, which is used if it is empty.

        Raises SettingsError if the value is invalid or less than ``least``.
        """
        text = self.str(name, default="").strip()
        found: Number | None
        try:
            found = type(default)(text) if text else default
        except ValueError:
            found = None
        if found is None or not least <= found < float("inf"):
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise SettingsError(f"{name}={text} is not {kind} of at least {least:g}.")
        return found

    def email(self, name: str) -> str:
        """Return the email address in the variable ``name``, or "" if it is empty.

        Raises SettingsError for anything else.
        """
        text: str = self.str(name, default="").strip()
        try:
            if text:
                validate_email(text)
        except ValidationError:
            raise SettingsError(f"{name}={text} is not an email address.") from None
        return text

    def require(self, names: Sequence[str], reason: str) -> None:
        """Raise SettingsError unless all of the variables ``names`` are set."""
        if missing := [name for name in names if not self.str(name, default="")]:
            raise SettingsError(f"{reason}: set {', '.join(missing)} as well. Is the environment file loaded?")
