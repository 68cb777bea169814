"""The people of the site, whom they keep away from, and what nobody may be called."""

from accounts.models.block import Block, Kind
from accounts.models.user import PeopleManager, User
from accounts.models.word import ForbiddenWord

__all__ = ["Block", "ForbiddenWord", "Kind", "PeopleManager", "User"]
