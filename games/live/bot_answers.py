"""Gets answers from bot processes. A process that dies or hangs is replaced, and the new one is asked instead."""

from __future__ import annotations

import logging
import time
from typing import Any

from games.bots import BOTS
from games.bots.advice import Advice
from games.live.bot_worker import AdviceRequest, Position
from games.live.metrics import BOT_FAILURES, THINK_SECONDS
from games.live.thinking import ThinkingError, ThinkingProcess
from games.selectors.bot_turn import BotTurn
from games.selectors.hints import HintRequest

logger = logging.getLogger(__name__)

ATTEMPTS = 2  # two, in case a process is killed during the first
EASIEST_BOT = min(BOTS, key=lambda key: BOTS[key].level)


def find_advice(process: ThinkingProcess, request: HintRequest) -> Advice | None:
    """Return the advice for a hint, or None if no advice can be found. A process that has died is replaced."""
    for _attempt in range(ATTEMPTS):
        try:
            return process.advise(AdviceRequest(request.observation, request.seed))
        except ThinkingError as error:
            BOT_FAILURES.inc()
            logger.warning("a hint could not be found: %s", error)
    return None


def choose_bot_move(process: ThinkingProcess, turn: BotTurn) -> list[Any]:
    """Return the bot's move, ``[verb, …]``. A process that has died is replaced.

    After two failures, the easiest bot chooses instead. Raises ThinkingError if that fails too.
    """
    for _attempt in range(ATTEMPTS):
        began = time.perf_counter()
        try:
            return process.think(Position(turn.bot, turn.observation, turn.seed))
        except ThinkingError as error:
            BOT_FAILURES.inc()
            logger.warning("a bot could not choose a move: %s", error)
        finally:
            THINK_SECONDS.observe(time.perf_counter() - began)
    return process.think(Position(EASIEST_BOT, turn.observation, turn.seed))
