"""The contract that every game keeps: deal, legal moves, apply, scores, view.

A game is one match under one ruleset. It is pure: no clock, no randomness, no I/O. Chance comes in as a
``Deal``; the same options, deals and moves always give the same match. A refused move leaves the game as it was.

What a game says to the outside is an ``Event``, and **every event is public**: it carries only what all at the
table may know. What one seat alone may know comes out of ``Game.view`` and of nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeAlias

from games.rules.fair import Proof, commit_to, cut_pack, draw_places
from games.rules.options import OptionSet, Value

# (seat, verb), (seat, verb, argument) or (seat, "play", card, "in-place"): the form of the match record.
Move: TypeAlias = tuple[int, str] | tuple[int, str, str | int] | tuple[int, str, str, str]

SEAT_VERBS = frozenset({"claim", "challenge"})  # their argument is a seat
WORD_VERBS = frozenset({"announce", "tendido", "play"})  # their argument is a word or a card
BARE_VERBS = frozenset({"accept", "done"})


class MalformedMove(ValueError):  # noqa: N818  # the pair of IllegalMove
    """Something that is not a move at all: wrong shape, wrong type, unknown verb."""


class IllegalMove(ValueError):  # noqa: N818  # the name that the field gives it
    """A well-formed move that the rules do not allow now.

    ``code`` is a stable key of ``REFUSALS`` (or of the ruleset's own), whose sentence is for the player.
    """

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code


class DealError(ValueError):
    """A deal that cannot be dealt: wrong pack, wrong dealer, wrong places of returned cards."""


def noop(text: str) -> str:
    """Mark a message id for translation; the rules translate nothing themselves."""
    return text


REFUSALS: dict[str, str] = {
    "match_over": noop("The match is over."),
    "not_your_turn": noop("It’s not your turn."),
    "not_now": noop("You can’t do that right now."),
    "not_in_hand": noop("That card isn’t in your hand."),
    "not_a_call": noop("That isn’t a valid call for this hand."),
    "not_an_opponent": noop("You can only do that to an opponent."),
    "nothing_to_challenge": noop("They have no call to challenge."),
    "claim_not_proved": noop("Nothing to claim yet: no hidden ronda has been shown."),
    "claim_not_good": noop("They hid nothing that would have been the best holding of the batch."),
    "already_spoken": noop("It’s too late for that claim: you’ve already had your turn."),
    "not_in_place": noop("That card doesn’t score in place now."),
    "not_a_cut": noop("The pack can’t be cut there."),
}


class Deal(NamedTuple):
    """Chance, as it comes into a game: the pack after shuffle and cut, the card dealt first on the left.

    ``returned`` gives for each card put back into the stock its place there, 0 on top. ``proof`` is None for a pack
    that nobody committed to.
    """

    dealer: int
    deck: tuple[str, ...]
    returned: tuple[int, ...] = ()
    proof: Proof | None = None


class Event(NamedTuple):
    """Something that happened and that everybody at the table may know.

    ``seat`` is who did it, -1 for the table itself; ``data`` holds JSON values only.
    """

    kind: str
    seat: int
    data: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The event as it goes into a frame or a replay."""
        return {"kind": self.kind, "seat": self.seat, **self.data}


@dataclass(frozen=True, slots=True)
class Word:
    """How an event is told: a sentence with ``{seat}``-like fields, and for what is shouted its names."""

    text: str
    shout: str = ""


CUT: Final = Word(noop("{seat} cuts the pack at card {place}."))


class Game(ABC):
    """Base of all games; a subclass with a ``name`` is a ruleset and registers itself.

    Class attributes are what the ruleset brings: they are all that the site knows of it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    credit: ClassVar[str] = ""
    clockwise: ClassVar[bool] = False
    pack: ClassVar[tuple[str, ...]]
    options: ClassVar[OptionSet] = OptionSet()
    words: ClassVar[Mapping[str, Word]]
    call_words: ClassVar[Mapping[str, str]] = {}
    pile_word: ClassVar[str] = noop("Cards captured")  # what ``captured`` counts
    highlights: ClassVar[Mapping[str, str]] = {}  # kinds of events that are moments (games.rules.highlights)

    registry: ClassVar[dict[str, type["Game"]]] = {}

    # the state that every game has
    chosen: dict[str, Value]
    players: int
    sides: tuple[int, ...]  # the side of each seat
    side_count: int
    phase: str  # deal, tendido, announce, respond, play, close, over
    to_act: int  # -1 when nobody is waited for
    deal_number: int  # from 0; -1 before the first deal
    batch: int
    dealer: int
    leader: int  # who leads the batch or the trick
    table: list[str]  # in order of arrival
    hands: list[list[str]]
    captured: list[int]
    scores: list[int]
    winners: tuple[int, ...]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            cls.words = {"cut": CUT, **cls.words}  # the pack is cut in every game
            Game.registry[cls.name] = cls

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        """A match before its first deal. Raises OptionError."""
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
        self.winners = ()

    @classmethod
    def seats_for(cls, chosen: Mapping[str, Value]) -> int:
        """How many seats a match with these completed options has."""
        return int(chosen["players"])

    @classmethod
    def sides_for(cls, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """The side of each seat; by default each seat is a side of its own."""
        return tuple(range(cls.seats_for(chosen)))

    # ---- chance ----

    def dealer_after(self, dealer: int) -> int | None:
        """Who deals after ``dealer``, where that is known before a card is played; else None."""
        return (dealer + 1) % self.players

    @property
    def next_dealer(self) -> int | None:
        """Who deals next by the rules; None for the first deal, which is drawn by lot."""
        return None if self.deal_number < 0 else self.dealer_after(self.dealer)

    def cutter(self, dealer: int) -> int:
        """Who cuts for this dealer: by default the seat at the dealer's left."""
        return (dealer + (1 if self.clockwise else -1)) % self.players  # M2, S2, P1

    def draw_deal(self, dealer: int, deck: Sequence[str], place: Callable[[int], int]) -> Deal:
        """A deal of this pack, with the places of returned cards drawn by ``place(n)`` from 0 … n."""
        return Deal(dealer, tuple(deck))

    def cut_deal(self, dealer: int, pack: Sequence[str], salt: str, cut: int) -> Deal:
        """The deal that comes of a committed pack once it is cut: nothing about it is left to choose."""
        deal = self.draw_deal(dealer, cut_pack(pack, cut), draw_places(salt))
        return deal._replace(proof=Proof(salt, commit_to(salt, pack), cut))

    def deal(self, deal: Deal) -> list[Event]:
        """Deal; only in phase ``deal``. Raises DealError and then changes nothing."""
        if self.phase != "deal":
            raise DealError("no deal is due")
        if not 0 <= deal.dealer < self.players:
            raise DealError(f"dealer {deal.dealer} is not a seat")
        expected = self.next_dealer
        if expected is not None and deal.dealer != expected:
            raise DealError(f"seat {expected} deals, not seat {deal.dealer}")
        if len(deal.deck) != len(self.pack) or set(deal.deck) != set(self.pack):
            raise DealError("the deck is not the ruleset's pack")
        if deal.proof is None:
            return self._deal(deal)
        if not 0 < deal.proof.cut < len(self.pack):
            raise DealError(f"cut: {deal.proof.cut} is not a place in the pack")
        return [Event("cut", self.cutter(deal.dealer), {"place": deal.proof.cut}), *self._deal(deal)]

    @abstractmethod
    def _deal(self, deal: Deal) -> list[Event]:
        """The ruleset's dealing. Must raise DealError before it changes anything."""

    # ---- moves ----

    @abstractmethod
    def legal(self) -> list[Move]:
        """Every move that would be accepted now, from any seat, out-of-turn ones included."""

    @abstractmethod
    def turn_moves(self, seat: int) -> list[Move]:
        """What ``seat`` is asked for now: the moves of its turn, without claims and out-of-turn challenges."""

    @abstractmethod
    def apply(self, move: Move) -> list[Event]:
        """Make a move. Raises IllegalMove and then changes nothing."""

    def true_call(self, seat: int) -> Move:
        """The announcement that says exactly what the hand of ``seat`` holds. Raises IllegalMove where none is made."""
        raise IllegalMove("not_now")

    def holds(self, seat: int, call: str) -> bool:
        """Whether the hand of ``seat``, as it was dealt, makes this announcement true and leaves nothing unsaid."""
        return self.true_call(seat)[2:] == (call,)

    def _check_seat(self, seat: int) -> None:
        """Raise IllegalMove unless the match runs and ``seat`` is one of its seats."""
        if self.phase in {"over", "deal"}:
            raise IllegalMove("match_over" if self.over else "not_now")
        if not 0 <= seat < self.players:
            raise IllegalMove("not_your_turn")

    def _check_turn(self, seat: int, phase: str) -> None:
        """Raise IllegalMove unless the match is in this phase and waits for ``seat``."""
        if phase != self.phase:
            raise IllegalMove("not_now")
        if seat != self.to_act:
            raise IllegalMove("not_your_turn")

    def _has_spoken(self, seat: int) -> bool:
        """Whether ``seat`` has spoken in the announcement or closing round that runs."""
        if self.phase not in {"announce", "close"}:
            return False
        return (seat - self.leader) % self.players < (self.to_act - self.leader) % self.players

    def copy(self) -> Self:
        """An independent copy."""
        return deepcopy(self)

    # ---- what can be seen ----

    @property
    def over(self) -> bool:
        """Whether the rules have ended the match."""
        return self.phase == "over"

    @property
    def owed(self) -> list[list[int]] | None:
        """``owed[a][b]``: cards that side a owes side b; None where the rules know no debts."""
        return None

    def view(self, seat: int | None) -> dict[str, Any]:
        """What ``seat`` may see now (None: the public), built up from nothing, JSON values only.

        The keys are in docs/protocol.md.
        """
        seats = [
            {
                "side": self.sides[number],
                "cards": len(self.hands[number]),
                "hand": list(self.hands[number]) if number == seat and self.hand_is_seen(number) else None,
            }
            for number in range(self.players)
        ]
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
            "seats": seats,
            "moves": [list(move[1:]) for move in self.turn_moves(seat)] if seat is not None else [],
            "interrupts": list(self.interrupts(seat)) if seat is not None else [],
            **self.view_extra(seat),
        }

    def hand_is_seen(self, seat: int) -> bool:
        """Whether ``seat`` itself may look at its hand now."""
        return True

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Verbs that the page offers ``seat`` out of turn, the same whatever they would bring now."""
        return ()

    def view_extra(self, seat: int | None) -> dict[str, Any]:
        """What the ruleset adds to the view: ``leader``, ``target`` and ``stock``, and keys of its own."""
        return {}

    def trace(self) -> dict[str, Any]:
        """The state as ``record check --trace`` prints it (without ``move``)."""
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


def parse_move(raw: object) -> Move:
    """A move from JSON. Raises MalformedMove with a sentence."""
    if not isinstance(raw, list) or not 2 <= len(raw) <= 4:
        raise MalformedMove("a move is a list of seat, verb and at most two more")
    seat, verb, *rest = raw
    if type(seat) is not int:
        raise MalformedMove("the seat of a move is an integer")
    if not isinstance(verb, str):
        raise MalformedMove("the verb of a move is a string")
    if verb in BARE_VERBS:
        if rest:
            raise MalformedMove(f"{verb} takes no argument")
        return (seat, verb)
    if verb in SEAT_VERBS:
        if len(rest) != 1 or type(rest[0]) is not int:
            raise MalformedMove(f"{verb} takes one seat")
        return (seat, verb, rest[0])
    if verb not in WORD_VERBS:
        raise MalformedMove("unknown verb")
    if not rest or not isinstance(rest[0], str):
        raise MalformedMove(f"{verb} takes a word")
    if len(rest) == 1:
        return (seat, verb, rest[0])
    if verb != "play" or rest[1] != "in-place":
        raise MalformedMove(f"{verb} takes one word")
    return (seat, verb, rest[0], "in-place")


def size_class(game: Game) -> str:
    """What matches are rated together by, beside the ruleset: ``2``, ``3``, ``4p`` (four as partners)."""
    return f"{game.players}{'p' if game.side_count < game.players else ''}"
