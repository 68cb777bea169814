"""The data that a match page shows besides the match itself: access, offers, the result and hints."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from games.models import Match, Status
from games.selectors.hints import NO_HINTS, TableHints, read_hints
from games.selectors.open_table import OpenTable, read_open_table
from games.state.access import AccessPolicy, access_policy
from games.state.seats import SeatInfo


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The data that a match page shows besides the match itself. ``version`` is the version of the match."""

    version: int
    access: AccessPolicy
    gathering: OpenTable | None
    offers: dict[str, Any]
    rematch_until: datetime | None
    result: dict[str, Any] | None
    hints: TableHints = NO_HINTS


def facts_of(match: Match, seats: Sequence[SeatInfo]) -> TableFacts:
    """Return the facts about a match that was just read from the database. ``seats`` contains the match's seats."""
    return TableFacts(
        version=match.version,
        access=access_policy(match),
        gathering=read_open_table(match),
        offers=_offers_json(match),
        rematch_until=match.rematch_until,
        result=result_json(match),
        hints=read_hints(match, seats),
    )


def _offers_json(match: Match) -> dict[str, Any]:
    """Return the seats that have offered to abort or asked for a rematch, and the URL of the rematch once it is open.

    ``abort_declined`` and ``rematch_declined`` are the seats that declined the last offer, or None.
    """
    return {
        "abort": match.abort_offers,
        "rematch": match.rematch_offers,
        "rotated": match.rematch_rotated,
        "abort_declined": match.abort_declined,
        "rematch_declined": match.rematch_declined,
        "url": reverse("table", args=[match.rematch.code]) if match.rematch else None,
    }


def result_json(match: Match) -> dict[str, Any] | None:
    """Return the ``result`` object defined in docs/protocol.md, or None while the match is open or running."""
    if not match.result_reason:
        return None
    return {
        "reason": match.result_reason,
        "seat": match.result_seat,
        "sides": match.sides,
        "winners": match.winners if match.status == Status.FINISHED else [],
        "url": reverse("result", args=[match.code]),
        "story": reverse("match_story", args=[match.code]) if match.status == Status.FINISHED else None,
        "analysis": reverse("analysis", args=[match.code]) if match.status == Status.FINISHED else None,
    }
