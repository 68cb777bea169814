"""Fixtures for the admin tests, some of them shared with the service tests."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from tests.services.conftest import anna, badr, chama, dris, no_delays, same_chance, told

__all__ = ["anna", "badr", "chama", "dris", "no_delays", "same_chance", "told"]


@pytest.fixture
def judge(client: Client) -> User:
    """A moderator who is signed in."""
    user = User.objects.create_user("judge", is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    client.force_login(user)
    return user
