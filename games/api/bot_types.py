"""The types of bots' requests, and of the responses to them."""

from typing import Annotated

from ninja import Schema
from pydantic import Field, StrictBool, StrictInt, StringConstraints

from games.api.params import AS_WHOLE, explain
from games.api.schemas import MatchOut
from games.bots import BOTS
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS
from games.rules.game import Game

ALL_CLOCKS = (*LIVE_CLOCKS, *DAYS_CLOCKS)

ShortText = Annotated[str, StringConstraints(max_length=32)]
RulesetName = Annotated[ShortText, Field(json_schema_extra={"enum": list(Game.registry)})]
ClockText = Annotated[str, StringConstraints(max_length=10)]
OptionValue = Annotated[
    StrictBool | Annotated[StrictInt, AS_WHOLE] | Annotated[str, StringConstraints(max_length=40)],
    explain("An option is true, false, a whole number, or a string of at most 40 characters."),
]
Version = Annotated[StrictInt, Field(ge=0, lt=2**31), AS_WHOLE]
Argument = Annotated[
    Annotated[str, StringConstraints(max_length=20)] | Annotated[StrictInt, Field(ge=0, lt=100), AS_WHOLE],
    explain("A move consists of strings of at most 20 characters and whole numbers from 0 to 99."),
]


class InvitationOut(Schema):
    """An invitation: the table, and the player who sent it."""

    by: str
    table: MatchOut


class GameIn(Schema):
    """The game to play. Options left out keep their defaults."""

    ruleset: RulesetName
    options: dict[ShortText, OptionValue] = {}


class QuickIn(GameIn):
    """The game to play at once, and the level of the bots. For MUFTS, the option ``level`` can also set it."""

    level: Annotated[ShortText, Field(json_schema_extra={"enum": [*BOTS, ""]})] = ""


class TableIn(GameIn):
    """A new table, by default public and without a clock. Private tables are not listed in the lobby."""

    clock: Annotated[ClockText, Field(json_schema_extra={"enum": [*ALL_CLOCKS, ""]})] = ""
    private: StrictBool = False


class SeekIn(Schema):
    """The game to seek an opponent for, with its default options. Bots are paired only with bots; live clocks only."""

    ruleset: RulesetName
    clock: Annotated[ClockText, Field(json_schema_extra={"enum": list(LIVE_CLOCKS)})]


class SeekOut(Schema):
    """The search for an opponent.

    ``waiting`` says whether the search is active, and ``seconds`` how long it stays active unless it is renewed.
    """

    waiting: bool
    seconds: int


class SeatIn(Schema):
    """The seat to take; by default the first free one."""

    seat: Annotated[StrictInt, Field(ge=0, le=7), AS_WHOLE] | None = None


class MoveIn(Schema):
    """One of ``view.moves``, and the version of the state that listed it. Cutting the pack is also a move here."""

    version: Version
    move: Annotated[list[Argument], Field(min_length=1, max_length=3)]


class OfferIn(Schema):
    """An offer. If ``on`` is true (the default), it is made; otherwise it is withdrawn."""

    on: StrictBool = True


# The defaults for requests without a body.
ANY_SEAT, OFFERED = SeatIn(), OfferIn()


class DoneOut(Schema):
    """The match and its version after the command. The version is null if the command created none."""

    code: str
    version: int | None
