"""Request and response types of the API for bots."""

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
    """The game to play. Options that are left out keep their defaults."""

    ruleset: RulesetName
    options: dict[ShortText, OptionValue] = {}


class QuickIn(GameIn):
    """The game to start immediately, and the level of the bots. For MUFTS, you can use the ``level`` option instead."""

    level: Annotated[ShortText, Field(json_schema_extra={"enum": [*BOTS, ""]})] = ""


class TableIn(GameIn):
    """A new table, by default public and without a clock. Private tables are not listed in the lobby."""

    clock: Annotated[ClockText, Field(json_schema_extra={"enum": [*ALL_CLOCKS, ""]})] = ""
    private: StrictBool = False


class SeekIn(Schema):
    """The match to seek: a ruleset with its default options, and a live clock. Bots are paired only with other bots."""

    ruleset: RulesetName
    clock: Annotated[ClockText, Field(json_schema_extra={"enum": list(LIVE_CLOCKS)})]


class SeekOut(Schema):
    """The search for an opponent.

    ``waiting`` says whether the search is active. ``seconds`` is how long it stays active unless it is renewed.
    """

    waiting: bool
    seconds: int


class SeatIn(Schema):
    """The seat to take. By default, this is the first free seat."""

    seat: Annotated[StrictInt, Field(ge=0, le=7), AS_WHOLE] | None = None


class MoveIn(Schema):
    """One of ``view.moves``, and the version of the state that listed it. Cutting the pack also counts as a move."""

    version: Version
    move: Annotated[list[Argument], Field(min_length=1, max_length=3)]


class OfferIn(Schema):
    """An offer to the other players.

    If ``on`` is false, your offer is withdrawn. If you have not made one, the other players' offers are declined.
    """

    on: StrictBool = True


# The defaults for requests without a body.
ANY_SEAT, OFFERED = SeatIn(), OfferIn()


class DoneOut(Schema):
    """The match and its version after the command. The version is null if the command did not create one."""

    code: str
    version: int | None
