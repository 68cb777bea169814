"""Porrazo: clauses P1–P22 of docs/rules/porrazo.md."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from games.rules.cards import FRENCH_52, FRENCH_RANKS, RANK_52
from games.rules.game import CARDS, Deal, DealError, Event, EventText, Game, IllegalMove
from games.rules.highlights import CAIDA, CALL, MISSA
from games.rules.moves import Announce, AnswerTendido, Done, Move, PlayInPlace
from games.rules.options import Option, OptionSet, Rule, Value
from games.rules.rondine import FOUR, NOTHING, RANK_WORTH, RONDA, RONDINE, Holding, find_holding, judge_holdings
from games.rules.strike import Strike
from games.rules.tendido import Tendido, score_tendido
from games.rules.texts import gettext_noop

RANKS: Final = len(FRENCH_RANKS)
HAND_CARDS: Final = 3
TENDIDO_CARDS: Final = 4
HALF_PACK: Final = 26
IN_PLACE_RANKS: Final = 4  # A, 2, 3, 4
NOW, LATER = "now", "later"
CLAIM_PHASES: Final = frozenset({"tendido", "announce", "close"})  # P11

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
            gettext_noop("Partners need 4, 6 or 8 players."),
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
            gettext_noop("Counting above 26 needs two sides."),
        ),
    ),
)

EVENT_TEXTS: Final[Mapping[str, EventText]] = {
    "deal": EventText(gettext_noop("{dealer} deals.")),
    "batch": EventText(gettext_noop("New cards: {size} each (batch {batch}).")),
    "later": EventText(gettext_noop("{seat} keeps the tendido for later.")),
    "tendido": EventText(
        gettext_noop("{seat} lays the tendido {row}: {points}."),
        gettext_noop("Tendido · layout · spread"),
        source=gettext_noop("Tendido"),
        gloss=gettext_noop("The first four table cards, which can score for the dealer."),
    ),
    "leftover": EventText(gettext_noop("Leftover cards dealt to the table: {cards}.")),
    "leftover_hands": EventText(gettext_noop("Leftover cards dealt to the players: {count}.")),
    "announce": EventText(gettext_noop("{seat} announces {call}.")),
    "play": EventText(gettext_noop("{seat} lays {card}.")),
    "in_place": EventText(
        gettext_noop("{seat} plays it in place: {points}."),
        gettext_noop("En su lugar · in place"),
        source=gettext_noop("In place"),
        gloss=gettext_noop("A card from ace to four scores its number if it brings the table to that many cards."),
    ),
    "capture": EventText(gettext_noop("{seat} plays {card} and takes {cards}.")),
    "porrazo": EventText(
        gettext_noop("{seat} makes a porrazo: {points}, unless the next card strikes back."),
        gettext_noop("Porrazo · strike"),
        gloss=gettext_noop("A capture of the card that was just laid."),
    ),
    "overcall": EventText(gettext_noop("{seat} plays {card} and takes {cards} from {against}.")),
    "counter": EventText(
        gettext_noop("{seat} strikes back: {points}, unless the next card does too."),
        gettext_noop("Counter porrazo"),
        gloss=gettext_noop("The third card of a rank, played right after a porrazo."),
    ),
    "san_benito": EventText(
        gettext_noop("{seat} wins the match with the fourth card."),
        gettext_noop("San benito"),
        gloss=gettext_noop("The fourth card of a rank, played right after a counter porrazo."),
    ),
    "stands": EventText(gettext_noop("{seat} scores the porrazo: {points}."), source=gettext_noop("Porrazos")),
    "limpia": EventText(
        gettext_noop("{seat} scores for clearing the table: {points}."),
        gettext_noop("Limpia · olympia"),
        source=gettext_noop("Limpias"),
        gloss=gettext_noop("A capture that leaves the table empty."),
    ),
    "ronda": EventText(
        gettext_noop("{seat} scores a {holding} of {rank}: {points}."),
        "{holding}",
        source=gettext_noop("Rondas"),
        gloss=gettext_noop("Two, three or four cards of one rank in a hand."),
    ),
    "claim": EventText(
        gettext_noop("{seat} claims {against}’s hidden {holding}: {points}."),
        gettext_noop("Claim"),
        source=gettext_noop("Claims"),
        gloss=gettext_noop("An opponent can claim a holding that its player didn’t announce."),
    ),
    "done": EventText(gettext_noop("{seat} passes.")),
    "sweep": EventText(gettext_noop("The cards left on the table go to {side}: {cards}.")),
    "count": EventText(gettext_noop("Deal over. The cards are counted."), source=CARDS),
    "won": EventText(gettext_noop("The match is over.")),
}

HIGHLIGHTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("announce", "ronda", "claim"), CALL),
    **dict.fromkeys(("porrazo", "counter", "san_benito"), CAIDA),
    "limpia": MISSA,
}


class Porrazo(Game):
    """A match of Porrazo for two to eight players, alone or with the partner opposite."""

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
        self.batches = (len(FRENCH_52) - TENDIDO_CARDS) // (HAND_CARDS * self.players)  # P2
        self.opponents = tuple(
            tuple(other for other in range(self.players) if self.sides[other] != self.sides[seat])
            for seat in range(self.players)
        )
        self.events: list[Event] = []
        self.stock: list[str] = []
        self.last_capture = -1  # the side of the last capture in this deal
        self.tendido: Tendido | None = None  # the tendido laid in this deal
        self.tendido_batch = -1  # the batch in which it was laid
        # silent holdings of the previous batch, while they can be claimed (P11)
        self.claimable: dict[int, Holding] = {}
        self._clear_table()
        self._clear_batch()

    def _clear_table(self) -> None:
        self.table = []
        self.slots: list[list[str]] = [[] for _ in range(RANKS)]  # the cards on the table by rank, in order of arrival

    def _clear_batch(self) -> None:
        self.call: list[str | None] = [None] * self.players
        self.held: list[Holding | None] = [None] * self.players
        self.left = 0  # cards in all hands
        self.stayed = -1  # the rank of the last card, if it captured nothing in this batch (P14)
        self.strike: Strike | None = None

    # ---- dealing ----

    def _deal(self, deal: Deal) -> list[Event]:
        if deal.returned:
            raise DealError("returned: no card is put back in this game")
        self.events = [Event("deal", -1, {"dealer": deal.dealer})]
        self.deal_number += 1
        self.dealer = deal.dealer
        self.leader = (deal.dealer + 1) % self.players
        self.batch = -1
        self.last_capture = -1
        self.captured = [0] * self.side_count
        self.stock = list(deal.deck)
        self.tendido = None
        self.claimable = {}
        self._clear_table()
        self._next_batch()
        return self.events

    def _next_batch(self) -> None:
        self.batch += 1
        self._clear_batch()
        for number in range(self.players):  # P2: all cards of a hand at once, from the leader
            seat = (self.leader + number) % self.players
            self.hands[seat] = self.stock[number * HAND_CARDS : (number + 1) * HAND_CARDS]
        del self.stock[: HAND_CARDS * self.players]
        self.events.append(Event("batch", -1, {"batch": self.batch, "size": HAND_CARDS}))
        if self.batch == self.batches - 1:
            self._deal_rest()
        elif self.tendido is None and not self.tendido_last:  # P3
            self.phase = "tendido"
            self.to_act = self.dealer
        else:
            self._open_batch()

    def _deal_rest(self) -> None:
        """With the last batch, deal the leftover cards and lay a tendido that is still due (P3, P6, P7)."""
        if self.tendido_last:
            self._deal_leftover()
        if self.tendido is None and self._lay_tendido():
            return
        if not self.tendido_last:
            self._deal_leftover()
        self._open_batch()

    def _lay_tendido(self) -> bool:
        """P3–P5: Lay the tendido. Return whether the match is over."""
        cards = self.stock[:TENDIDO_CARDS]
        del self.stock[:TENDIDO_CARDS]
        self.tendido = score_tendido(cards, self.table)
        self.tendido_batch = self.batch
        self._put_on_table(cards)
        self.events.append(Event("tendido", self.dealer, self.tendido.as_json()))
        return self._score(self.dealer, self.tendido.points)

    def _deal_leftover(self) -> None:
        count = len(self.stock) - (TENDIDO_CARDS if self.tendido_last else 0)
        cards = self.stock[:count]
        del self.stock[:count]
        if not cards:
            return
        if not self.leftover_to_hands:
            self._put_on_table(cards)
            self.events.append(Event("leftover", -1, {"cards": cards}))
            return
        for number, card in enumerate(cards):
            self.hands[(self.leader + number) % self.players].append(card)
        self.events.append(Event("leftover_hands", -1, {"count": count}))

    def _put_on_table(self, cards: list[str]) -> None:
        for card in cards:  # P12: in the order of the pack
            self.table.append(card)
            self.slots[RANK_52[card]].append(card)

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

    # ---- moves ----

    def legal(self) -> list[Move]:
        """Return every move that is legal now."""
        moves = self.turn_moves(self.to_act)
        if self.claimable and self.phase in CLAIM_PHASES:
            for target in self.claimable:
                for seat in self.opponents[target]:
                    if not self._has_spoken(seat):
                        moves.append(self.moves_of[seat].claim[target])
        return moves

    def turn_moves(self, seat: int) -> list[Move]:
        """Return the moves of ``seat`` if it is its turn. The possible calls reveal what it holds."""
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

    def _has_choice(self, rank: int) -> bool:
        """P13: Return whether a card of ``rank`` would score in place, but could also capture or overcall."""
        in_place = rank == len(self.table) and rank < IN_PLACE_RANKS
        return in_place and (bool(self.slots[rank]) or (self.strike is not None and self.strike.rank == rank))

    def _true_word(self, seat: int) -> str:
        held = self.held[seat]
        return held.name if held else NOTHING

    def true_call(self, seat: int) -> Announce:
        """Return the announcement of exactly what ``seat`` holds."""
        return Announce(seat, "announce", self._true_word(seat))

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

    def _answer_tendido(self, seat: int, answer: str) -> None:
        """P3: Lay the tendido now or later."""
        if answer not in {NOW, LATER}:
            raise IllegalMove("not_now")
        self.events = []
        if answer == LATER:
            self.events.append(Event("later", seat, {}))
        elif self._lay_tendido():
            return
        self._open_batch()

    def _announce(self, seat: int, call: str) -> None:
        if call not in {NOTHING, self._true_word(seat)}:  # P9
            raise IllegalMove("not_a_call")
        self.events = [Event("announce", seat, {"call": call})]
        self.call[seat] = call
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self.phase = "play"

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

    # ---- play ----

    def _play(self, seat: int, card: str, *, in_place: bool) -> None:
        """Play a card, in the order of P19."""
        rank = RANK_52[card]
        self.events = []
        self.hands[seat].remove(card)
        self.left -= 1
        if not in_place and self.strike is not None and self.strike.rank == rank:
            over = self._overcall(self.strike, seat, card)
        elif in_place or not self.slots[rank]:
            over = self._lay(seat, card, rank)
        else:
            over = self._capture(seat, card, rank)
        if over:
            return
        if not self.left:
            self._end_batch()
            return
        self.to_act = (seat + 1) % self.players
        while not self.hands[self.to_act]:  # P7
            self.to_act = (self.to_act + 1) % self.players

    def _lay(self, seat: int, card: str, rank: int) -> bool:
        """Lay a card that captures nothing. Return whether the match is over."""
        self.table.append(card)
        self.slots[rank].append(card)
        self.stayed = rank
        self.events.append(Event("play", seat, {"card": card}))
        if self._settle_strike():
            return True
        if rank >= IN_PLACE_RANKS or len(self.table) != rank + 1:
            return False
        self.events.append(Event("in_place", seat, {"points": rank + 1}))  # P13
        return self._score(seat, rank + 1)

    def _capture(self, seat: int, card: str, rank: int) -> bool:
        """P12, P14, P18: Capture. Return whether the match is over."""
        taken = self._take_run(rank)
        side = self.sides[seat]
        self.captured[side] += len(taken) + 1
        self.last_capture = side
        self.events.append(Event("capture", seat, {"card": card, "cards": taken}))
        limpia = 0 if self.table or self._deal_is_played() else RANK_WORTH[RANK_52[taken[-1]]]
        struck, self.stayed = self.stayed == rank, -1
        if struck:  # the previous card stayed, so no other strike is pending
            self._wait(Strike(seat, rank, 2, (*taken, card), limpia))
            return False
        if self._settle_strike():
            return True
        if not limpia:
            return False
        self.events.append(Event("limpia", seat, {"points": limpia}))
        return self._score(seat, limpia)

    def _take_run(self, rank: int) -> list[str]:
        """Take a card of ``rank`` from the table, and one of each following rank without a gap (P12)."""
        taken = []
        at = rank
        while self.slots[at]:
            card = self.slots[at].pop()
            self.table.remove(card)
            taken.append(card)
            at += 1
            if at == RANKS:
                if not self.wraps:
                    break
                at = 0
            if at == rank:
                break
        return taken

    def _overcall(self, former: Strike, seat: int, card: str) -> bool:
        """P15, P16: Overcall a strike with its third or fourth card. Return whether the match is over."""
        side = self.sides[seat]
        self.captured[self.sides[former.seat]] -= len(former.cards)
        self.captured[side] += len(former.cards) + 1
        self.last_capture = side
        self.events.append(Event("overcall", seat, {"card": card, "cards": list(former.cards), "against": former.seat}))
        if former.equal == 3:
            self.strike = None
            self.events.append(Event("san_benito", seat, {}))
            self._end(side)
            return True
        limpia = 0 if self._deal_is_played() else former.limpia  # P18
        self._wait(Strike(seat, former.rank, 3, (*former.cards, card), limpia))
        return False

    def _deal_is_played(self) -> bool:
        """Return whether the card just played was the last of the deal."""
        return not self.left and not self.stock

    def _wait(self, strike: Strike) -> None:
        self.strike = strike
        self.events.append(Event(strike.kind, strike.seat, strike.as_json()))

    def _settle_strike(self) -> bool:
        """P17: Score a strike that was not overcalled. Return whether the match is over."""
        if self.strike is None:
            return False
        seat, points, limpia = self.strike.seat, self.strike.points, self.strike.limpia
        self.strike = None
        self.events.append(Event("stands", seat, {"points": points}))
        if limpia:
            self.events.append(Event("limpia", seat, {"points": limpia}))
        return self._score(seat, points + limpia)

    def _end_batch(self) -> None:
        """End the batch (P19 (3)), and deal the next one or end the deal."""
        if self._settle_strike() or self._award():
            return
        if self.stock:
            self._next_batch()
        elif self.manual:
            self.phase = "close"
            self.to_act = self.leader
        else:
            self._count()

    # ---- scoring ----

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

    def _score(self, seat: int, points: int) -> bool:
        """Score points for the side of ``seat``. Return whether it wins the match (P20)."""
        side = self.sides[seat]
        self.scores[side] += points
        if self.scores[side] < self.target:
            return False
        self._end(side)
        return True

    def _end(self, winner: int) -> None:
        self.phase = "over"
        self.to_act = -1
        self.winners = (winner,)
        self.events.append(Event("won", -1, {"winners": [winner]}))

    def _count(self) -> None:
        """End the deal: P21, P22."""
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
        self.events.append(Event("count", -1, {**counted, "scores": scores}))
        self._score(self.sides.index(leader), points[leader])

    # ---- what can be seen ----

    def hand_is_seen(self, seat: int) -> bool:
        """P3: Return whether the dealer has answered. Before that, nobody may look at a hand."""
        return self.phase != "tendido"

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Return "claim" while claims are possible and the seat has not spoken, whether or not one would succeed."""
        open_now = self.manual and self.phase in CLAIM_PHASES and self.batch > 0
        return ("claim",) if open_now and not self._has_spoken(seat) else ()

    def view_extra(self, seat: int | None) -> dict[str, Any]:
        """Return leader, target, stock and calls, the tendido of this deal, and the pending strike."""
        return {
            "leader": self.leader,
            "target": self.target,
            "stock": len(self.stock),
            "batches": self.batches,
            "calls": [{"call": call, "void": False, "shown": None, "open": False} for call in self.call],
            "tendido": {**self.tendido.as_json(), "batch": self.tendido_batch} if self.tendido else None,
            "pending": self.strike.as_json() if self.strike else None,
        }
