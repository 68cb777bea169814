"""The people of the site, and whom they keep away from."""

from accounts.models.block import Block, Kind
from accounts.models.user import PeopleManager, User

__all__ = ["Block", "Kind", "PeopleManager", "User"]
