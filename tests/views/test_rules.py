"""The rules pages."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from games.rendering.rulebook import MARKDOWN, read_rulebook, render_rules
from games.rules.game import Game
from tests.views.conftest import open_table

RULESETS = sorted(Game.registry)
CLAUSE_ADDRESS = re.compile(r'<li id="(\w+)">')


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_a_rules_page(client: Client, db: None, ruleset: str) -> None:
    assert reverse("rules", args=[ruleset]) in client.get(reverse("rules")).content.decode()
    page = client.get(reverse("rules", args=[ruleset]))
    assert page.status_code == 200
    assert page.content.count(b"<h1") == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rules_page_begins_with_how_to_play_in_pictures(ruleset: str) -> None:
    rulebook = read_rulebook(ruleset)
    assert "<figure" in rulebook.play
    assert "<code>" not in rulebook.play


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_a_rules_page_begins_with_the_game_in_one_minute(ruleset: str, language: str) -> None:
    with override(language):
        rulebook = read_rulebook(ruleset)
    assert 5 <= rulebook.minute.count("<li>") <= 7
    assert rulebook.minute.count("<h2") == 1
    assert "<figure" not in rulebook.minute


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_contents_lead_to_every_section(client: Client, db: None, ruleset: str) -> None:
    page = client.get(reverse("rules", args=[ruleset])).text
    rulebook = read_rulebook(ruleset)
    headings = [*rulebook.contents, *rulebook.clause_contents]
    assert len(headings) == rulebook.play.count("<h2") + rulebook.clauses.count("<h3")
    for name in ["clauses", *[heading.id for heading in headings]]:
        assert page.count(f'id="{name}"') == 1
        assert page.count(f'href="#{name}"') == 2, "beside the text, and in the list on phones"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_clauses_are_numbered_without_gaps_and_have_anchors(ruleset: str) -> None:
    addresses = CLAUSE_ADDRESS.findall(read_rulebook(ruleset).clauses)
    assert addresses
    assert addresses == [f"{addresses[0][0]}{number}" for number in range(1, len(addresses) + 1)]


def test_code_and_pages_cite_only_existing_clauses() -> None:
    pages = [read_rulebook(ruleset) for ruleset in RULESETS]
    known = {address for page in pages for address in CLAUSE_ADDRESS.findall(page.clauses)}
    sources = [path.read_text(encoding="utf-8") for path in (settings.BASE_DIR / "games" / "rules").glob("*.py")]
    letters = "".join({address[0] for address in known})
    cited = set(re.findall(rf"\b[{letters}]\d{{1,2}}\b", " ".join(sources + [page.clauses for page in pages])))
    assert cited <= known


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_option_is_explained(ruleset: str) -> None:
    clauses = read_rulebook(ruleset).clauses
    for option in Game.registry[ruleset].options.options:
        assert f"<code>{option.name}</code>" in clauses
        if not isinstance(option.values, range):
            words = [value for value in option.values if isinstance(value, str)]
            assert all(word in clauses for word in words), option.name


def test_mark_steere_is_credited_where_his_game_is_offered(client: Client, db: None) -> None:
    for address in (reverse("rules"), reverse("rules", args=["steere"])):
        page = client.get(address).content.decode()
        assert "Mark Steere" in page
        assert "2022" in page


def test_a_table_includes_the_players_part_of_its_rules(client: Client, amina: User) -> None:
    for ruleset, picture in (("moroccan", "6 of cups"), ("steere", "caballo (11) of clubs, the best")):
        match = open_table(amina, ruleset=ruleset, options={})
        page = client.get(reverse("table", args=[match.code])).content.decode()
        assert "The game in one minute" in page
        assert picture in page
        assert 'id="S9"' not in page


def test_links_between_rules_lead_to_clauses_on_the_site(client: Client, db: None) -> None:
    page = client.get(reverse("rules", args=["one-deck"])).content.decode()
    assert f'href="{reverse("rules", args=["moroccan"])}#M21"' in page
    assert ".md" not in page


def test_an_unknown_ruleset_has_no_rules_page(client: Client, db: None) -> None:
    assert client.get(reverse("rules", args=["poker"])).status_code == 404


def test_markup_in_the_rules_is_escaped() -> None:
    assert "<script" not in MARKDOWN.render("<script>alert(1)</script>")
    assert "href" not in MARKDOWN.render("[here](javascript:alert(1))")
    assert "<b>" not in render_rules("```cards\n<b>: 7C | <b>\n= <b>\n```", "moroccan")


def test_a_code_block_stays_in_one_piece() -> None:
    assert "<pre><code>seven" in render_rules("```\nseven\n```", "moroccan")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE])
def test_a_translation_has_the_clauses_the_figures_and_the_tables_of_the_original(ruleset: str, language: str) -> None:
    original = read_rulebook(ruleset)
    with override(language):
        translated = read_rulebook(ruleset)
    assert translated.play != original.play, f"docs/rules/{language}/{ruleset}.md is missing"
    assert CLAUSE_ADDRESS.findall(translated.clauses) == CLAUSE_ADDRESS.findall(original.clauses)
    for part in ("play", "clauses"):
        for tag in ("<figure", "<tr", "<h3", "<h2"):
            assert getattr(translated, part).count(tag) == getattr(original, part).count(tag), (part, tag)
