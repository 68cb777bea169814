"""Ronda as played in Morocco: clauses M1–M30 of docs/rules/moroccan.md.

This file defines the options, texts and moves. ``moroccan_deal.py`` deals the cards (M3–M6), ``tringa.py``,
``calls.py`` and ``declarations.py`` handle calls (M7–M18), and ``caida.py`` handles captures, scores and the count
(M19–M30).
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.rules.caida import CAIDA_SCALES
from games.rules.cards import RANK_40, SPANISH_40
from games.rules.declarations import Conduct
from games.rules.events import FISHING_TEXTS, Event, EventText
from games.rules.highlights import CAIDA, CALL, MISSA
from games.rules.moroccan_deal import DealingGame
from games.rules.moves import Accept, Done, Move, PlayInPlace
from games.rules.options import Option, OptionSet, Rule, Value, Values
from games.rules.refusals import IllegalMove
from games.rules.texts import gettext_noop
from games.rules.tringa import NOTHING, ONE, RONDA, TRINGA, TWO_RONDAS

OPTIONS = OptionSet(
    options=(
        Option(
            "players",
            (2, 3, 4),
            2,
            gettext_noop("Players"),
            gettext_noop("Four play in pairs, with partners sitting opposite each other."),
        ),
        Option(
            "target",
            range(5, 122),
            41,
            gettext_noop("Points to win"),
            gettext_noop("Usually 41 or 25."),
            short=10,  # one or two deals
        ),
        Option(
            "dealing",
            ("table", "four-first", "four-all"),
            "table",
            gettext_noop("Dealing"),
            value_labels={
                "table": gettext_noop("Three cards each, four to the table"),
                "four-first": gettext_noop("Four cards each in the first batch, none to the table (four players)"),
                "four-all": gettext_noop("Four cards each in every batch, none to the table (two players)"),
            },
        ),
        Option(
            "declarations",
            ("manual", "automatic"),
            "manual",
            gettext_noop("Calls"),
            gettext_noop("Whether players announce ronda and tringa themselves, truthfully or not."),
            {
                "manual": gettext_noop("Made by players (bluffing allowed)"),
                "automatic": gettext_noop("Automatic (always true)"),
            },
        ),
        Option(
            "scoring",
            ("chips", "transfer"),
            "chips",
            gettext_noop("Scoring"),
            value_labels={
                "chips": gettext_noop("Points are added at once"),
                "transfer": gettext_noop("Points are paid in captured cards"),
            },
        ),
        Option(
            "ronda_order",
            ("king-high", "ace-high"),
            "king-high",
            gettext_noop("Highest ronda"),
            value_labels={"king-high": gettext_noop("Kings"), "ace-high": gettext_noop("Aces, then kings")},
        ),
        Option(
            "caida_scale",
            ("1-5-10", "1-6-15", "paid"),
            "1-5-10",
            gettext_noop("Caida, five, ten"),
            value_labels={
                "1-5-10": gettext_noop("1, 5 and 10 points"),
                "1-6-15": gettext_noop("1, 6 and 15 points"),
                "paid": gettext_noop("1, 5 and 10, kept even if overcalled (only if points are paid in cards)"),
            },
        ),
        Option(
            "chain",
            (True, False),
            lambda chosen: chosen["players"] != 2,
            gettext_noop("Overcalling a caida"),
            gettext_noop("Whether the next player can overcall a caida with the third card, then the fourth."),
            {True: gettext_noop("Allowed (five and ten)"), False: gettext_noop("Not allowed")},
        ),
        Option("undeclared_penalty", (1, 5), 1, gettext_noop("Penalty for a hidden ronda")),
        Option(
            "dealer_duty",
            (True, False),
            False,
            gettext_noop("The dealer’s last card"),
            gettext_noop("Whether the dealer must capture with the very last card."),
            {True: gettext_noop("Must capture"), False: gettext_noop("Doesn’t have to capture")},
        ),
    ),
    rules=(
        Rule(
            "dealing",
            lambda o: o["dealing"] == "four-first" and o["players"] != 4,
            "four-first requires four players",
            gettext_noop("Dealing four cards in the first batch requires four players."),
        ),
        Rule(
            "dealing",
            lambda o: o["dealing"] == "four-all" and o["players"] != 2,
            "four-all requires two players",
            gettext_noop("Dealing four cards in every batch requires two players."),
        ),
        Rule(
            "caida_scale",
            lambda o: o["caida_scale"] == "paid" and o["scoring"] != "transfer",
            "paid requires transfer scoring",
            gettext_noop("Paid caidas only work when points are paid in captured cards."),
        ),
    ),
)

# sources of points
CAIDAS: Final = gettext_noop("Caidas")
MISSAS: Final = gettext_noop("Missas")
CALLS: Final = gettext_noop("Calls")
LAST_CARD: Final = gettext_noop("Dealer’s last card")

EVENT_TEXTS: Final[Mapping[str, EventText]] = {
    "table": EventText(gettext_noop("Dealt to the table: {cards}.")),
    "put_back": EventText(
        gettext_noop("Back into the stock: {cards}. The table can’t start with two of a rank or a run of four.")
    ),
    "caida": EventText(
        gettext_noop("{seat} scores {points} for a caida."),
        gettext_noop("Caida"),
        source=CAIDAS,
        gloss=gettext_noop("A capture of the card that was just played (also called darba or taper)."),
    ),
    "five": EventText(
        gettext_noop("{seat} overcalls with the third card and scores {points}."),
        gettext_noop("B’khamsa"),
        source=CAIDAS,
        gloss=gettext_noop("The third card of a rank, played right after a caida."),
    ),
    "ten": EventText(
        gettext_noop("{seat} overcalls with the fourth card and scores {points}."),
        gettext_noop("B’achra"),
        source=CAIDAS,
        gloss=gettext_noop("The fourth card of a rank, played right after the third."),
    ),
    "missa": EventText(
        gettext_noop("{seat} clears the table and scores {points}."),
        gettext_noop("Missa"),
        source=MISSAS,
        gloss=gettext_noop("A capture that leaves the table empty."),
    ),
    "undone": EventText(
        gettext_noop("{side} −{points} for the overcalled capture."),
        source=gettext_noop("Lost to overcalls"),
        is_loss=True,
    ),
    "duty_king": EventText(
        gettext_noop("{seat} ends the deal with a king and scores {points}."),
        gettext_noop("9a3a rey"),
        source=LAST_CARD,
        gloss=gettext_noop("The dealer’s last card captured, and it was a king."),
    ),
    "duty_ace": EventText(
        gettext_noop("{seat} ends the deal with an ace: {points} for {opponents}."),
        gettext_noop("9a3a as"),
        to_opponents=True,
        source=LAST_CARD,
        gloss=gettext_noop("The dealer’s last card captured, but it was an ace."),
    ),
    "duty_empty": EventText(
        gettext_noop("{seat} captures nothing with the last card: {points} for {opponents}."),
        to_opponents=True,
        source=LAST_CARD,
    ),
    "false_call": EventText(
        gettext_noop("{seat} was bluffing ({call}): {points} for {opponents}."),
        gettext_noop("False call"),
        to_opponents=True,
        source=gettext_noop("Opponents’ bluffs"),
        gloss=gettext_noop("A call that the hand doesn’t support."),
        ending=gettext_noop("{seat}’s call was false, and the points for it decided the match."),
    ),
    "award": EventText(
        gettext_noop("{side} +{points} for the best call."),
        "{call}",
        source=CALLS,
        gloss=gettext_noop(
            "A call is what a player announces. The best one takes the points of all calls: "
            "1 for each ronda, 5 for each tringa."
        ),
    ),
    "award_back": EventText(gettext_noop("{side} −{points}: call points taken back."), source=CALLS, is_loss=True),
    "halt": EventText(gettext_noop("{seat}’s call would end the match. It can be challenged now.")),
    "accept": EventText(gettext_noop("{seat} accepts.")),
    "challenge": EventText(
        gettext_noop("{seat} challenges {against}, who shows {cards}."),
        gettext_noop("Challenge"),
        ending=gettext_noop("{against}’s call was true, so {seat}’s challenge lost the match."),
    ),
    **FISHING_TEXTS,
}

HIGHLIGHTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("announce", "award", "false_call", "challenge", "claim"), CALL),
    **dict.fromkeys(("caida", "five", "ten"), CAIDA),
    "missa": MISSA,
}


class Moroccan(DealingGame):
    """A match of Moroccan ronda for two or three players, or four as partners."""

    name: ClassVar[str] = "moroccan"
    title: ClassVar[str] = gettext_noop("Moroccan Ronda")
    summary: ClassVar[str] = gettext_noop(
        "Capture cards of equal rank, announce ronda or tringa, and bluff if you dare."
    )
    clockwise: ClassVar[bool] = False
    pack: ClassVar[tuple[str, ...]] = SPANISH_40
    options: ClassVar[OptionSet] = OPTIONS
    event_texts: ClassVar[Mapping[str, EventText]] = EVENT_TEXTS
    highlights: ClassVar[Mapping[str, str]] = HIGHLIGHTS
    call_labels: ClassVar[Mapping[str, str]] = {
        NOTHING: gettext_noop("Nothing"),
        RONDA: gettext_noop("Ronda"),
        TWO_RONDAS: gettext_noop("Two rondas"),
        TRINGA: gettext_noop("Tringa"),
    }
    call_meanings: ClassVar[Mapping[str, str]] = {  # M9, M10
        RONDA: gettext_noop("two of a rank, +1"),
        TWO_RONDAS: gettext_noop("two pairs, +2"),
        TRINGA: gettext_noop("three of a kind, +5"),
    }
    true_calls: ClassVar[Mapping[str, tuple[str, ...]]] = {  # M9
        "": (NOTHING,),
        "2": (RONDA,),
        "22": (TWO_RONDAS, RONDA),
        "4": (TWO_RONDAS, RONDA),
        "3": (TRINGA, RONDA),
    }

    @classmethod
    def sides_for(cls, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """Return the sides: four players form two partnerships, seats 0 and 2 against 1 and 3."""
        players = cls.seats_for(chosen)
        return tuple(seat % 2 for seat in range(players)) if players == 4 else tuple(range(players))

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.settle_rules(self.chosen)
        self.conduct = [Conduct() for _seat in range(self.players)]
        self._clear_batch(0)

    def settle_rules(self, o: Values) -> None:
        """Set the rules from the completed options. Rulesets based on this one override this method."""
        self.target = int(o["target"])
        self.dealing = str(o["dealing"])
        self.manual = o["declarations"] == "manual"
        self.announces = True
        self.transfer = o["scoring"] == "transfer"
        self.ace_high = o["ronda_order"] == "ace-high"
        self.scale = CAIDA_SCALES[str(o["caida_scale"])]
        self.keeps_points = o["caida_scale"] == "paid"
        self.chain_allowed = bool(o["chain"])
        self.silent_penalty = int(o["undeclared_penalty"])
        self.duty = bool(o["dealer_duty"])

    # ---- moves ----

    def legal(self) -> list[Move]:
        """Return every move that is legal now."""
        moves: list[Move]
        actor = self.to_act
        phase = self.phase
        if phase == "play":
            moves = self._plays(actor)
            if not self.manual:
                return moves
        elif phase in {"over", "deal"}:
            return []
        else:
            moves = self.turn_moves(actor)
        for target in self.open_calls:
            for seat in self.opponents[target]:
                if phase != "respond" or seat != actor or target != self.halted:  # that move is already listed
                    moves.append(self.moves_of[seat].challenge[target])
        claimable = self.former_claimable if phase == "announce" else self.claimable
        for target in claimable:
            for seat in self.opponents[target]:
                if not self._has_spoken(seat):
                    moves.append(self.moves_of[seat].claim[target])
        return moves

    def turn_moves(self, seat: int) -> list[Move]:
        """Return the moves that ``seat`` can make on its turn, or an empty list if it is not to act."""
        if seat != self.to_act:
            return []
        if self.phase == "play":
            return self._plays(seat)
        if self.phase == "announce":
            announce = self.moves_of[seat].announce
            return [announce[call] for call in self._possible_calls()]
        if self.phase == "respond":
            return [Accept(seat, "accept"), self.moves_of[seat].challenge[self.halted]]
        return [Done(seat, "done")]

    def apply(self, move: Move) -> list[Event]:
        """Make a move, and return its events. Raises IllegalMove, leaving the game unchanged."""
        seat = move.seat
        self._check_seat(seat)
        match move.verb:
            case "play":
                card = move.card
                self._check_play(seat, card)
                if isinstance(move, PlayInPlace):
                    raise IllegalMove("not_in_place")
                self.events = []
                self._play(seat, card)
            case "claim":
                self._claim(seat, move.target)
            case "challenge":
                self._challenge(seat, move.target)
            case "announce":
                self._check_turn(seat, "announce")
                self._announce(seat, move.call)
            case "accept":
                self._check_turn(seat, "respond")
                self._accept(seat)
            case "done":
                self._check_turn(seat, "close")
                self._done(seat)
            case _:
                raise IllegalMove("not_now")
        return self.events

    def _play(self, seat: int, card: str) -> None:
        """Play a card, and score it in the order that M25 defines."""
        rank = RANK_40[card]
        hand = self.hands[seat]
        hand.remove(card)
        self.played[seat] += ONE[rank]
        last = not hand and not self.stock and seat == self.dealer
        captured = True
        if rank == self.chain_rank:
            self._overcall(seat, card, rank, last)
        elif self.slots[rank] is not None:
            self._capture(seat, card, rank, last)
        else:
            captured = False
            self.slots[rank] = card
            self.table.append(card)
            self.stayed = rank
            self.chain_rank = -1
            self.events.append(Event("play", seat, {"card": card}))
        if captured and self._check_target():
            return
        if last and self.duty and self._dealer_duty(seat, rank, captured):
            return
        if self.announces:
            if self.manual:
                self._note_holding(seat)
                if seat in self.open_calls and self._test_call(seat):
                    return
            if self.award is None and self._settle_award((seat + 1) % self.players):
                return
        self._advance((seat + 1) % self.players)

    def _advance(self, seat: int) -> None:
        """Give the turn to ``seat``, or end the batch or the deal."""
        if any(self.hands):
            self.phase = "play"
            self.to_act = seat
            return
        if self.manual:
            self._note_hands()
        if self.stock:
            self._next_batch(4 if self.dealing == "four-all" else 3)
        elif self.manual:
            self.phase = "close"  # M17
            self.to_act = self.leader
        else:
            self._count()

    # ---- what can be seen ----

    def history(self) -> list[dict[str, int]]:
        """Return the conduct of each seat, or an empty list if calls are automatic."""
        return [one._asdict() for one in self.conduct] if self.manual else []

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Return ``("claim", "challenge")`` during a deal if players make the calls, or else ``()``.

        The verbs are offered even if they would not succeed: noticing a chance to use them is up to the players.
        """
        return ("claim", "challenge") if self.manual and self.phase not in {"over", "deal"} else ()

    def view_extra(self) -> dict[str, Any]:
        """Return the leader, target, stock, hand size, halted seat and calls."""
        return {
            "leader": self.leader,
            "target": self.target,
            "stock": len(self.stock),
            "hand_size": self.hand_size,
            "halted": None if self.halted < 0 else self.halted,
            "calls": [
                {
                    "call": self.call[number],
                    "void": self.void[number],
                    "shown": self.shown[number],
                    "open": self.manual and number in self.open_calls,  # M14: this is public
                }
                for number in range(self.players)
            ],
        }
