"""The scheduler's poll: a heartbeat, then everything that is due according to the database.

It even finds due actions that no process has noted, for example because the process that knew of them was killed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import cycle

from django.utils import timezone

from games.live.bot_turns import BotTurns
from games.live.heartbeat import Heartbeat
from games.live.tasks import Action
from games.selectors.due import bot_turns_due, hints_due, server_actions_due
from games.services.analysis import analyses_wait
from games.services.heartbeat import all_processes_alive

POLL_SECONDS = 0.5  # the duration of a poll, over which its steps are spread


class Poll:
    """A poll in steps, which are spread out so that a move does not have to wait for a whole poll.

    Bots' turns, hints and analyses are passed to ``bots``, if this process has any.
    """

    def __init__(self, heartbeat: Heartbeat | None, bots: BotTurns | None, bot_lead: timedelta) -> None:
        steps: list[Callable[[], list[Action]]] = [self._beat, self._find_server_actions]
        if bots is not None:
            steps += [partial(_find_bot_turns, bots, bot_lead), partial(_find_hints, bots)]
            steps += [partial(_find_analyses, bots)]
        self.step_seconds = POLL_SECONDS / len(steps)
        self._steps = cycle(steps)
        self._heartbeat = heartbeat
        self._all_heard = False  # whether all processes were alive at the last heartbeat

    def take_step(self) -> list[Action]:
        """Take the next step. Return the server's own actions that are due, if this step reads them."""
        return next(self._steps)()

    def _beat(self) -> list[Action]:
        self._all_heard = False  # in case the database fails
        self._all_heard = all_processes_alive() if self._heartbeat is None else self._heartbeat.beat()
        return []

    def _find_server_actions(self) -> list[Action]:
        return [Action.for_server(*found) for found in server_actions_due(with_clocks=self._all_heard)]


def _find_bot_turns(bots: BotTurns, lead: timedelta) -> list[Action]:
    for when, code, version in bot_turns_due(before=timezone.now() + lead):
        bots.note(code, version, when)
    return []


def _find_hints(bots: BotTurns) -> list[Action]:
    for code, moves_made, asked in hints_due():
        bots.note_hint(code, moves_made, asked)
    return []


def _find_analyses(bots: BotTurns) -> list[Action]:
    if analyses_wait():
        bots.note_analyses()
    return []
