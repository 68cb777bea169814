"""Calling, proving, challenging and claiming rondas and tringas (M8–M18)."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from games.rules import calls, tringa
from games.rules.caida import CaidaGame
from games.rules.calls import Caller
from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.moves import Announce
from games.rules.refusals import IllegalMove
from games.rules.tringa import LEVEL, NOTHING, RONDA, TRINGA, TWO_RONDAS, WORTH


class Conduct(NamedTuple):
    """Counts of a seat's public actions in this match. ``hands`` counts the hands that were played out."""

    hands: int = 0
    false_calls: int = 0
    hidden_holdings: int = 0
    claims: int = 0
    missed_claims: int = 0  # holdings that its side could have claimed in time
    challenges: int = 0  # of false calls, because a wrong challenge ends the match
    missed_challenges: int = 0  # opponents' false calls that were exposed by their cards


class CallingGame(CaidaGame):
    """The calls in Moroccan ronda. Rulesets set the attributes declared here."""

    manual: bool  # the players make the calls
    ace_high: bool
    silent_penalty: int
    former_claimable: dict[int, tuple[str, int]]  # what the previous batch proved (M17)
    conduct: list[Conduct]  # of each seat; no rule depends on it

    def _clear_batch(self, size: int) -> None:
        super()._clear_batch(size)
        n = self.players
        self.call: list[str | None] = [None] * n
        self.void = [False] * n
        self.open_calls: list[int] = []  # seats whose call is neither void nor proved
        self.shown: list[list[str] | None] = [None] * n
        self.played = [0] * n  # ranks played in this batch, packed
        self.claimable: dict[int, tuple[str, int]] = {}  # seat -> (holding, worth) proved beyond its call
        self.claimed = [False] * n
        self.award: tuple[int, ...] | None = None
        self.halted = -1  # the seat whose call halts the match (M15)
        self.responders: list[int] = []
        self.halted_award: tuple[int, ...] = ()
        self.resume_seat = -1

    def _possible_calls(self) -> tuple[str, ...]:
        # M8: the same calls for every hand of this size
        return (NOTHING, RONDA, TRINGA) if self.hand_size == 3 else (NOTHING, RONDA, TRINGA, TWO_RONDAS)

    def true_call(self, seat: int) -> Announce:
        """M18: Return the move that calls exactly what the hand of ``seat`` holds."""
        held = tringa.holding(tringa.pack_ranks([RANK_40[card] for card in self.hands[seat]]))
        return Announce(seat, "announce", held)

    def holds(self, seat: int, call: str) -> bool:
        """M9: Return whether the call is true. A tringa or two rondas may also be called a ronda."""
        return tringa.is_true(call, tringa.pack_ranks([RANK_40[card] for card in self.hands[seat]]))

    def _announce(self, seat: int, call: str) -> None:
        if call not in self._possible_calls():
            raise IllegalMove("not_a_call")
        self.events = [Event("announce", seat, {"call": call})]
        self.call[seat] = call
        if call != NOTHING:
            self.open_calls.append(seat)
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self.phase = "play"
            self._note_missed_claims(self.former_claimable)
            if not self._settle_award(self.leader):
                self._advance(self.leader)

    def _call_all(self) -> None:
        """M18: Call exactly what each hand holds."""
        self.phase = "play"
        for number in range(self.players):
            seat = (self.leader + number) % self.players
            held = tringa.holding(tringa.pack_ranks([RANK_40[card] for card in self.hands[seat]]))
            self.call[seat] = held
            self.events.append(Event("announce", seat, {"call": held}))
        self._settle_award(self.leader)

    def _live_callers(self) -> list[int]:
        """Return the seats with live calls, in turn order from the leader."""
        return [seat for seat in self.turn_order() if self.call[seat] not in (None, NOTHING) and not self.void[seat]]

    def _callers(self, seats: list[int]) -> tuple[Caller, ...]:
        return tuple(Caller(self.sides[seat], str(self.call[seat]), self.played[seat]) for seat in seats)

    def _settle_award(self, resume_seat: int) -> bool:
        """Make the award if it is clear (M11, M12). Return whether play halts (M15) or the match is over.

        ``resume_seat`` is the seat to act after a halt.
        """
        if self.award is not None:
            return False
        seats = self._live_callers()
        if not seats:
            return False
        callers = self._callers(seats)
        points = calls.find_award(callers, self.hand_size, self.ace_high, self.side_count)
        if points is None:
            return False
        if self.manual and not self.transfer:
            suspect = self._suspect(seats, callers, points)
            if suspect >= 0:
                self.phase = "respond"
                self.halted, self.halted_award, self.resume_seat = suspect, points, resume_seat
                self.responders = list(self.opponents[suspect])
                self.to_act = self.responders[0]
                self.events.append(Event("halt", suspect, {}))
                return True
        return self._make_award(points)

    def _suspect(self, seats: list[int], callers: tuple[Caller, ...], points: tuple[int, ...]) -> int:
        """M15: Return the seat whose call halts the match, or -1.

        If the award would win the match, this is the first seat of the winning side, in turn order, whose call may be
        the best and is not proved yet. Return -1 if there is no such seat, or if the award would not win the match.
        """
        winner = self._winner_at([score + more for score, more in zip(self.scores, points, strict=True)])
        if winner < 0:
            return -1
        best = calls.possible_bests(callers, self.hand_size, self.ace_high)
        for index, seat in enumerate(seats):
            if index in best and self.sides[seat] == winner and seat in self.open_calls:
                return seat
        return -1

    def _make_award(self, points: tuple[int, ...]) -> bool:
        self.award = points
        for side in self._sides_from_leader():
            if points[side]:
                self._score_from_all(side, points[side])
                award = {"side": side, "call": self._best_call(side), "points": points[side]}
                self.events.append(Event("award", -1, award))
        return self._check_target()

    def _best_call(self, side: int) -> str:
        """Return the call that earned the side its award, as far as this is publicly known (M10).

        If only the hidden cards show whether it is a ronda or two rondas, return a ronda, which is true in either case.
        """
        seats = self._live_callers()
        made = {str(self.call[seat]) for seat in seats if self.sides[seat] == side}
        if len(made) == 1:
            return made.pop()
        if TRINGA in made:
            return TRINGA  # it beats all other calls
        callers = self._callers(seats)
        best = calls.possible_bests(callers, self.hand_size, self.ace_high)
        made = {callers[index].call for index in best if callers[index].side == side}
        return made.pop() if len(made) == 1 else RONDA

    def _take_back_award(self) -> None:
        if self.award is not None:
            for side in self._sides_from_leader():
                if self.award[side]:
                    self._score_from_all(side, self.award[side], back=True)
                    self.events.append(Event("award_back", -1, {"side": side, "points": self.award[side]}))
            self.award = None

    def _sides_from_leader(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.sides[(self.leader + number) % self.players] for number in range(self.players)))

    def _test_call(self, seat: int) -> bool:
        """M13: Test the call of ``seat`` after it has played a card. Return whether the match is over."""
        call = str(self.call[seat])
        if calls.is_proved_false(call, self.played[seat], self.hand_size):
            self._count_conduct(self.opponents[seat], "missed_challenges")
            return self._void_call(seat)
        if calls.is_proved_true(call, self.played[seat], self.hand_size):
            self.open_calls.remove(seat)
        return False

    def _void_call(self, seat: int) -> bool:
        """M13: Void a call, and score for the opponents. If an award was made, take it back.

        Return whether the match is over.
        """
        call = str(self.call[seat])
        self.void[seat] = True
        self.open_calls.remove(seat)
        self._take_back_award()
        self.events.append(Event("false_call", seat, {"call": call, "points": WORTH[call]}))
        self._penalize(seat, WORTH[call])
        return self._check_target()

    def _challenge(self, seat: int, target: int) -> None:
        """M14, and M15 during a halt: Challenge a call."""
        self._check_opponent(seat, target)
        if target not in self.open_calls:
            raise IllegalMove("nothing_to_challenge")
        hand = self.hands[target]
        ranks = self.played[target] + tringa.pack_ranks([RANK_40[card] for card in hand])
        right = not tringa.is_true(str(self.call[target]), ranks)
        self.shown[target] = list(hand)
        self.events = [Event("challenge", seat, {"against": target, "right": right, "cards": list(hand)})]
        if not right:
            self._end([side for side in range(self.side_count) if side != self.sides[seat]])
            return
        self._count_conduct([seat], "challenges")
        halted = self.phase == "respond"
        if self._void_call(target):
            return
        if self.phase == "announce":
            return
        resume = self.resume_seat if halted else self.to_act
        self.halted = -1
        if not self._settle_award(resume):
            self._advance(resume)

    def _check_opponent(self, seat: int, target: int) -> None:
        if not self.manual:
            raise IllegalMove("not_now")
        if not 0 <= target < self.players or self.sides[target] == self.sides[seat]:
            raise IllegalMove("not_an_opponent")

    def _accept(self, seat: int) -> None:
        self.events = [Event("accept", seat, {})]
        self.responders.pop(0)
        if self.responders:
            self.to_act = self.responders[0]
            return
        self.halted = -1
        if not self._make_award(self.halted_award):
            self._advance(self.resume_seat)

    def _claim(self, seat: int, target: int) -> None:
        """M16, M17: Claim a holding that a seat did not call."""
        self._check_opponent(seat, target)
        if self._has_spoken(seat):
            raise IllegalMove("already_spoken")
        former = self.phase == "announce"
        claimable = self.former_claimable if former else self.claimable
        if target not in claimable:
            raise IllegalMove("claim_not_proved")
        held, points = claimable.pop(target)  # only one claim per hand succeeds
        if not former:
            self.claimed[target] = True
        self._count_conduct([seat], "claims")
        self.events = [Event("claim", seat, {"against": target, "holding": held, "points": points})]
        self._score(self.sides[seat], points, self.sides[target])
        self._check_target()

    def _note_holding(self, seat: int) -> None:
        """M16: Record the holding that the cards played by ``seat`` prove, if it is better than the call."""
        held = tringa.holding(self.played[seat])
        call = str(self.call[seat])
        if LEVEL[held] > LEVEL[call] and not self.claimed[seat]:
            self.claimable[seat] = (held, tringa.hidden_worth(held, call, self.silent_penalty))
        else:
            # a fourth card turns a tringa into two rondas, which the seat may have called
            self.claimable.pop(seat, None)

    def _done(self, seat: int) -> None:
        self.events = [Event("done", seat, {})]
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self._note_missed_claims(self.claimable)
            self._count()

    def _note_hands(self) -> None:
        """Count the hands played out in a batch, and the calls that misled others."""
        for seat in range(self.players):
            self._count_conduct([seat], "hands")
            if self.void[seat]:
                self._count_conduct([seat], "false_calls")
            if LEVEL[tringa.holding(self.played[seat])] > LEVEL[str(self.call[seat])]:
                self._count_conduct([seat], "hidden_holdings")

    def _note_missed_claims(self, claimable: Iterable[int]) -> None:
        for target in claimable:
            self._count_conduct(self.opponents[target], "missed_claims")

    def _count_conduct(self, seats: Iterable[int], what: str) -> None:
        for seat in seats:
            now = self.conduct[seat]
            self.conduct[seat] = now._replace(**{what: getattr(now, what) + 1})

    @abstractmethod
    def _advance(self, seat: int) -> None:
        """Give the turn to ``seat``, or end the batch or the deal."""
