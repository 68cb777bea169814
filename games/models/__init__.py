"""Models of matches and their logs, ratings, chat and the lobby."""

from games.chat.models import ChatLine, Room
from games.comments.models import Comment
from games.models.analysis import Analysis, AnalysisStatus, SeatAccuracy
from games.models.clock import Clock
from games.models.hint import Hint
from games.models.lobby import Answer, Invitation, Seek
from games.models.log import Deal, Move
from games.models.match import Match, Outcome, Reason, Seat, Status, tell_apart
from games.models.receipt import CommandReceipt
from games.models.seat_stats import SeatStats
from games.models.server_process import ServerProcess
from games.moderation.models import Report, ReportReason
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.ratings.models import ChangeKind, OpponentCount, Rating, RatingChange

__all__ = [
    "Analysis",
    "AnalysisStatus",
    "Answer",
    "ChangeKind",
    "ChatLine",
    "Clock",
    "CommandReceipt",
    "Comment",
    "Deal",
    "Hint",
    "Invitation",
    "Match",
    "Move",
    "OpponentCount",
    "Outcome",
    "Puzzle",
    "PuzzleAttempt",
    "Rating",
    "RatingChange",
    "Reason",
    "Report",
    "ReportReason",
    "Room",
    "Seat",
    "SeatAccuracy",
    "SeatStats",
    "Seek",
    "ServerProcess",
    "Status",
    "tell_apart",
]
