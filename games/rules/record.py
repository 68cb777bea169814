"""Reading, replaying and checking match records. docs/record.md describes the format ``ronda-record/1``."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from games.rules.deal import Deal, DealError
from games.rules.fair import Proof
from games.rules.game import Game
from games.rules.moves import MalformedMove, parse_move
from games.rules.options import OptionError
from games.rules.refusals import IllegalMove

FORMAT = "ronda-record/1"
REASONS = frozenset({"rules", "resigned", "timeout", "aborted", "voided"})


class RecordError(ValueError):
    """An invalid record.

    ``move`` is the number of the invalid move, counted from 1, or None if the error is elsewhere.
    """

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match.

    ``sides`` contains the scores, and ``winners`` the winning sides. ``seat`` is the seat that ended the match, for
    example by resigning, or None.
    """

    reason: str
    sides: tuple[int, ...]
    winners: tuple[int, ...]
    seat: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the result in the record's form."""
        row: dict[str, Any] = {"reason": self.reason, "sides": list(self.sides), "winners": list(self.winners)}
        if self.seat is not None:
            row["seat"] = self.seat
        return row


class Uncut(NamedTuple):
    """A committed pack that was never cut or dealt, because the match ended first."""

    dealer: int
    pack: tuple[str, ...]
    salt: str
    commitment: str

    def as_json(self) -> dict[str, Any]:
        """Return the pack in the record's form."""
        return {**self._asdict(), "pack": " ".join(self.pack)}


@dataclass(frozen=True, slots=True)
class Record:
    """A well-formed record. Its moves are checked only when they are replayed."""

    ruleset: type[Game]
    options: Mapping[str, object]
    players: tuple[str, ...]
    deals: tuple[Deal, ...]
    moves: Sequence[object]
    result: Result | None
    uncut: Uncut | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the record's JSON form, which ``json.dumps`` turns into the content of the file."""
        row: dict[str, Any] = {
            "format": FORMAT,
            "ruleset": self.ruleset.name,
            "options": dict(self.options),
            "players": list(self.players),
            "deals": [deal_as_json(deal) for deal in self.deals],
            "moves": [list(move) if isinstance(move, tuple) else move for move in self.moves],
        }
        if self.result is not None:
            row["result"] = self.result.as_json()
        if self.uncut is not None:
            row["uncut"] = self.uncut.as_json()
        return row


def deal_as_json(deal: Deal) -> dict[str, Any]:
    """Return a deal as an entry of the record's ``deals``."""
    row: dict[str, Any] = {"dealer": deal.dealer, "deck": " ".join(deal.deck)}
    if deal.returned:
        row["returned"] = list(deal.returned)
    if deal.proof is not None:
        row |= deal.proof._asdict()
    return row


def read_record(data: bytes | str) -> Record:
    """Return the record after checking everything except the moves. Raises RecordError if it is invalid."""
    try:
        raw = json.loads(data.decode() if isinstance(data, bytes) else data)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not UTF-8 JSON: {error}") from None
    if not isinstance(raw, dict):
        raise RecordError("a record is a JSON object")
    if raw.get("format") != FORMAT:
        raise RecordError(f"format: must be {FORMAT}")
    name = raw.get("ruleset")
    if not isinstance(name, str) or name not in Game.registry:
        raise RecordError("ruleset: unknown")
    ruleset = Game.registry[name]
    options = raw.get("options")
    if not isinstance(options, dict):
        raise RecordError("options: must be an object")
    try:
        game = ruleset(options)
    except OptionError as error:
        raise RecordError(str(error)) from None
    moves = raw.get("moves")
    if not isinstance(moves, list):
        raise RecordError("moves: must be a list")
    return Record(
        ruleset=ruleset,
        options=options,
        players=_read_players(raw.get("players"), game.players),
        deals=_read_deals(raw.get("deals"), game, may_be_empty="uncut" in raw),
        moves=moves,
        result=_read_result(raw["result"], game) if "result" in raw else None,
        uncut=_read_uncut(raw["uncut"], game) if "uncut" in raw else None,
    )


def _read_players(raw: object, seats: int) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise RecordError("players: must be a list of names")
    if len(raw) != seats:
        raise RecordError(f"players: the options ask for {seats} names")
    return tuple(raw)


def _read_deals(raw: object, game: Game, *, may_be_empty: bool) -> tuple[Deal, ...]:
    if not isinstance(raw, list) or not (raw or may_be_empty):
        raise RecordError("deals: must be a list of at least one deal")
    deals = tuple(_read_deal(entry, number, game) for number, entry in enumerate(raw))
    for number, (former, deal) in enumerate(pairwise(deals), start=1):
        if game.dealer_after(former.dealer) not in (None, deal.dealer):
            raise RecordError(f"deals[{number}].dealer: seat {game.dealer_after(former.dealer)} deals")
    return deals


def _read_deal(raw: object, number: int, game: Game) -> Deal:
    place = f"deals[{number}]"
    if not isinstance(raw, dict):
        raise RecordError(f"{place}: must be an object")
    dealer, deck = _read_pack(raw, "deck", place, game)
    returned = raw.get("returned", [])
    if not isinstance(returned, list) or not all(type(at) is int for at in returned):
        raise RecordError(f"{place}.returned: must be a list of places")
    return Deal(dealer, deck, tuple(returned), _read_proof(raw, place, game))


def _read_pack(raw: Mapping[str, object], key: str, place: str, game: Game) -> tuple[int, tuple[str, ...]]:
    """Return the dealer and the cards."""
    dealer, deck = raw.get("dealer"), raw.get(key)
    if type(dealer) is not int or not 0 <= dealer < game.players:
        raise RecordError(f"{place}.dealer: must be a seat number")
    if not isinstance(deck, str):
        raise RecordError(f"{place}.{key}: must be a string")
    cards = tuple(deck.split(" "))
    if len(cards) != len(game.pack) or set(cards) != set(game.pack):
        raise RecordError(f"{place}.{key}: must hold every card of the pack once")
    return dealer, cards


def _read_proof(raw: Mapping[str, object], place: str, game: Game) -> Proof | None:
    if not raw.keys() & set(Proof._fields):
        return None
    salt, commitment = _read_commitment(raw, place)
    cut = raw.get("cut")
    if type(cut) is not int or not 0 < cut < len(game.pack):
        raise RecordError(f"{place}.cut: must be a place in the pack")
    return Proof(salt, commitment, cut)


def _read_commitment(raw: Mapping[str, object], place: str) -> tuple[str, str]:
    salt, commitment = raw.get("salt"), raw.get("commitment")
    if not isinstance(salt, str) or not isinstance(commitment, str):
        raise RecordError(f"{place}: salt and commitment must be strings")
    return salt, commitment


def _read_uncut(raw: object, game: Game) -> Uncut:
    if not isinstance(raw, dict):
        raise RecordError("uncut: must be an object")
    dealer, pack = _read_pack(raw, "pack", "uncut", game)
    return Uncut(dealer, pack, *_read_commitment(raw, "uncut"))


def _read_result(raw: object, game: Game) -> Result:
    if not isinstance(raw, dict):
        raise RecordError("result: must be an object")
    reason, sides, winners = raw.get("reason"), raw.get("sides"), raw.get("winners")
    if not isinstance(reason, str) or reason not in REASONS:
        raise RecordError("result.reason: unknown")
    if not isinstance(sides, list) or len(sides) != game.side_count or not all(type(one) is int for one in sides):
        raise RecordError("result.sides: must be a number for each side")
    if not isinstance(winners, list) or not all(type(one) is int and 0 <= one < game.side_count for one in winners):
        raise RecordError("result.winners: must be a list of sides")
    if len(set(winners)) != len(winners):
        raise RecordError("result.winners: a side is named twice")
    seat = raw.get("seat")
    if "seat" in raw and (type(seat) is not int or not 0 <= seat < game.players):
        raise RecordError("result.seat: must be a seat number")
    return Result(reason, tuple(sides), tuple(winners), seat)


class Replay:
    """A move-by-move replay of a record.

    Iterating yields ``(number, game, events)`` at the start (number 0) and after each move. ``game`` is the same
    object each time, modified in place. Raises RecordError if the rules contradict the record.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = record.ruleset(record.options)
        self._dealt = 0

    def __iter__(self) -> Iterator[tuple[int, Game, list[Any]]]:
        yield 0, self.game, self._deal_due()
        for number, raw in enumerate(self.record.moves, start=1):
            yield number, self.game, self._step(number, raw)
        if self._dealt < len(self.record.deals):
            raise RecordError(f"deals[{self._dealt}]: the match never needs it")
        self._check_result()

    def _step(self, number: int, raw: object) -> list[Any]:
        try:
            events = list(self.game.apply(parse_move(raw)))
        except (MalformedMove, IllegalMove) as error:
            raise RecordError(str(error), number) from None
        return events + self._deal_due()

    def _deal_due(self) -> list[Any]:
        if self.game.phase != "deal" or self._dealt == len(self.record.deals):
            return []
        try:
            events = self.game.deal(self.record.deals[self._dealt])
        except DealError as error:
            raise RecordError(f"deals[{self._dealt}]: {error}") from None
        self._dealt += 1
        return list(events)

    def _check_result(self) -> None:
        result, game = self.record.result, self.game
        if result is None:
            return
        if (result.reason == "rules") != game.over:
            raise RecordError("result.reason: the rules " + ("ended" if game.over else "have not ended") + " the match")
        if game.over and (list(result.sides) != game.scores or sorted(result.winners) != sorted(game.winners)):
            raise RecordError("result: does not agree with the replay")


def _dump(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


def trace_line(number: int, game: Game) -> str:
    """Return the state after a move as a line of JSON, as described in docs/record.md."""
    return _dump(
        {"move": number, **game.trace(), "legal": sorted((list(move) for move in game.legal()), key=json.dumps)}
    )


def check_record(data: bytes | str, trace: bool = False) -> tuple[list[str], bool]:
    """Return the output lines of ``record check`` for a record, and whether the record is valid."""
    lines: list[str] = []
    try:
        replay = Replay(read_record(data))
        for number, game, _ in replay:
            if trace:
                lines.append(trace_line(number, game))
    except RecordError as error:
        printed = lines if error.move is not None else []
        return [*printed, _dump({"valid": False, "move": error.move, "error": str(error)})], False
    game = replay.game
    winners = sorted(game.winners) if game.over else []
    return [*lines, _dump({"valid": True, "finished": game.over, "scores": game.scores, "winners": winners})], True
