"""The documents for developers, as the site serves them: none is missing, and none has dead links."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.rendering.documents import TITLES, render_document

pytestmark = pytest.mark.django_db
HREF = re.compile(r'href="([^"#]*)(?:#([^"]*))?"')
MAIN = re.compile(r"<main.*</main>", re.DOTALL)


def read(client: Client, address: str) -> str:
    """Return the text of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return b"".join(answer).decode()  # type: ignore[arg-type]  # works for files too


@pytest.mark.parametrize("address", [*(f"/docs/{name}/" for name in TITLES), "/api/", "/fair/"])
def test_there_are_no_dead_links(client: Client, address: str) -> None:
    page = read(client, address)
    main = MAIN.search(page)
    assert main is not None
    for path, place in HREF.findall(main[0]):
        if path.startswith(("http:", "https:")):
            continue
        assert path.startswith("/") or not path, path
        there = page if not path else read(client, path) if not path.startswith("/settings/") else ""
        assert not place or f'id="{place}"' in there, f"{path}#{place}"


def test_the_site_links_the_guide_the_protocol_and_the_example(client: Client) -> None:
    page = read(client, "/api/")
    for address in ("/docs/bots/", "/docs/protocol/", "/docs/record/", "/docs/bot.py"):
        assert f'href="{address}"' in page
    assert 'href="/docs/bot.py"' in read(client, "/docs/bots/")
    assert read(client, "/docs/bot.py") == (settings.BASE_DIR / "docs" / "bot.py").read_text(encoding="utf-8")
    assert client.get("/docs/operations/").status_code == 404


@pytest.mark.parametrize("name", TITLES)
def test_a_page_has_the_title_of_its_file(name: str) -> None:
    heading = (settings.BASE_DIR / "docs" / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0]
    assert heading == f"# {TITLES[name]}"


@pytest.mark.parametrize(
    ("address", "french", "title", "english"),
    [
        ("/docs/record/", "/docs/record/", "<h1>Le fichier de partie</h1>", "<h2"),
        ("/api/", "/fr/api/", ">Classements</h2>", "<p>"),
    ],
)
def test_titles_are_in_the_language_of_the_reader_and_the_rest_is_marked_as_english(
    client: Client, address: str, french: str, title: str, english: str
) -> None:
    client.cookies["django_language"] = "fr"
    page = read(client, french)
    assert title in page
    assert "La suite est en anglais seulement." in page
    assert english in page.partition('<div lang="en" dir="ltr">')[2]
    client.cookies["django_language"] = "en"
    assert "English only" not in read(client, address)


def test_links_between_files_become_links_between_pages() -> None:
    html = render_document(
        "[one](record.md#keys) [two](rules/moroccan.md#M5) [three](operations.md#limits) [four](bot.py)"
    )
    assert f'href="{reverse("document", args=["record"])}#keys"' in html
    assert f'href="{reverse("rules", args=["moroccan"])}#M5"' in html
    assert "<span>three</span>" in html
    assert f'href="{reverse("example_bot")}"' in html
