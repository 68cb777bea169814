"""Announcing, scoring and claiming rondas and rondines (P9–P11)."""

from collections.abc import Mapping
from typing import Final

from games.rules.cards import RANK_52
from games.rules.events import Event
from games.rules.moves import Announce, Move
from games.rules.pile_count import CountGame
from games.rules.refusals import IllegalMove
from games.rules.rondine import NOTHING, Holding, find_holding, judge_holdings

CLAIM_PHASES: Final = frozenset({"tendido", "announce", "close"})  # P11


class RondineGame(CountGame):
    """The calls in Porrazo. Rulesets set the attribute declared here."""

    manual: bool  # the players make the calls

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.opponents = tuple(
            tuple(other for other in range(self.players) if self.sides[other] != self.sides[seat])
            for seat in range(self.players)
        )
        # silent holdings of the previous batch, while they can be claimed (P11)
        self.claimable: dict[int, Holding] = {}

    def _clear_batch(self) -> None:
        super()._clear_batch()
        self.call: list[str | None] = [None] * self.players
        self.held: list[Holding | None] = [None] * self.players

    def _open_batch(self) -> None:
        """Start the batch after dealing: players may now look at their hands."""
        self.left = sum(len(hand) for hand in self.hands)
        self.held = [find_holding([RANK_52[card] for card in hand]) for hand in self.hands]
        self.to_act = self.leader
        if self.manual:
            self.phase = "announce"
            return
        self.phase = "play"
        for seat in self.turn_order():  # P9
            self.call[seat] = self._true_word(seat)
            self.events.append(Event("announce", seat, {"call": self.call[seat]}))

    def _true_word(self, seat: int) -> str:
        held = self.held[seat]
        return held.name if held else NOTHING

    def true_call(self, seat: int) -> Announce:
        """Return the move that announces exactly what ``seat`` holds."""
        return Announce(seat, "announce", self._true_word(seat))

    def _announce(self, seat: int, call: str) -> None:
        if call not in {NOTHING, self._true_word(seat)}:  # P9
            raise IllegalMove("not_a_call")
        self.events = [Event("announce", seat, {"call": call})]
        self.call[seat] = call
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self.phase = "play"

    def _award(self) -> bool:
        """P10: Score the holdings, and record those that can be claimed (P11). Return whether the match is over."""
        holdings = {seat: held for seat in self.turn_order() if (held := self.held[seat])}
        silent = [seat for seat in holdings if self.call[seat] == NOTHING]
        scoring, claimable = judge_holdings(holdings, silent, self.sides)
        self.claimable = {seat: holdings[seat] for seat in claimable}
        points = 0
        for seat in scoring:
            held = holdings[seat]
            points += held.points
            data = {"holding": held.name, "rank": held.rank_name, "points": held.points}
            self.events.append(Event("ronda", seat, data))
        return bool(scoring) and self._score(scoring[0], points)

    def _claims(self) -> list[Move]:
        """P11: Return the claims that would succeed now."""
        if self.phase not in CLAIM_PHASES:
            return []
        return [
            self.moves_of[seat].claim[target]
            for target in self.claimable
            for seat in self.opponents[target]
            if not self._has_spoken(seat)
        ]

    def _claim(self, seat: int, target: int) -> None:
        """P11: Claim a silent holding."""
        if not self.manual or self.phase not in CLAIM_PHASES:
            raise IllegalMove("not_now")
        if not 0 <= target < self.players or self.sides[target] == self.sides[seat]:
            raise IllegalMove("not_an_opponent")
        if self._has_spoken(seat):
            raise IllegalMove("already_spoken")
        if target not in self.claimable:
            raise IllegalMove("claim_not_good")
        held = self.claimable.pop(target)  # only one claim per hand succeeds
        self.events = [Event("claim", seat, {"against": target, "holding": held.name, "points": held.points})]
        self._score(seat, held.points)

    def _done(self, seat: int) -> None:
        self.events = [Event("done", seat, {})]
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self._count()

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Return ``("claim",)`` while claims are possible and ``seat`` has not spoken, or else ``()``.

        The verb is offered even if no claim would succeed.
        """
        open_now = self.manual and self.phase in CLAIM_PHASES and self.batch > 0
        return ("claim",) if open_now and not self._has_spoken(seat) else ()
