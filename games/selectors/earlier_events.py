"""A match's public events from the beginning. A page that connects receives only the latest events."""

from itertools import chain, islice
from typing import Any

from games.models import Match
from games.state.match_log import walk_match


def earlier_events(match: Match, count: int) -> list[dict[str, Any]]:
    """Return the first ``count`` public events of a match, in the form that frames use.

    The caller must have checked that the reader may watch the match.
    """
    events = chain.from_iterable(step.events for _game, step in walk_match(match))
    return [event.as_json() for event in islice(events, count)]
