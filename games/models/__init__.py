"""What is kept: matches with their whole log, and ratings."""

from games.models.log import Deal, Move
from games.models.match import Match, Reason, Seat, Status, tell_apart
from games.models.rating import ChangeKind, Rating, RatingChange

__all__ = [
    "ChangeKind",
    "Deal",
    "Match",
    "Move",
    "Rating",
    "RatingChange",
    "Reason",
    "Seat",
    "Status",
    "tell_apart",
]
