"""Ronda as played in Morocco: clauses M1–M30 of docs/rules/moroccan.md."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from games.rules import calls
from games.rules.calls import LEVEL, NOTHING, ONE, RONDA, RONDAS, TRINGA, TWO_RONDAS, WORTH, Caller
from games.rules.cards import RANK_40, SPANISH_40
from games.rules.debts import Piles
from games.rules.fishing import run_from
from games.rules.game import Deal, DealError, Event, Game, IllegalMove, Move, Word, noop
from games.rules.options import Option, OptionSet, Rule, Value, Values

ACE, KING = 0, 9  # places in the order of ranks
TABLE_CARDS = 4
CAIDA_SCALES: Final = {"1-5-10": (1, 5, 10), "1-6-15": (1, 6, 15), "paid": (1, 5, 10)}  # M20–M22
CHAIN_KINDS: Final = ("caida", "five", "ten")
DUTY_POINTS = 5  # M24

OPTIONS = OptionSet(
    options=(
        Option(
            "players",
            (2, 3, 4),
            2,
            noop("Players"),
            noop("Four play as partners, sitting opposite each other."),
        ),
        Option("target", range(5, 122), 41, noop("Points to win"), noop("41 and 25 are customary.")),
        Option(
            "dealing",
            ("table", "four-first", "four-all"),
            "table",
            noop("Dealing"),
            value_labels={
                "table": noop("Three cards each, four to the table"),
                "four-first": noop("Four cards each in the first batch, none to the table (four players)"),
                "four-all": noop("Four cards each in every batch, none to the table (two players)"),
            },
        ),
        Option(
            "declarations",
            ("manual", "automatic"),
            "manual",
            noop("Calls"),
            noop("Whether players call ronda and tringa themselves, truly or falsely."),
            {"manual": noop("By the players: bluffing allowed"), "automatic": noop("By the site: always true")},
        ),
        Option(
            "scoring",
            ("chips", "transfer"),
            "chips",
            noop("Scoring"),
            value_labels={
                "chips": noop("Chips: points count at once"),
                "transfer": noop("Transfer: points are paid in captured cards"),
            },
        ),
        Option(
            "ronda_order",
            ("king-high", "ace-high"),
            "king-high",
            noop("Highest ronda"),
            value_labels={"king-high": noop("Kings"), "ace-high": noop("Aces, then kings")},
        ),
        Option(
            "caida_scale",
            ("1-5-10", "1-6-15", "paid"),
            "1-5-10",
            noop("Caida, five, ten"),
            value_labels={
                "1-5-10": noop("1, 5 and 10 points"),
                "1-6-15": noop("1, 6 and 15 points"),
                "paid": noop("1, 5 and 10, each paid and kept (transfer only)"),
            },
        ),
        Option(
            "chain",
            (True, False),
            lambda chosen: chosen["players"] != 2,
            noop("Five and ten"),
            noop("Whether the next player may overcall a caida with the third card, and then the fourth."),
            {True: noop("A caida may be overcalled"), False: noop("A caida stands")},
        ),
        Option("undeclared_penalty", (1, 5), 1, noop("Penalty for a ronda kept silent")),
        Option(
            "dealer_duty",
            (True, False),
            False,
            noop("Dealer's duty"),
            noop("Whether the dealer must capture with the very last card."),
            {True: noop("Yes"), False: noop("No")},
        ),
    ),
    rules=(
        Rule(
            "dealing",
            lambda o: o["dealing"] == "four-first" and o["players"] != 4,
            noop("four-first is for four players"),
        ),
        Rule(
            "dealing", lambda o: o["dealing"] == "four-all" and o["players"] != 2, noop("four-all is for two players")
        ),
        Rule(
            "caida_scale",
            lambda o: o["caida_scale"] == "paid" and o["scoring"] != "transfer",
            noop("paid goes with scoring transfer only"),
        ),
    ),
)

WORDS: Final[Mapping[str, Word]] = {
    "deal": Word(noop("{dealer} deals.")),
    "table": Word(noop("To the table: {cards}.")),
    "put_back": Word(noop("{card} goes back into the stock.")),
    "batch": Word(noop("Batch {batch}: {size} cards each.")),
    "announce": Word(noop("{seat}: {call}.")),
    "play": Word(noop("{seat} lays {card}.")),
    "capture": Word(noop("{seat} plays {card} and takes {cards}.")),
    "caida": Word(noop("{seat} scores a caida: {points}."), noop("Caida · darba · taper")),
    "five": Word(noop("{seat} overcalls with the third card: {points}."), noop("B'khamsa · cinq · five")),
    "ten": Word(noop("{seat} overcalls with the fourth card: {points}."), noop("B'achra · dix · ten")),
    "missa": Word(noop("{seat} clears the table: {points}."), noop("Missa · mesa · lahsa")),
    "undone": Word(noop("{side} gives back {points}.")),
    "duty_king": Word(noop("{seat} ends the deal with a king: {points}."), noop("9a3a rey")),
    "duty_ace": Word(noop("{seat} ends the deal with an ace: {points} to the opponents."), noop("9a3a as")),
    "duty_empty": Word(noop("{seat} captures nothing with the last card: {points} to the opponents.")),
    "false_call": Word(noop("{seat} did not have it ({call}): {points} to the opponents."), noop("False call")),
    "award": Word(noop("{side} scores {points} for the calls."), noop("Ronda")),
    "award_back": Word(noop("{side} gives back {points} for the calls.")),
    "halt": Word(noop("The call of {seat} would end the match: it may be challenged now.")),
    "accept": Word(noop("{seat} accepts.")),
    "challenge": Word(noop("{seat} challenges {against}, who shows {cards}."), noop("Challenge")),
    "claim": Word(noop("{seat} claims a {holding} that {against} kept silent: {points}."), noop("Claim")),
    "done": Word(noop("{seat} has nothing more to claim.")),
    "sweep": Word(noop("{side} takes what lies on the table: {cards}.")),
    "pay": Word(noop("{from} pays {to}: {cards} cards.")),
    "count": Word(noop("The cards are counted.")),
    "won": Word(noop("The match is over.")),
}


class Moroccan(Game):
    """A match of Moroccan ronda for two, three or four (partners) players."""

    name: ClassVar[str] = "moroccan"
    title: ClassVar[str] = noop("Moroccan Ronda")
    summary: ClassVar[str] = noop("Capture by equal rank, call ronda or tringa, bluff if you dare.")
    clockwise: ClassVar[bool] = False
    pack: ClassVar[tuple[str, ...]] = SPANISH_40
    options: ClassVar[OptionSet] = OPTIONS
    words: ClassVar[Mapping[str, Word]] = WORDS
    call_words: ClassVar[Mapping[str, str]] = {
        NOTHING: noop("Nothing"),
        RONDA: noop("Ronda"),
        TWO_RONDAS: noop("Two rondas"),
        TRINGA: noop("Tringa"),
    }

    @classmethod
    def sides_for(cls, chosen: Mapping[str, Value]) -> tuple[int, ...]:
        """Four players are two partnerships, seats 0 and 2 against 1 and 3."""
        players = cls.seats_for(chosen)
        return tuple(seat % 2 for seat in range(players)) if players == 4 else tuple(range(players))

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(options)
        self.settle_rules(self.chosen)
        seats = range(self.players)
        # the opponents of each seat, and the opposing sides, in turn order from it
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
        self.leader = 0
        self.last_capture = -1  # the side that captured last in this deal
        self._clear_batch(0)

    def settle_rules(self, o: Values) -> None:
        """Read the completed options once; a relative of this game sets other rules here."""
        self.target: int | None = int(o["target"])
        self.dealing = str(o["dealing"])
        self.manual = o["declarations"] == "manual"
        self.announces = True  # whether ronda and tringa exist at all
        self.transfer = o["scoring"] == "transfer"
        self.ace_high = o["ronda_order"] == "ace-high"
        self.scale = CAIDA_SCALES[str(o["caida_scale"])]
        self.keeps_points = o["caida_scale"] == "paid"
        self.chain_allowed = bool(o["chain"])
        self.silent_penalty = int(o["undeclared_penalty"])
        self.duty = bool(o["dealer_duty"])

    def _clear_batch(self, size: int) -> None:
        n = self.players
        self.hand_size = size
        self.call: list[str | None] = [None] * n
        self.void = [False] * n
        self.open_calls: list[int] = []  # seats whose call is neither void nor proved
        self.shown: list[list[str] | None] = [None] * n
        self.played = [0] * n  # ranks played in this batch, packed
        self.claimable: dict[int, tuple[str, int]] = {}  # seat -> (holding, worth) proved beyond its call
        self.claimed = [False] * n
        self.award: tuple[int, ...] | None = None
        self.stayed = -1  # rank of the card just laid, if it stayed on the table
        self.chain_rank = -1
        self.chain_length = 0  # cards of the chain's rank: 2 a caida, 3 a five
        self.chain_cards = 0
        self.chain_missa = False
        self.chain_seats: list[int] = []  # who laid the chain's cards, first the one that was captured
        self.halted = -1  # the seat whose call the match waits for (M15)
        self.responders: list[int] = []
        self.halted_award: tuple[int, ...] = ()
        self.resume_seat = -1

    # ---- dealing ----

    def draw_deal(self, dealer: int, deck: Sequence[str], place: Callable[[int], int]) -> Deal:
        """M5: the places of cards put back are drawn by ``place``."""
        returned: list[int] = []

        def draw(stock_left: int) -> int:
            returned.append(place(stock_left))
            return returned[-1]

        if self.dealing == "table":
            self._lay_table(list(deck[3 * self.players :]), draw)
        return Deal(dealer, tuple(deck), tuple(returned))

    def _lay_table(self, stock: list[str], place: Callable[[int], int]) -> list[Event]:
        """Deal the four table cards off ``stock``, which keeps the rest (M3, M5)."""
        table: list[str] = []
        events = []
        while len(table) < TABLE_CARDS:
            card = stock.pop(0)
            table.append(card)
            ranks = sorted(RANK_40[one] for one in table)
            in_a_row = len(table) == TABLE_CARDS and ranks[-1] - ranks[0] == TABLE_CARDS - 1
            if len(set(ranks)) < len(ranks) or in_a_row:
                stock.insert(place(len(stock)), table.pop())
                events.append(Event("put_back", -1, {"card": card}))
        events.append(Event("table", -1, {"cards": table}))
        return events

    def _deal(self, deal: Deal) -> list[Event]:
        places = iter(deal.returned)

        def place(stock_left: int) -> int:
            at = next(places, None)
            if at is None:
                raise DealError("returned: the place of a card put back is missing")
            if not 0 <= at <= stock_left:
                raise DealError(f"returned: {at} is not a place in a stock of {stock_left} cards")
            return at

        size = 3 if self.dealing == "table" else 4
        stock = list(deal.deck[size * self.players :])
        laid = self._lay_table(stock, place) if self.dealing == "table" else []
        if next(places, None) is not None:
            raise DealError("returned: a place is given where no card is put back")

        self.events = [Event("deal", -1, {"dealer": deal.dealer})]
        self.deal_number += 1
        self.dealer = deal.dealer
        self.leader = (deal.dealer + 1) % self.players  # M6
        self.batch = -1
        self.last_capture = -1
        self.piles.counts[:] = [0] * self.side_count
        self.table = list(laid[-1].data["cards"]) if laid else []
        self.slots: list[str | None] = [None] * 10
        for card in self.table:
            self.slots[RANK_40[card]] = card
        self.stock = [*deal.deck[: size * self.players], *stock]
        self._next_batch(size, laid)
        return self.events

    def _next_batch(self, size: int, laid: Sequence[Event] = ()) -> None:
        self.batch += 1
        # M17: until it has spoken, a seat may claim what the batch before has proved
        self.former_claimable = self.claimable if self.batch else {}
        self._clear_batch(size)
        for number in range(self.players):  # M3: all cards of a hand together, from the leader
            seat = (self.leader + number) % self.players
            self.hands[seat] = self.stock[number * size : (number + 1) * size]
        del self.stock[: size * self.players]
        self.events.append(Event("batch", -1, {"batch": self.batch, "size": size}))
        self.events.extend(laid)
        self.to_act = self.leader
        if not self.announces:
            self.phase = "play"
        elif self.manual:
            self.phase = "announce"
        else:
            self._call_all()

    def _call_all(self) -> None:
        """M18: every hand calls exactly what it holds."""
        self.phase = "play"
        for number in range(self.players):
            seat = (self.leader + number) % self.players
            held = calls.holding(calls.pack_ranks([RANK_40[card] for card in self.hands[seat]]))
            self.call[seat] = held
            self.events.append(Event("announce", seat, {"call": held}))
        self._settle_award(self.leader)

    # ---- moves ----

    def legal(self) -> list[Move]:
        """Every move that would be accepted now."""
        moves: list[Move]
        actor = self.to_act
        phase = self.phase
        if phase == "play":
            moves = [(actor, "play", card) for card in self.hands[actor]]
            if not self.manual:
                return moves
        elif phase in {"over", "deal"}:
            return []
        else:
            moves = self.turn_moves(actor)
        for target in self.open_calls:
            for seat in self.opponents[target]:
                if phase != "respond" or seat != actor or target != self.halted:  # that one is listed already
                    moves.append((seat, "challenge", target))
        claimable = self.former_claimable if phase == "announce" else self.claimable
        for target in claimable:
            moves.extend((seat, "claim", target) for seat in self.opponents[target] if not self._has_spoken(seat))
        return moves

    def turn_moves(self, seat: int) -> list[Move]:
        """What ``seat`` is asked for now."""
        if seat != self.to_act:
            return []
        if self.phase == "play":
            return [(seat, "play", card) for card in self.hands[seat]]
        if self.phase == "announce":
            return [(seat, "announce", call) for call in self._possible_calls()]
        if self.phase == "respond":
            return [(seat, "accept"), (seat, "challenge", self.halted)]
        return [(seat, "done")]

    def _possible_calls(self) -> tuple[str, ...]:
        # M8: the same for every hand of that size
        return (NOTHING, RONDA, TRINGA) if self.hand_size == 3 else (NOTHING, RONDA, TRINGA, TWO_RONDAS)

    def true_call(self, seat: int) -> Move:
        """What M18 would call for this hand."""
        return (seat, "announce", calls.holding(calls.pack_ranks([RANK_40[card] for card in self.hands[seat]])))

    def _has_spoken(self, seat: int) -> bool:
        """Whether ``seat`` has spoken in the announcement or closing round that runs (M17)."""
        if self.phase not in {"announce", "close"}:
            return False
        first = self.leader
        return (seat - first) % self.players < (self.to_act - first) % self.players

    def apply(self, move: Move) -> list[Event]:
        """Make a move. Raises IllegalMove and then changes nothing."""
        seat, verb = move[0], move[1]
        if self.phase in {"over", "deal"}:
            raise IllegalMove("match_over" if self.phase == "over" else "not_now")
        if not 0 <= seat < self.players:
            raise IllegalMove("not_your_turn")
        if verb == "play":
            self._check_turn(seat, "play")
            card = move[2]  # type: ignore[misc]
            if card not in self.hands[seat]:
                raise IllegalMove("not_in_hand")
            if len(move) > 3:
                raise IllegalMove("not_in_place")
            self.events = []
            self._play(seat, card)
        elif verb == "claim":
            self._claim(seat, move[2])  # type: ignore[misc, arg-type]
        elif verb == "challenge":
            self._challenge(seat, move[2])  # type: ignore[misc, arg-type]
        elif verb == "announce":
            self._check_turn(seat, "announce")
            self._announce(seat, move[2])  # type: ignore[misc, arg-type]
        elif verb == "accept":
            self._check_turn(seat, "respond")
            self._accept(seat)
        elif verb == "done":
            self._check_turn(seat, "close")
            self._done(seat)
        else:
            raise IllegalMove("not_now")
        return self.events

    def _check_turn(self, seat: int, phase: str) -> None:
        if phase != self.phase:
            raise IllegalMove("not_now")
        if seat != self.to_act:
            raise IllegalMove("not_your_turn")

    # ---- calls ----

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
            if not self._settle_award(self.leader):
                self._advance(self.leader)

    def _live_callers(self) -> list[int]:
        """Seats whose call is live, in turn order from the leader."""
        order = [(self.leader + number) % self.players for number in range(self.players)]
        return [seat for seat in order if self.call[seat] not in (None, NOTHING) and not self.void[seat]]

    def _callers(self, seats: list[int]) -> tuple[Caller, ...]:
        return tuple(Caller(self.sides[seat], str(self.call[seat]), self.played[seat]) for seat in seats)

    def _settle_award(self, resume_seat: int) -> bool:
        """Make the award if it is clear (M11, M12). True if play halts (M15) or the match is over.

        ``resume_seat`` is whose turn it is when a halt is over.
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
        """M15: the seat whose unproved call the award would end the match on, or -1."""
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
                self.events.append(Event("award", -1, {"side": side, "points": points[side]}))
        return self._check_target()

    def _take_back_award(self) -> None:
        if self.award is not None:
            for side in self._sides_from_leader():
                if self.award[side]:
                    self._score_from_all(side, self.award[side], back=True)
                    self.events.append(Event("award_back", -1, {"side": side, "points": self.award[side]}))
            self.award = None

    def _sides_from_leader(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.sides[(self.leader + number) % self.players] for number in range(self.players)))

    def _void_call(self, seat: int) -> bool:
        """M13: the call is void, its award is taken back, the opponents score. True if the match is over."""
        call = str(self.call[seat])
        self.void[seat] = True
        self.open_calls.remove(seat)
        self._take_back_award()
        self.events.append(Event("false_call", seat, {"call": call, "points": WORTH[call]}))
        self._penalize(seat, WORTH[call])
        return self._check_target()

    def _penalize(self, seat: int, points: int) -> None:
        """Every side but that of ``seat`` scores, paid by ``seat``'s side where points are cards (M27)."""
        for side in self.opposing[seat]:
            self._score(side, points, self.sides[seat])

    def _challenge(self, seat: int, target: int) -> None:
        """M14, and M15 in a halt."""
        self._check_opponent(seat, target)
        if target not in self.open_calls:
            raise IllegalMove("nothing_to_challenge")
        hand = self.hands[target]
        ranks = self.played[target] + calls.pack_ranks([RANK_40[card] for card in hand])
        right = not calls.is_true(str(self.call[target]), ranks)
        self.shown[target] = list(hand)
        self.events = [Event("challenge", seat, {"against": target, "right": right, "cards": list(hand)})]
        if not right:
            self._end([side for side in range(self.side_count) if side != self.sides[seat]])
            return
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
        """M16, M17."""
        self._check_opponent(seat, target)
        if self._has_spoken(seat):
            raise IllegalMove("already_spoken")
        former = self.phase == "announce"
        claimable = self.former_claimable if former else self.claimable
        if target not in claimable:
            raise IllegalMove("claim_not_proved")
        held, points = claimable.pop(target)  # one good claim a hand
        if not former:
            self.claimed[target] = True
        self.events = [Event("claim", seat, {"against": target, "holding": held, "points": points})]
        self._score(self.sides[seat], points, self.sides[target])
        self._check_target()

    def _note_holding(self, seat: int) -> None:
        """M16: what the cards that ``seat`` has played prove beyond its call."""
        held = calls.holding(self.played[seat])
        call = str(self.call[seat])
        if LEVEL[held] > LEVEL[call] and not self.claimed[seat]:
            worth = 5 if held == TRINGA else self.silent_penalty * (RONDAS[held] - RONDAS[call])
            self.claimable[seat] = (held, worth)
        else:
            # the fourth card of a rank makes of a tringa what may have been called
            self.claimable.pop(seat, None)

    def _done(self, seat: int) -> None:
        self.events = [Event("done", seat, {})]
        self.to_act = (seat + 1) % self.players
        if self.to_act == self.leader:
            self._count()

    # ---- play ----

    def _play(self, seat: int, card: str) -> None:
        """One turn, in the order of M25."""
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

    def _capture(self, seat: int, card: str, rank: int, last: bool) -> None:
        taken = run_from(self.slots, rank)  # M19
        for offset, one in enumerate(taken):
            self.slots[rank + offset] = None
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
        """M21: the third or fourth card of a chain takes it over."""
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
        """Take back what ``former`` scored for the link of the chain that has been overcalled."""
        back = 0
        if not self.keeps_points:  # M27: with `paid` they stay
            back += self.scale[level]
            self._score(self.sides[former], self.scale[level], self.sides[self.chain_seats[level]], back=True)
        if self.chain_missa:
            back += 1
            self._score_from_all(self.sides[former], 1, back=True)
        if back:
            self.events.append(Event("undone", -1, {"side": self.sides[former], "points": back}))

    def _dealer_duty(self, seat: int, rank: int, captured: bool) -> bool:
        """M24. True if the match is over."""
        if captured and rank == KING:
            self.events.append(Event("duty_king", seat, {"points": DUTY_POINTS}))
            self._score_from_all(self.sides[seat], DUTY_POINTS)
        elif not captured or rank == ACE:
            self.events.append(Event("duty_ace" if captured else "duty_empty", seat, {"points": DUTY_POINTS}))
            self._penalize(seat, DUTY_POINTS)
        return self._check_target()

    def _test_call(self, seat: int) -> bool:
        """M13 after a card of ``seat``. True if the match is over."""
        call = str(self.call[seat])
        if calls.is_proved_false(call, self.played[seat], self.hand_size):
            return self._void_call(seat)
        if calls.is_proved_true(call, self.played[seat], self.hand_size):
            self.open_calls.remove(seat)
        return False

    def _advance(self, seat: int) -> None:
        """The turn goes to ``seat``; or the batch or the deal is over."""
        if any(self.hands):
            self.phase = "play"
            self.to_act = seat
        elif self.stock:
            self._next_batch(4 if self.dealing == "four-all" else 3)
        elif self.manual:
            self.phase = "close"  # M17
            self.to_act = self.leader
        else:
            self._count()

    # ---- scoring ----

    def _score(self, side: int, points: int, payer: int, back: bool = False) -> None:
        """Points for ``side``, paid by side ``payer`` where they are cards (M27); ``back`` takes them back."""
        if not self.transfer:
            self.scores[side] += -points if back else points
        elif back:
            self.piles.pay(side, payer, points)
        else:
            self.piles.pay(payer, side, points)

    def _score_from_all(self, side: int, points: int, back: bool = False) -> None:
        """Points that every opponent pays where they are cards, in turn order from the scorer (M27)."""
        if not self.transfer:
            self.scores[side] += -points if back else points
            return
        for payer in self.opposing[self.sides.index(side)]:
            self._score(side, points, payer, back)

    def _winner_at(self, scores: list[int]) -> int:
        """M26: the side that wins with these scores, or -1."""
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
        """The end of a deal: M28–M30."""
        if self.table and self.last_capture >= 0:
            self.events.append(Event("sweep", -1, {"side": self.last_capture, "cards": list(self.table)}))
            self.piles.gain(self.last_capture, len(self.table))  # and debts are paid, M29
            self.table = []
        points = self._count_points()
        for side, more in enumerate(points):
            self.scores[side] += more
        self.events.append(
            Event("count", -1, {"captured": list(self.captured), "points": points, "scores": list(self.scores)})
        )
        self._after_count()

    def _count_points(self) -> list[int]:
        free = 20 if self.side_count == 2 else 13  # M30
        return [max(0, cards - free) for cards in self.captured]

    def _after_count(self) -> None:
        if not self._check_target():
            self.phase = "deal"
            self.to_act = -1
            self.table = []

    # ---- what can be seen ----

    @property
    def owed(self) -> list[list[int]] | None:
        """Debts, only where points are paid in cards."""
        return self.piles.owed() if self.transfer else None

    def interrupts(self, seat: int) -> tuple[str, ...]:
        """Always the same two while calls are the players' own: what they would bring is theirs to notice."""
        return ("claim", "challenge") if self.manual and self.phase not in {"over", "deal"} else ()

    def view_extra(self, seat: int | None) -> dict[str, Any]:
        """Leader, target, stock and the calls made."""
        return {
            "leader": self.leader,
            "target": self.target,
            "stock": len(self.stock),
            "halted": None if self.halted < 0 else self.halted,
            "calls": [
                {"call": self.call[number], "void": self.void[number], "shown": self.shown[number]}
                for number in range(self.players)
            ],
        }
