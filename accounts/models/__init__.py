"""The people of the site, whom they keep away from or follow, what nobody may be called, and what moderators do."""

from accounts.models.block import Block, Kind
from accounts.models.follow import Follow
from accounts.models.log import ModerationLog
from accounts.models.sanction import Measure, Sanction
from accounts.models.token import ApiToken, Scope
from accounts.models.trace import AccountTrace, TraceKind
from accounts.models.user import PeopleManager, User
from accounts.models.word import ForbiddenWord

__all__ = [
    "AccountTrace",
    "ApiToken",
    "Block",
    "Follow",
    "ForbiddenWord",
    "Kind",
    "Measure",
    "ModerationLog",
    "PeopleManager",
    "Sanction",
    "Scope",
    "TraceKind",
    "User",
]
