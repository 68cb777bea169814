"""The interface of all games: dealing, legal moves, applying moves, scores and views.

A game is one match in one ruleset. It is pure: no clock, no randomness, no I/O. Chance enters as a ``Deal``; the same
options, deals and moves always produce the same match. A refused move leaves the game unchanged.

The game reports what happens as an ``Event``, and **every event is public**: it contains only what everyone at the
table may know. ``Game.view`` is the only source of what a single seat may know.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final, Self

from games.rules.deal import Deal, DealError
from games.rules.events import Event, EventText
from games.rules.fair import Proof, commit_to, cut_pack, draw_places
from games.rules.moves import MAX_SEATS, Announce, Move, SeatMoves
from games.rules.options import OptionSet, Value
from games.rules.refusals import IllegalMove
from games.rules.texts import gettext_noop

CUT: Final = EventText(gettext_noop("{seat} cuts the pack at card {place}."))


class Game(ABC):
    """The base class of all games. A subclass with a ``name`` is a ruleset and registers itself.

    The class attributes are all that the site knows about a ruleset.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    credit: ClassVar[str] = ""
    clockwise: ClassVar[bool] = False
    pack: ClassVar[tuple[str, ...]]
    options: ClassVar[OptionSet] = OptionSet()
    event_texts: ClassVar[Mapping[str, EventText]]
    call_labels: ClassVar[Mapping[str, str]] = {}
    call_meanings: ClassVar[Mapping[str, str]] = {}  # what a hand holds if a call is true, and its worth
    # By the sizes of a hand's sets, such as "22" for two pairs: its true calls, the most complete one first.
    true_calls: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    pile_label: ClassVar[str] = gettext_noop("Captured")  # the label of ``captured``
    only_true_calls: ClassVar[bool] = False  # whether what a seat may announce depends on its hand
    highlights: ClassVar[Mapping[str, str]] = {}  # the types of highlights (games.rules.highlights), by event
    highlight_labels: ClassVar[Mapping[str, str]] = {}  # for types that this ruleset has its own word for
    # If the option "level" also sets how well the computer plays, this maps its values to bot strengths, 1 to 4.
    computer_levels: ClassVar[Mapping[str, int]] = {}

    registry: ClassVar[dict[str, type["Game"]]] = {}
    moves_of: ClassVar[tuple[SeatMoves, ...]]  # by seat

    # state that every game has
    chosen: dict[str, Value]
    players: int
    sides: tuple[int, ...]  # the side of each seat
    side_count: int
    phase: str  # deal, tendido, announce, respond, play, close, over
    to_act: int  # -1 if no seat is to act
    deal_number: int  # from 0; -1 before the first deal
    batch: int
    dealer: int
    leader: int  # the seat that leads the batch or the trick
    table: list[str]  # in order of arrival
    hands: list[list[str]]
    captured: list[int]
    scores: list[int]
    start_scores: list[int]  # at the start of the deal
    winners: tuple[int, ...]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            cls.event_texts = {"cut": CUT, **cls.event_texts}  # the pack is cut in every game
            cls.moves_of = tuple(SeatMoves(seat, cls.pack, cls.call_labels) for seat in range(MAX_SEATS))
            Game.registry[cls.name] = cls

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        """Create a match that is ready for its first deal. Raises OptionError."""
        self.chosen = self.options.complete(options or {})
        self.players = self.seats_for(self.chosen)
        self.sides = self.sides_for(self.chosen)
        self.side_count = max(self.sides) + 1
        self.phase = "deal"
        self.to_act = -1
        self.deal_number = -1
        self.batch = 0
        self.dealer = -1
        self.leader = 0
        self.table = []
        self.hands = [[] for _ in range(self.players)]
        self.captured = [0] * self.side_count
        self.scores = [0] * self.side_count
        self.start_scores = list(self.scores)
        self.winners = ()

    @classmethod
    def seats_for(cls, chosen: Mapping[str, Value]) -> int:
        """Return the number of seats for these completed options."""
        return int(chosen["players"])

    @property
    def computer_level(self) -> int | None:
        """Return the bots' strength as set by the options, from 1 to 4, or None if the options do not set it."""
        return self.computer_levels.get(str(self.chosen.get("level")))

    @classmethod
    def sides_for(cls, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """Return the side of each seat. By default, each seat is its own side."""
        return tuple(range(cls.seats_for(chosen)))

    # ---- scores ----

    @property
    def score_note(self) -> str:
        """Return a sentence that explains what the scores count, or an empty string if the sources make it clear."""
        return ""

    def gains(self, event: Event) -> tuple[int, ...]:
        """Return the points that an event adds to each side's score. The gains from all events add up to ``scores``."""
        text = self.event_texts[event.kind]
        if not text.source:
            return (0,) * self.side_count
        points = event.data.get("points", 1)
        if not isinstance(points, int):
            return tuple(points)
        own = event.data.get("side", self.sides[event.seat])
        if text.is_loss:
            points = -points
        return tuple(points if (side != own) == text.to_opponents else 0 for side in range(self.side_count))

    # ---- chance ----

    def dealer_after(self, dealer: int) -> int | None:
        """Return the dealer after ``dealer``, or None if it depends on the play."""
        return (dealer + 1) % self.players

    @property
    def next_dealer(self) -> int | None:
        """Return the next dealer, or None for the first deal, whose dealer is drawn."""
        return None if self.deal_number < 0 else self.dealer_after(self.dealer)

    def cutter(self, dealer: int) -> int:
        """Return the seat that cuts for this dealer: by default the one to the dealer's left."""
        return (dealer + (1 if self.clockwise else -1)) % self.players  # M2, S2, P1

    def draw_deal(self, dealer: int, deck: Sequence[str], place: Callable[[int], int]) -> Deal:
        """Return the deal for this pack, calling ``place(n)`` to draw a place from 0 to n for each card put back."""
        return Deal(dealer, tuple(deck))

    def cut_deal(self, dealer: int, pack: Sequence[str], salt: str, cut: int) -> Deal:
        """Return the deal that results from cutting a committed pack at ``cut``."""
        deal = self.draw_deal(dealer, cut_pack(pack, cut), draw_places(salt))
        return deal._replace(proof=Proof(salt, commit_to(salt, pack), cut))

    def deal(self, deal: Deal) -> list[Event]:
        """Deal the cards in phase ``deal``, and return the events. Raises DealError, leaving the game unchanged."""
        if self.phase != "deal":
            raise DealError("no deal is due")
        if not 0 <= deal.dealer < self.players:
            raise DealError(f"dealer {deal.dealer} is not a seat")
        expected = self.next_dealer
        if expected is not None and deal.dealer != expected:
            raise DealError(f"seat {expected} deals, not seat {deal.dealer}")
        if len(deal.deck) != len(self.pack) or set(deal.deck) != set(self.pack):
            raise DealError("the deck is not the ruleset's pack")
        if deal.proof is not None and not 0 < deal.proof.cut < len(self.pack):
            raise DealError(f"cut: {deal.proof.cut} is not a place in the pack")
        self.start_scores = list(self.scores)  # dealing itself may score
        if deal.proof is None:
            return self._deal(deal)
        return [Event("cut", self.cutter(deal.dealer), {"place": deal.proof.cut}), *self._deal(deal)]

    @abstractmethod
    def _deal(self, deal: Deal) -> list[Event]:
        """Deal the cards, and return the events. Implementations must raise DealError before they change anything."""

    # ---- moves ----

    @abstractmethod
    def legal(self) -> list[Move]:
        """Return every move that is legal now, for all seats, including moves out of turn."""

    @abstractmethod
    def turn_moves(self, seat: int) -> list[Move]:
        """Return the moves that ``seat`` can make on its turn, or an empty list if it is not to act.

        Out-of-turn moves are left out, even if the seat could make them now.
        """

    @abstractmethod
    def apply(self, move: Move) -> list[Event]:
        """Make a move, and return its events. Raises IllegalMove, leaving the game unchanged."""

    def true_call(self, seat: int) -> Announce:
        """Return the move that announces exactly what ``seat`` holds. Raises IllegalMove if there are no calls."""
        raise IllegalMove("not_now")

    def holds(self, seat: int, call: str) -> bool:
        """Return whether this call is true of the hand dealt to ``seat``.

        By default, a call is true only if it announces exactly what the hand holds.
        """
        return self.true_call(seat).call == call

    def _plays(self, seat: int) -> list[Move]:
        """Return the moves that play the cards held by ``seat``."""
        return list(map(self.moves_of[seat].play.__getitem__, self.hands[seat]))

    def _check_seat(self, seat: int) -> None:
        """Raise IllegalMove unless a deal is being played and ``seat`` is one of the match's seats."""
        if self.phase in {"over", "deal"}:
            raise IllegalMove("match_over" if self.over else "not_now")
        if not 0 <= seat < self.players:
            raise IllegalMove("not_your_turn")

    def _check_turn(self, seat: int, phase: str) -> None:
        """Raise IllegalMove unless the match is in this phase and ``seat`` is to act."""
        if phase != self.phase:
            raise IllegalMove("not_now")
        if seat != self.to_act:
            raise IllegalMove("not_your_turn")

    def _check_play(self, seat: int, card: str) -> None:
        """Raise IllegalMove unless ``seat`` is to play a card and holds this one."""
        self._check_turn(seat, "play")
        if card not in self.hands[seat]:
            raise IllegalMove("not_in_hand")

    def turn_order(self) -> list[int]:
        """Return the seats in turn order from the leader."""
        return [(self.leader + number) % self.players for number in range(self.players)]

    def _has_spoken(self, seat: int) -> bool:
        """Return whether ``seat`` has already spoken in the current announcement or closing round."""
        if self.phase not in {"announce", "close"}:
            return False
        return (seat - self.leader) % self.players < (self.to_act - self.leader) % self.players

    def copy(self) -> Self:
        """Return an independent copy."""
        return deepcopy(self)

    # ---- what can be seen ----

    @property
    def over(self) -> bool:
        """Return whether the rules have ended the match."""
        return self.phase == "over"

    @property
    def owed(self) -> list[list[int]] | None:
        """Return the debts: ``owed[a][b]`` is the number of cards that side ``a`` owes side ``b``.

        Return None in rulesets without debts.
        """
        return None

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what ``seat`` may see now, or what the public may see if ``seat`` is None.

        The view is built from scratch and contains only JSON values. docs/protocol.md describes the keys.
        """
        return self.views([seat])[seat]

    def views(self, seats: Iterable[int | None]) -> dict[int | None, dict[str, Any]]:
        """Return the view of each of ``seats``, as ``view`` does. The views share their public parts."""
        public = self._public_view()
        return {seat: public if seat is None else self._own_view(seat, public) for seat in seats}

    def _own_view(self, seat: int, public: dict[str, Any]) -> dict[str, Any]:
        """Return the public view with what only ``seat`` may see."""
        seats = list(public["seats"])
        if self.hand_is_seen(seat):
            seats[seat] = {**seats[seat], "hand": list(self.hands[seat])}
        moves = [list(move[1:]) for move in self.turn_moves(seat)]
        return {**public, "seats": seats, "moves": moves, "interrupts": list(self.interrupts(seat))}

    def _public_view(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "deal": self.deal_number,
            "batch": self.batch,
            "dealer": self.dealer,
            "to_act": None if self.to_act < 0 else self.to_act,
            "table": list(self.table),
            "captured": list(self.captured),
            "scores": list(self.scores),
            "owed": self.owed,
            "winners": list(self.winners),
            "seats": [
                {"side": side, "cards": len(hand), "hand": None}
                for side, hand in zip(self.sides, self.hands, strict=True)
            ],
            "moves": [],
            "interrupts": [],
            **self.view_extra(),
        }

    def hand_is_seen(self, seat: int) -> bool:
        """Return whether ``seat`` may see its own hand now."""
        return True

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Return the verbs that ``seat`` is offered out of turn, regardless of whether they would succeed now."""
        return ()

    def history(self) -> list[dict[str, int]]:
        """Return counts of each seat's public actions in this match, or an empty list if nothing is counted."""
        return []

    def view_extra(self) -> dict[str, Any]:
        """Return the ruleset's public additions to the view: ``leader``, ``target`` and ``stock``, and its own keys."""
        return {}

    def trace(self) -> dict[str, Any]:
        """Return the state as ``record check --trace`` prints it (without ``move`` and ``legal``)."""
        row: dict[str, Any] = {
            "deal": self.deal_number,
            "batch": self.batch,
            "phase": self.phase,
            "to_act": None if self.to_act < 0 else self.to_act,
            "table": sorted(self.table),
            "hands": [sorted(hand) for hand in self.hands],
            "captured": list(self.captured),
            "scores": list(self.scores),
        }
        owed = self.owed
        if owed is not None:
            row["owed"] = owed
        return row


def size_class(game: Game) -> str:
    """Return the size class: the number of seats, with ``p`` for partners, such as ``2`` or ``4p``."""
    return f"{game.players}{'p' if game.side_count < game.players else ''}"
