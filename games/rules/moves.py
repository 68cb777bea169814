"""The moves of all games. Each kind of move has its own type.

A move is a tuple of its seat, its verb and up to two arguments. It compares equal to a plain tuple, and ``list(move)``
is its JSON form, as in the match record.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

MAX_SEATS: Final = 8


class Play(NamedTuple):
    """Play a card."""

    seat: int
    verb: Literal["play"]
    card: str


class PlayInPlace(NamedTuple):
    """Play a card to score it in place, although it could also capture or overcall."""

    seat: int
    verb: Literal["play"]
    card: str
    manner: Literal["in-place"]


class Announce(NamedTuple):
    """Announce, truthfully or falsely, what the hand holds."""

    seat: int
    verb: Literal["announce"]
    call: str


class AnswerTendido(NamedTuple):
    """As dealer, say when to lay the tendido."""

    seat: int
    verb: Literal["tendido"]
    answer: str


class Claim(NamedTuple):
    """Claim a holding that another seat has not called."""

    seat: int
    verb: Literal["claim"]
    target: int


class Challenge(NamedTuple):
    """Challenge the call of another seat."""

    seat: int
    verb: Literal["challenge"]
    target: int


class Accept(NamedTuple):
    """Accept a call that would end the match."""

    seat: int
    verb: Literal["accept"]


class Done(NamedTuple):
    """Pass in the closing round, without a claim."""

    seat: int
    verb: Literal["done"]


Move: TypeAlias = Play | PlayInPlace | Announce | AnswerTendido | Claim | Challenge | Accept | Done


class SeatMoves:
    """The moves that a seat can make in a ruleset, by card, call or target.

    The objects are created only once, because looking them up is ten times as fast as creating them, and the legal
    moves are listed after every move.
    """

    def __init__(self, seat: int, pack: Iterable[str], calls: Iterable[str]) -> None:
        self.play = {card: Play(seat, "play", card) for card in pack}
        self.announce = {call: Announce(seat, "announce", call) for call in calls}
        self.claim = tuple(Claim(seat, "claim", target) for target in range(MAX_SEATS))
        self.challenge = tuple(Challenge(seat, "challenge", target) for target in range(MAX_SEATS))


class MalformedMove(ValueError):  # noqa: N818  # named like IllegalMove
    """A value that is not a move: wrong shape, wrong type or unknown verb."""


def parse_move(raw: object) -> Move:
    """Return the move with this JSON form. Raises MalformedMove with an explanation."""
    if not isinstance(raw, list) or not 2 <= len(raw) <= 4:
        raise MalformedMove("a move is a list of a seat, a verb and at most two arguments")
    seat, verb, *arguments = raw
    if type(seat) is not int:
        raise MalformedMove("the seat of a move is an integer")
    move: Move
    match verb:
        case "play":
            move = _parse_play(seat, arguments)
        case "announce":
            move = Announce(seat, verb, _only_word(verb, arguments))
        case "tendido":
            move = AnswerTendido(seat, verb, _only_word(verb, arguments))
        case "claim":
            move = Claim(seat, verb, _only_seat(verb, arguments))
        case "challenge":
            move = Challenge(seat, verb, _only_seat(verb, arguments))
        case "accept" | "done" if arguments:
            raise MalformedMove(f"{verb} takes no argument")
        case "accept":
            move = Accept(seat, verb)
        case "done":
            move = Done(seat, verb)
        case str():
            raise MalformedMove("unknown verb")
        case _:
            raise MalformedMove("the verb of a move is a string")
    return move


def _parse_play(seat: int, arguments: list[object]) -> Play | PlayInPlace:
    match arguments:
        case [str(card)]:
            return Play(seat, "play", card)
        case [str(card), "in-place"]:
            return PlayInPlace(seat, "play", card, "in-place")
        case [str(), _]:
            raise MalformedMove("play takes one word")
    raise MalformedMove("play takes a word")


def _only_word(verb: str, arguments: list[object]) -> str:
    match arguments:
        case [str(word)]:
            return word
        case [str(), _]:
            raise MalformedMove(f"{verb} takes one word")
    raise MalformedMove(f"{verb} takes a word")


def _only_seat(verb: str, arguments: list[object]) -> int:
    if len(arguments) != 1 or type(arguments[0]) is not int:
        raise MalformedMove(f"{verb} takes one seat")
    return arguments[0]
