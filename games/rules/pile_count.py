"""The count at the end of a deal of Porrazo (P21, P22)."""

from typing import Final

from games.rules.events import Event
from games.rules.strike_play import StrikeGame

HALF_PACK: Final = 26


class CountGame(StrikeGame):
    """The count in Porrazo. Rulesets set the attribute declared here."""

    over_half: bool  # cards above half the pack score, rather than the lead over the second-largest pile

    def _count(self) -> None:
        """P21, P22: Count the cards and end the deal."""
        if self.table and self.last_capture >= 0:
            self.events.append(Event("sweep", -1, {"side": self.last_capture, "cards": self.table}))
            self.captured[self.last_capture] += len(self.table)
        self._clear_table()
        first, second = sorted(self.captured, reverse=True)[:2]
        leader = self.captured.index(first)
        points = [0] * self.side_count
        free = HALF_PACK if self.over_half else second
        points[leader] = max(0, first - free)
        self.phase = "deal"
        self.to_act = -1
        scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        counted = {"captured": list(self.captured), "free": free, "points": points}
        self.events.append(Event("count", -1, {**counted, "before": self.start_scores, "scores": scores}))
        self._score(self.sides.index(leader), points[leader])
