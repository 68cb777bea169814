"""An analysis that this process carries out in small parts while no bot turn or hint request is waiting."""

from __future__ import annotations

import logging
import time

from games.bots.analysis import Step
from games.live.bot_worker import Passage
from games.live.thinking import ThinkingError, ThinkingProcess
from games.services.analysis import (
    Claim,
    claim_analysis,
    fail_analysis,
    finish_analysis,
    release_analysis,
    save_progress,
)

logger = logging.getLogger(__name__)

ATTEMPTS = 2  # attempts per part: two, in case a process is killed during the first
SAVE_SECONDS = 1.0  # minimum time between progress updates


class AnalysisJob:
    """A claimed analysis. Not thread-safe."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._steps: list[Step] = []
        self._failures = 0
        self._saved = time.monotonic()

    @classmethod
    def claim(cls) -> AnalysisJob | None:
        """Claim the longest-waiting analysis. Return None if none is waiting."""
        claim = claim_analysis()
        return None if claim is None else cls(claim)

    def advance(self, process: ThinkingProcess) -> bool:
        """Analyse the next part, which takes about a tenth of a second. Return whether there is more to do."""
        log = self._claim.log
        try:
            self._steps += process.analyse(Passage(log, len(self._steps)))
        except ThinkingError as error:
            logger.warning("a part of an analysis failed: %s", error)
            self._failures += 1
            if self._failures == ATTEMPTS:
                fail_analysis(claim=self._claim)
            return self._failures < ATTEMPTS
        self._failures = 0
        if len(self._steps) > len(log.moves):
            finish_analysis(claim=self._claim, steps=self._steps)
            return False
        if time.monotonic() < self._saved + SAVE_SECONDS:
            return True
        self._saved = time.monotonic()
        return save_progress(claim=self._claim, steps=self._steps)

    def release(self) -> None:
        """Release the claim, so that another process can carry out the analysis."""
        release_analysis(claim=self._claim)
