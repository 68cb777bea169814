"""The types used in match records, for the OpenAPI schema only. See ``state_types``."""

from typing import Literal

from pydantic import BaseModel

from games.api.state_types import ReasonWord


class DealOut(BaseModel):
    """A deal: the pack after shuffling and cutting, and the proof that it was fair."""

    dealer: int
    deck: str
    returned: list[int] = []
    salt: str = ""
    commitment: str = ""
    cut: int = 0


class UncutOut(BaseModel):
    """A pack that had not been cut yet when the match ended."""

    dealer: int
    pack: str
    salt: str
    commitment: str


class RecordResultOut(BaseModel):
    """How a recorded match ended."""

    reason: ReasonWord
    sides: list[int]
    winners: list[int]
    seat: int = 0


class RecordOut(BaseModel):
    """The record of a match, with all hands and moves, in the [record format](/docs/record/)."""

    format: Literal["ronda-record/1"]
    ruleset: str
    options: dict[str, bool | int | str]
    players: list[str]
    deals: list[DealOut]
    moves: list[list[int | str]]
    result: RecordResultOut
    uncut: UncutOut | None = None


class RecordLine(RecordOut):
    """One line in a list of records, with the match's code, when it ended and whether it was rated."""

    match: str
    finished: str
    rated: bool
