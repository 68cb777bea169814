"""Users, blocks, follows, forbidden words, API tokens, devices for push notifications, and moderation."""

from accounts.models.block import Block, Kind
from accounts.models.follow import Follow
from accounts.models.forbidden_word import ForbiddenWord
from accounts.models.last_seen import LastSeen
from accounts.models.log import ModerationLog
from accounts.models.login_fingerprint import FingerprintKind, LoginFingerprint
from accounts.models.push import PushSubscription
from accounts.models.sanction import Sanction, SanctionKind
from accounts.models.token import ApiToken, Scope
from accounts.models.user import PeopleManager, User

__all__ = [
    "ApiToken",
    "Block",
    "FingerprintKind",
    "Follow",
    "ForbiddenWord",
    "Kind",
    "LastSeen",
    "LoginFingerprint",
    "ModerationLog",
    "PeopleManager",
    "PushSubscription",
    "Sanction",
    "SanctionKind",
    "Scope",
    "User",
]
