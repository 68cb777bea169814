"""Porrazo: clauses P1–P22 of docs/rules/porrazo.md.

This file defines the options, texts and moves. ``tendido_deal.py`` deals the cards (P2–P7), ``rondine.py`` and
``rondine_calls.py`` handle calls (P8–P11), ``strike_play.py`` handles the card play (P12–P20), and ``pile_count.py``
the count (P21, P22).
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.rules.cards import FRENCH_52, RANK_52
from games.rules.events import FISHING_TEXTS, Event, EventText
from games.rules.highlights import CAIDA, CALL, MISSA
from games.rules.moves import AnswerTendido, Done, Move, PlayInPlace
from games.rules.options import Option, OptionSet, Rule, Value
from games.rules.refusals import IllegalMove
from games.rules.rondine import FOUR, NOTHING, RONDA, RONDINE
from games.rules.strike_play import IN_PLACE_RANKS
from games.rules.tendido_deal import LATER, NOW, TendidoGame
from games.rules.texts import gettext_noop

_YES_NO: Final[Mapping[Value, str]] = {True: gettext_noop("Yes"), False: gettext_noop("No")}

OPTIONS = OptionSet(
    options=(
        Option("players", (2, 3, 4, 5, 6, 7, 8), 2, gettext_noop("Players")),
        Option(
            "partners",
            (True, False),
            False,
            gettext_noop("Partners"),
            gettext_noop("For 4, 6 or 8 players, with partners sitting opposite each other."),
            _YES_NO,
        ),
        Option("target", range(5, 122), 61, gettext_noop("Points to win"), gettext_noop("61 is customary.")),
        Option(
            "declarations",
            ("manual", "automatic"),
            "manual",
            gettext_noop("Ronda and rondine"),
            gettext_noop("Players may hide a holding, but can’t announce one they don’t have."),
            {"manual": gettext_noop("Announced by players"), "automatic": gettext_noop("Automatic")},
        ),
        Option(
            "tendido",
            ("choice", "last"),
            "choice",
            gettext_noop("Tendido"),
            gettext_noop("When the dealer lays four cards on the table."),
            {"choice": gettext_noop("When the dealer chooses"), "last": gettext_noop("The last four cards")},
        ),
        Option(
            "ace_follows_king",
            (True, False),
            True,
            gettext_noop("Ace after king"),
            gettext_noop("Runs continue from K to A."),
            _YES_NO,
        ),
        Option(
            "leftover",
            ("table", "players"),
            "table",
            gettext_noop("Leftover cards"),
            value_labels={
                "table": gettext_noop("Dealt face up to the table"),
                "players": gettext_noop("Dealt to the players (odd numbers only)"),
            },
        ),
        Option(
            "card_points",
            ("difference", "over-26"),
            "difference",
            gettext_noop("Points for cards"),
            value_labels={
                "difference": gettext_noop("Lead of the largest pile"),
                "over-26": gettext_noop("Each card above 26 (two sides only)"),
            },
        ),
    ),
    rules=(
        Rule(
            "partners",
            lambda o: bool(o["partners"]) and o["players"] not in {4, 6, 8},
            "requires 4, 6 or 8 players",
            gettext_noop("Partnerships need 4, 6 or 8 players."),
        ),
        Rule(
            "leftover",
            lambda o: o["leftover"] == "players" and o["players"] not in {3, 5, 7},
            "players requires an odd number of players",
            gettext_noop("Leftover cards can only be dealt to an odd number of players."),
        ),
        Rule(
            "card_points",
            lambda o: o["card_points"] == "over-26" and (o["players"], o["partners"]) not in {(2, False), (4, True)},
            "over-26 requires two sides",
            gettext_noop("Scoring each card above 26 requires two sides."),
        ),
    ),
)

# sources of points, and what replays and statistics call these captures
PORRAZOS: Final = gettext_noop("Porrazos")
LIMPIAS: Final = gettext_noop("Limpias")

EVENT_TEXTS: Final[Mapping[str, EventText]] = {
    "later": EventText(gettext_noop("{seat} will lay the tendido (four table cards) later.")),
    "tendido": EventText(
        gettext_noop("{seat} lays the tendido {row} and scores {points}."),
        gettext_noop("Tendido"),
        source=gettext_noop("Tendido"),
        gloss=gettext_noop("The first four table cards, which can score for the dealer."),
    ),
    "leftover": EventText(gettext_noop("Leftover cards dealt to the table: {cards}.")),
    "leftover_hands": EventText(gettext_noop("Leftover cards dealt to the players: {count}.")),
    "in_place": EventText(
        gettext_noop("{seat} scores {points}, the number of cards on the table."),
        gettext_noop("In place"),
        source=gettext_noop("In place"),
        gloss=gettext_noop("A card from ace to four scores its number if it brings the table to that many cards."),
    ),
    "porrazo": EventText(
        gettext_noop("{seat} makes a porrazo and will score {points}, unless the next card strikes back."),
        gettext_noop("Porrazo"),
        gloss=gettext_noop("A capture of the card that was just played."),
    ),
    "overcall": EventText(gettext_noop("{seat} plays {card} and takes {cards} from {against}.")),
    "counter": EventText(
        gettext_noop("{seat} strikes back and will score {points}, unless the next card does too."),
        gettext_noop("Counter porrazo"),
        gloss=gettext_noop("The third card of a rank, played right after a porrazo."),
    ),
    "san_benito": EventText(
        gettext_noop("{seat} wins the match with the fourth card."),
        gettext_noop("San benito"),
        gloss=gettext_noop("The fourth card of a rank, played right after a counter porrazo."),
        ending=gettext_noop("{seat} made a san benito, which wins the match."),
    ),
    "stands": EventText(gettext_noop("{seat} scores {points} for the porrazo."), source=PORRAZOS),
    "limpia": EventText(
        gettext_noop("{seat} scores {points} for clearing the table."),
        gettext_noop("Limpia"),
        source=LIMPIAS,
        gloss=gettext_noop("A capture that leaves the table empty."),
    ),
    "ronda": EventText(
        gettext_noop("{seat} scores {points} for a {holding} of {rank}."),
        "{holding}",
        source=gettext_noop("Rondas"),
        gloss=gettext_noop("Two, three or four cards of one rank in a hand."),
    ),
    **FISHING_TEXTS,
}

HIGHLIGHTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("announce", "ronda", "claim"), CALL),
    **dict.fromkeys(("porrazo", "counter", "san_benito"), CAIDA),
    "limpia": MISSA,
}


class Porrazo(TendidoGame):
    """A match of Porrazo for two to eight players, each on their own or in partnerships."""

    name: ClassVar[str] = "porrazo"
    title: ClassVar[str] = gettext_noop("Porrazo")
    summary: ClassVar[str] = gettext_noop(
        "Strike the card just laid, strike back, and lay aces to fours in their place."
    )
    clockwise: ClassVar[bool] = True
    pack: ClassVar[tuple[str, ...]] = FRENCH_52
    options: ClassVar[OptionSet] = OPTIONS
    event_texts: ClassVar[Mapping[str, EventText]] = EVENT_TEXTS
    highlights: ClassVar[Mapping[str, str]] = HIGHLIGHTS
    highlight_labels: ClassVar[Mapping[str, str]] = {CAIDA: PORRAZOS, MISSA: LIMPIAS}  # P14, P18
    only_true_calls: ClassVar[bool] = True  # P9
    call_labels: ClassVar[Mapping[str, str]] = {
        NOTHING: gettext_noop("Nothing"),
        RONDA: gettext_noop("Ronda"),
        RONDINE: gettext_noop("Rondine"),
        # Translators: four cards of one rank in a hand
        FOUR: gettext_noop("Four"),
        NOW: gettext_noop("Tendido now"),
        LATER: gettext_noop("Tendido later"),
        "in-place": gettext_noop("In place"),
        "play": gettext_noop("Capture"),
    }
    call_meanings: ClassVar[Mapping[str, str]] = {  # P8
        RONDA: gettext_noop("two of a rank"),
        RONDINE: gettext_noop("three of a kind"),
        FOUR: gettext_noop("all four of a rank"),
    }
    true_calls: ClassVar[Mapping[str, tuple[str, ...]]] = {  # P8
        "": (NOTHING,),
        "2": (RONDA,),
        "22": (RONDA,),
        "3": (RONDINE,),
        "4": (FOUR,),
    }

    @classmethod
    def sides_for(cls, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """Return the sides: partners sit opposite each other; otherwise each seat is its own side."""
        players = cls.seats_for(chosen)
        side_count = players // 2 if chosen["partners"] else players
        return tuple(seat % side_count for seat in range(players))

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        o = self.chosen
        self.target = int(o["target"])
        self.manual = o["declarations"] == "manual"
        self.tendido_last = o["tendido"] == "last"
        self.wraps = bool(o["ace_follows_king"])
        self.leftover_to_hands = o["leftover"] == "players"
        self.over_half = o["card_points"] == "over-26"

    # ---- moves ----

    def legal(self) -> list[Move]:
        """Return every move that is legal now."""
        return self.turn_moves(self.to_act) + self._claims()

    def turn_moves(self, seat: int) -> list[Move]:
        """Return the moves that ``seat`` can make on its turn, or an empty list if it is not to act.

        The calls among them reveal the seat's holding.
        """
        if seat != self.to_act or seat < 0:
            return []
        if self.phase == "play":
            moves = self._plays(seat)
            place = len(self.table)
            if place < IN_PLACE_RANKS and self._has_choice(place):
                hand = self.hands[seat]
                moves.extend(PlayInPlace(seat, "play", card, "in-place") for card in hand if RANK_52[card] == place)
            return moves
        if self.phase == "announce":  # P9
            announce = self.moves_of[seat].announce
            return [announce[word] for word in dict.fromkeys((NOTHING, self._true_word(seat)))]
        if self.phase == "tendido":
            return [AnswerTendido(seat, "tendido", NOW), AnswerTendido(seat, "tendido", LATER)]
        return [Done(seat, "done")]

    def apply(self, move: Move) -> list[Event]:
        """Make a move, and return its events. Raises IllegalMove, leaving the game unchanged."""
        seat = move.seat
        self._check_seat(seat)
        match move.verb:
            case "play":
                card = move.card
                self._check_play(seat, card)
                in_place = isinstance(move, PlayInPlace)
                if in_place and not self._has_choice(RANK_52[card]):
                    raise IllegalMove("not_in_place")
                self._play(seat, card, in_place=in_place)
            case "announce":
                self._check_turn(seat, "announce")
                self._announce(seat, move.call)
            case "tendido":
                self._check_turn(seat, "tendido")
                self._answer_tendido(seat, move.answer)
            case "claim":
                self._claim(seat, move.target)
            case "done":
                self._check_turn(seat, "close")
                self._done(seat)
            case _:
                raise IllegalMove("not_now")
        return self.events

    def _end_batch(self) -> None:
        """P19 (3): End the batch, and deal the next one or end the deal."""
        if self._settle_strike() or self._award():
            return
        if self.stock:
            self._next_batch()
        elif self.manual:
            self.phase = "close"
            self.to_act = self.leader
        else:
            self._count()

    # ---- what can be seen ----

    def view_extra(self) -> dict[str, Any]:
        """Return the leader, target, stock, batches and calls, this deal's tendido, and the pending strike."""
        return {
            "leader": self.leader,
            "target": self.target,
            "stock": len(self.stock),
            "batches": self.batches,
            "calls": [{"call": call, "void": False, "shown": None, "open": False} for call in self.call],
            "tendido": {**self.tendido.as_json(), "batch": self.tendido_batch} if self.tendido else None,
            "pending": self.strike.as_json() if self.strike else None,
        }
