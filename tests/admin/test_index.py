"""The first page of the admin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_what_moderators_need_comes_before_the_libraries(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:index"))
    apps = [app["app_label"] for app in page.context["app_list"]]
    assert apps[:2] == ["accounts", "games"]
    assert {"account", "mfa", "socialaccount", "usersessions"} <= set(apps[2:])
    assert page.text.index("Your queue") < page.text.index("Players and moderation") < page.text.index("Games")
