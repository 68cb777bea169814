"""The first page of the admin."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_what_moderators_need_comes_before_the_rest(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:index"))
    groups = page.context["app_list"]
    assert [group["app_label"] for group in groups] == ["accounts", "games", "technical"]
    moderation, games, technical = ([model["object_name"] for model in group["models"]] for group in groups)
    assert moderation[:3] == ["Report", "ChatLine", "Comment"]
    assert "Match" in games
    assert "Report" not in games
    assert {"Authenticator", "SocialToken", "UserSession"} <= set(technical)
    names = ("Your queue", "Players and moderation", "Games", "Technical")
    assert sorted(names, key=page.text.index) == list(names)


def test_the_page_of_an_app_lists_all_its_models(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:app_list", args=["games"]))
    [app] = page.context["app_list"]
    assert {"Match", "Report"} <= {model["object_name"] for model in app["models"]}
