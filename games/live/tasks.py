"""What this process has to do for the server: actions in matches, and tasks for bots to think about first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from games.services.outages import CountersFullError
from games.services.play import act_for_server

CLAIM_SECONDS = 5  # for which one process may think about a turn before another one does


@dataclass(order=True, frozen=True, slots=True)
class Action:
    """An action that a service carries out in a match as soon as it is due. ``version`` is that of the match."""

    when: datetime
    code: str
    version: int
    run: Callable[[], Any] = field(compare=False)

    @classmethod
    def for_server(cls, when: datetime, code: str, version: int) -> Action:
        """Return the action that the server itself takes in a match."""
        return cls(when, code, version, partial(act_for_server, code=code))


@dataclass(order=True, frozen=True, slots=True)
class Task:
    """Something to think about by ``due``: the turn of a bot, or a hint for a player.

    ``number`` is the version of the match at which the turn was noted, or the number of moves before the hint.
    """

    due: datetime
    code: str
    number: int
    is_hint: bool = False

    @property
    def key(self) -> str:
        """The name of the task in the cache."""
        return f"{'hint' if self.is_hint else 'bot-turn'}:{self.code}:{self.number}"

    def claim(self) -> bool:
        """Return whether this process is to serve the task: no other one has begun to in the last seconds."""
        until_due = max(0.0, (self.due - timezone.now()).total_seconds())
        try:
            return cache.add(self.key, True, CLAIM_SECONDS + until_due)
        except CountersFullError:  # better to think twice than not at all: only one of the answers counts
            return True
