"""The people of the site, whom they keep away from or follow, and what nobody may be called."""

from accounts.models.block import Block, Kind
from accounts.models.follow import Follow
from accounts.models.user import PeopleManager, User
from accounts.models.word import ForbiddenWord

__all__ = ["Block", "Follow", "ForbiddenWord", "Kind", "PeopleManager", "User"]
