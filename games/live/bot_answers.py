"""Answers from bot processes. A process that dies or hangs is replaced, and its replacement is asked again."""

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

ATTEMPTS = 2  # the second attempt is there in case a process was killed
EASIEST_BOT = min(BOTS, key=lambda key: BOTS[key].level)


def find_advice(process: ThinkingProcess, request: HintRequest) -> Advice | None:
    """Return the advice for a hint, or None if none can be found. A process that has died is replaced."""
    for _attempt in range(ATTEMPTS):
        try:
            return process.advise(AdviceRequest(request.observation, request.seed))
        except ThinkingError as error:
            BOT_FAILURES.inc()
            logger.warning("a hint could not be found: %s", error)
    return None


def choose_bot_move(process: ThinkingProcess, turn: BotTurn) -> list[Any]:
    """Return the bot's move. A process that has died is replaced; after two failures, the easiest bot chooses.

    Raises ThinkingError if the easiest bot fails too.
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
