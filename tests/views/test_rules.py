"""The rules pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.rules.game import Game
from games.views.rules import MARKDOWN


@pytest.mark.parametrize("ruleset", sorted(Game.registry))
def test_every_ruleset_has_its_page_of_rules(client: Client, db: None, ruleset: str) -> None:
    assert reverse("rules", args=[ruleset]) in client.get(reverse("rules")).content.decode()
    page = client.get(reverse("rules", args=[ruleset]))
    assert page.status_code == 200
    assert page.content.count(b"<h1") == 1


def test_an_unknown_ruleset_has_none(client: Client, db: None) -> None:
    assert client.get(reverse("rules", args=["poker"])).status_code == 404


def test_a_page_of_rules_brings_no_markup_of_its_own() -> None:
    assert "<script" not in MARKDOWN.render("<script>alert(1)</script>")
    assert "href" not in MARKDOWN.render("[here](javascript:alert(1))")
