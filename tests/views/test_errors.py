"""Error pages have the site's design, and links to other pages."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

WITHOUT_DATABASE = ["403_csrf.html", "500.html", "503.html"]


@pytest.mark.django_db
def test_a_page_that_does_not_exist_leads_home_to_the_tables_and_to_players(client: Client) -> None:
    page = client.get("/nowhere/")
    assert page.status_code == 404
    main = page.text.partition("<main")[2]
    assert {'href="/"', 'href="/#lobby"'} <= set(re.findall(r'href="[^"]*"', main))
    assert re.search(rf'role="search"[^>]*action="{reverse("ladder")}"', main)
    assert 'id="lobby"' in client.get("/").text


@pytest.mark.parametrize("name", WITHOUT_DATABASE)
def test_an_error_that_a_lost_database_may_cause_needs_none_and_has_the_sites_look(name: str) -> None:
    with mock.patch.object(connection, "cursor", side_effect=AssertionError), override("ar"):
        page = render_to_string(name)
    assert 'dir="rtl"' in page
    assert "css/bundles/site.css" in page
    assert 'class="site-header"' in page
    assert 'href="/"' in page
