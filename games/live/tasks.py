"""Work for this process: the server's actions in matches, and the moves and hints that bots have to find in time."""

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

CLAIM_SECONDS = 5  # the time that a process has to think about a turn before another process may claim it


@dataclass(order=True, frozen=True, slots=True)
class Action:
    """An action that a service carries out in a match as soon as it is due.

    ``version`` is the version of the match.
    """

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
    """A bot's turn or a player's request for a hint. ``due`` is when the move is due or the hint was requested.

    ``number`` is the version of the match when the turn was queued or, for a hint, the number of moves made.
    """

    due: datetime
    code: str
    number: int
    is_hint: bool = False

    @property
    def key(self) -> str:
        """The task's cache key."""
        return f"{'hint' if self.is_hint else 'bot-turn'}:{self.code}:{self.number}"

    def claim(self) -> bool:
        """Claim the task for this process. Return False if it has already been claimed.

        A claim expires ``CLAIM_SECONDS`` after the task is due or, if it is overdue, after the claim was made.
        """
        until_due = max(0.0, (self.due - timezone.now()).total_seconds())
        try:
            return cache.add(self.key, True, CLAIM_SECONDS + until_due)
        except CountersFullError:  # better to think twice than not at all: only one of the answers counts
            return True
