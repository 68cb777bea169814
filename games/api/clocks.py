"""The API for clocks."""

from django.http import HttpRequest
from ninja import Router, Schema

from games.models import Clock
from games.models.clock import DAYS_CLOCKS, LIVE_CLOCKS

router = Router(tags=["Rulesets"])


class ClockOut(Schema):
    """A clock for a table: seconds and increment (``300+10``), or days per move (``3d``).

    ``live`` says whether the clock is for players who are online together, and ``seek`` whether it is also available
    when you search for an opponent.
    """

    clock: str
    label: str
    live: bool
    seek: bool


@router.get("", response=list[ClockOut])
def list_clocks(request: HttpRequest) -> list[ClockOut]:
    """The clocks available in every ruleset. Casual tables do not need a clock."""
    return [_clock(text) for text in (*LIVE_CLOCKS, *DAYS_CLOCKS)]


def _clock(text: str) -> ClockOut:
    clock = Clock.parse(text)
    return ClockOut(clock=text, label=clock.label, live=clock.live, seek=text in LIVE_CLOCKS)
