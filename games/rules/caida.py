"""Captures and their scores: caida, chain, missa, dealer's duty, payment in cards, and the count (M19–M30)."""

from collections.abc import Mapping
from typing import Final

from games.rules.debts import Piles
from games.rules.events import Event
from games.rules.game import Game
from games.rules.texts import gettext_noop

ACE, KING = 0, 9  # indices in the order of ranks
CAIDA_SCALES: Final = {"1-5-10": (1, 5, 10), "1-6-15": (1, 6, 15), "paid": (1, 5, 10)}  # M20–M22
CHAIN_KINDS: Final = ("caida", "five", "ten")
DUTY_POINTS = 5  # M24
PAID_IN_CARDS: Final = gettext_noop("Caidas, missas, calls and penalties were paid in cards, so only cards score.")


class CaidaGame(Game):
    """The card play in Moroccan ronda. Rulesets set the attributes declared here."""

    target: int | None
    transfer: bool  # points are paid in cards (M27)
    scale: tuple[int, int, int]  # the points for a caida, a five and a ten
    keeps_points: bool  # overcalled points stay with the seat that scored them
    chain_allowed: bool
    duty: bool

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        seats = range(self.players)
        # each seat's opponents and opposing sides, in turn order starting from the seat
        self.opponents = tuple(
            tuple(
                other % self.players
                for other in range(seat + 1, seat + self.players)
                if self.sides[other % self.players] != self.sides[seat]
            )
            for seat in seats
        )
        self.opposing = tuple(
            tuple(dict.fromkeys(self.sides[other] for other in self.opponents[seat])) for seat in seats
        )
        self.piles = Piles(self.side_count)
        self.captured = self.piles.counts
        self.events: list[Event] = []
        self.stock: list[str] = []
        self.last_capture = -1  # the side of the last capture in this deal
        self.slots: list[str | None] = [None] * 10  # the table card of each rank, or None

    def _clear_batch(self, size: int) -> None:
        self.hand_size = size
        self.stayed = -1  # rank of the card just laid, if it stayed on the table
        self.chain_rank = -1
        self.chain_length = 0  # cards of the chain's rank: 2 for a caida, 3 for a five
        self.chain_cards = 0
        self.chain_missa = False
        self.chain_seats: list[int] = []  # the seats that played the chain's cards, starting with the captured card

    def _capture(self, seat: int, card: str, rank: int, last: bool) -> None:
        taken: list[str] = []
        for at in range(rank, len(self.slots)):  # M19
            one = self.slots[at]
            if one is None:
                break
            self.slots[at] = None
            taken.append(one)
            self.table.remove(one)
        side = self.sides[seat]
        self.last_capture = side
        self.piles.gain(side, len(taken) + 1)
        self.events.append(Event("capture", seat, {"card": card, "cards": taken}))
        caida = self.stayed == rank  # M20
        missa = not self.table and not last  # M23
        if caida:
            former = (seat - 1) % self.players
            self._score(side, self.scale[0], self.sides[former])
            self.events.append(Event("caida", seat, {"points": self.scale[0], "from": former}))
        if missa:
            self._score_from_all(side, 1)
            self.events.append(Event("missa", seat, {"points": 1}))
        self.stayed = self.chain_rank = -1
        if caida and self.chain_allowed:
            self.chain_rank, self.chain_length = rank, 2
            self.chain_cards, self.chain_missa = len(taken) + 1, missa
            self.chain_seats = [former, seat]

    def _overcall(self, seat: int, card: str, rank: int, last: bool) -> None:
        """M21: Overcall the chain with its third or fourth card."""
        former = self.chain_seats[-1]
        side, loser = self.sides[seat], self.sides[former]
        level = self.chain_length - 1
        self.chain_seats.append(seat)
        self.last_capture = side
        self._pass_cards(loser, side, self.chain_cards)
        self.piles.gain(side, 1)
        points = self.scale[level]
        kind = CHAIN_KINDS[level]
        self.events.append(
            Event(kind, seat, {"card": card, "points": points, "cards": self.chain_cards, "from": former})
        )
        self._score(side, points, loser)
        missa = self.chain_missa and not last  # M23
        if missa:
            self._score_from_all(side, 1)
            self.events.append(Event("missa", seat, {"points": 1}))
        self._undo_link(former, level - 1)
        self.chain_cards += 1
        self.chain_missa = missa
        self.chain_length += 1
        if self.chain_length == 4:
            self.chain_rank = -1

    def _pass_cards(self, loser: int, side: int, cards: int) -> None:
        if self.transfer:
            self.piles.pay(loser, side, cards)
        else:
            self.piles.counts[loser] -= cards
            self.piles.counts[side] += cards

    def _undo_link(self, former: int, level: int) -> None:
        """Take back the points that ``former`` scored for the link of the chain that was overcalled."""
        back = 0
        if not self.keeps_points:  # M27: with the scale "paid", the points stay
            back += self.scale[level]
            self._score(self.sides[former], self.scale[level], self.sides[self.chain_seats[level]], back=True)
        if self.chain_missa:
            back += 1
            self._score_from_all(self.sides[former], 1, back=True)
        if back:
            self.events.append(Event("undone", -1, {"side": self.sides[former], "points": back}))

    def _dealer_duty(self, seat: int, rank: int, captured: bool) -> bool:
        """M24: Score the dealer's duty. Return whether the match is over."""
        if captured and rank == KING:
            self.events.append(Event("duty_king", seat, {"points": DUTY_POINTS}))
            self._score_from_all(self.sides[seat], DUTY_POINTS)
        elif not captured or rank == ACE:
            self.events.append(Event("duty_ace" if captured else "duty_empty", seat, {"points": DUTY_POINTS}))
            self._penalize(seat, DUTY_POINTS)
        return self._check_target()

    # ---- scoring ----

    def _penalize(self, seat: int, points: int) -> None:
        """Score ``points`` for every other side. The side of ``seat`` pays them if points are paid in cards (M27)."""
        for side in self.opposing[seat]:
            self._score(side, points, self.sides[seat])

    def _score(self, side: int, points: int, payer: int, back: bool = False) -> None:
        """Score points for ``side``, or take them back if ``back`` is true.

        If points are paid in cards, ``payer`` pays them (M27).
        """
        if not self.transfer:
            self.scores[side] += -points if back else points
        elif back:
            self.piles.pay(side, payer, points)
        else:
            self.piles.pay(payer, side, points)

    def _score_from_all(self, side: int, points: int, back: bool = False) -> None:
        """Score points for ``side``.

        If points are paid in cards, every opponent pays them, in turn order from the scorer (M27).
        """
        if not self.transfer:
            self.scores[side] += -points if back else points
            return
        for payer in self.opposing[self.sides.index(side)]:
            self._score(side, points, payer, back)

    @property
    def score_note(self) -> str:
        """M27: Return a note that points were paid in cards, or an empty string."""
        return PAID_IN_CARDS if self.transfer else ""

    def gains(self, event: Event) -> tuple[int, ...]:
        """Return the points that an event adds to each side's score.

        If points are paid in cards, only the count adds points (M27).
        """
        return (0,) * self.side_count if self.transfer and event.kind != "count" else super().gains(event)

    def _winner_at(self, scores: list[int]) -> int:
        """M26: Return the side that wins with these scores, or -1 if none does."""
        top = max(scores)
        if self.target is None or top < self.target or scores.count(top) > 1:
            return -1
        return scores.index(top)

    def _check_target(self) -> bool:
        winner = self._winner_at(self.scores)
        if winner >= 0:
            self._end([winner])
        return winner >= 0

    def _end(self, winners: list[int]) -> None:
        self.phase = "over"
        self.to_act = -1
        self.winners = tuple(winners)
        self.events.append(Event("won", -1, {"winners": winners}))

    def _count(self) -> None:
        """M28–M30: Count the cards and end the deal."""
        if self.table and self.last_capture >= 0:
            self.events.append(Event("sweep", -1, {"side": self.last_capture, "cards": list(self.table)}))
            self.piles.gain(self.last_capture, len(self.table))  # this also pays debts, M29
            self.table = []
        points = self._count_points()
        for side, more in enumerate(points):
            self.scores[side] += more
        counted = {
            "captured": list(self.captured),
            "free": self.free_cards,
            "points": points,
            "before": self.start_scores,
        }
        self.events.append(Event("count", -1, {**counted, "scores": list(self.scores)}))
        self._after_count()

    @property
    def free_cards(self) -> int:
        """M30: Return how many of each side's cards score nothing in the count."""
        return 20 if self.side_count == 2 else 13

    def _count_points(self) -> list[int]:
        return [max(0, cards - self.free_cards) for cards in self.captured]

    def _after_count(self) -> None:
        if not self._check_target():
            self.phase = "deal"
            self.to_act = -1
            self.table = []

    @property
    def owed(self) -> list[list[int]] | None:
        """Return the debts, or None if points are not paid in cards."""
        return self.piles.owed() if self.transfer else None
