"""The first page of the admin."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Sanction, User
from games.moderation.models import Report
from tests.admin.test_evidence import match, report  # noqa: F401  fixtures
from tests.admin.test_matches import staff

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


def test_the_queue_counts_what_its_entries_lead_to(client: Client, report: Report, monkeypatch: Any) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    for name, found in {"trading_pairs": 1, "leavers": 2, "shared_fingerprints": 0}.items():
        monkeypatch.setattr(f"games.moderation.selectors.{name}", lambda found=found: [{}] * found)
    queue = client.get(reverse("admin:index")).text.partition('class="queue"')[2].partition("</ul>")[0]
    assert plain(queue).endswith("1 report to review 0 appeals to answer 3 Suspicious activity")


def test_the_sidebar_has_only_the_groups_that_moderators_work_with(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:games_report_changelist"))
    assert [group["app_label"] for group in page.context["available_apps"]] == ["accounts", "games"]


def test_the_page_of_an_app_lists_all_its_models(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:app_list", args=["games"]))
    [app] = page.context["app_list"]
    assert {"Match", "Report"} <= {model["object_name"] for model in app["models"]}


def menu_of(client: Client) -> tuple[str, str]:
    """Return the words of the button of the account's menu, and what the menu says, with addresses of links."""
    page = client.get(reverse("rules")).text
    button = re.search(r'<button class="menu-button".*?</button>|$', page, re.S)
    menu = page.partition('id="user-menu"')[2]
    return plain(button[0] if button else ""), plain(re.sub(r'<a href="([^"]+)">', r"\1 ", menu.partition("</div>")[0]))


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_the_menu_of_the_site_leads_moderators_to_what_waits_for_them(report: Report, badr: User) -> None:
    reports = f"{reverse('admin:games_report_changelist')}?status=open 1 report to review"
    appeals = f"{reverse('admin:accounts_sanction_changelist')}?appeal=waiting 1 appeal to answer"
    rights = {
        "clerk": ["view_report"],
        "judge": ["view_sanction"],
        "boss": ["view_report", "view_sanction"],
        "aide": [],
    }
    menus = {name: staff(name, *theirs) for name, theirs in rights.items()}
    Sanction.objects.create(user=badr, by=User.objects.get(username="boss"), measure="mute", appealed=timezone.now())
    button, menu = menu_of(menus["boss"])
    assert button == "boss Moderation 2"
    assert reports in menu
    assert appeals in menu
    for name, seen, unseen in (("clerk", reports, appeals), ("judge", appeals, reports)):
        button, menu = menu_of(menus[name])
        assert button == f"{name} Moderation 1"
        assert seen in menu
        assert unseen not in menu
    button, menu = menu_of(menus["aide"])
    assert button == "aide"
    assert reports not in menu
    assert appeals not in menu


def test_the_menu_says_nothing_of_reports_once_they_are_decided(report: Report) -> None:
    Report.objects.update(handled=timezone.now())
    button, menu = menu_of(staff("clerk", "view_report"))
    assert button == "clerk"
    assert "to review" not in menu


def test_players_see_nothing_of_reports_and_need_no_query_for_them(
    report: Report,
    anna: User,
    django_assert_num_queries: Any,
) -> None:
    client, clerk = Client(), staff("clerk", "view_report")
    client.force_login(anna)
    button, menu = menu_of(client)
    assert button == "anna"
    assert "to review" not in menu
    with django_assert_num_queries(3) as plain_page:  # the session, the account and its notifications
        menu_of(client)
    with django_assert_num_queries(len(plain_page) + 3):  # two for the rights, one to count
        menu_of(clerk)
