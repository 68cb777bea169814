"""What is kept: matches with their whole log, and ratings."""

from games.models.clock import Clock
from games.models.log import Deal, Move
from games.models.match import Match, Reason, Seat, Status, tell_apart
from games.models.rating import ChangeKind, Rating, RatingChange
from games.models.server import ServerProcess

__all__ = [
    "ChangeKind",
    "Clock",
    "Deal",
    "Match",
    "Move",
    "Rating",
    "RatingChange",
    "Reason",
    "Seat",
    "ServerProcess",
    "Status",
    "tell_apart",
]
