"""Copies of the users and the match from a module's ``played`` fixture, for tests that do not change them.

A module imports these fixtures and defines ``played``, which returns both users and their match.
"""

from copy import deepcopy

import pytest

from accounts.models import User
from games.models import Match


@pytest.fixture
def amina(played: tuple[User, User, Match], db: None) -> User:
    return deepcopy(played[0])


@pytest.fixture
def badr(played: tuple[User, User, Match], db: None) -> User:
    return deepcopy(played[1])


@pytest.fixture
def match(played: tuple[User, User, Match], db: None) -> Match:
    return deepcopy(played[2])
