"""The site's fonts: what pages load, and how large the files are."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

FONTS = settings.BASE_DIR / "static" / "fonts"
STYLE = (settings.BASE_DIR / "static" / "css" / "site" / "fonts.css").read_text(encoding="utf-8")
FACES = [
    (found["file"], found["ranges"])
    for found in re.finditer(r'/(?P<file>[\w-]+\.woff2)"\)[^;]*;\s*unicode-range: (?P<ranges>[^;]+);', STYLE)
]
EVERY_PAGE = ["inter-latin.woff2", "alegreya-latin.woff2"]


def test_the_style_sheet_loads_every_font() -> None:
    assert {name for name, _ranges in FACES} == {path.name for path in FONTS.glob("*.woff2")}


def test_the_latin_fonts_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FONTS.glob("*.woff2") if "arabic" not in path.name}
    assert sum(sizes.values()) < 70_000
    assert sum(sizes[name] for name in EVERY_PAGE) < 48_000


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "headings"), [("fr", "alegreya-latin"), ("ar", "noto-sans-arabic")])
def test_a_page_asks_at_once_for_the_fonts_it_shows(client: Client, language: str, headings: str) -> None:
    page = client.get("/accounts/login/", headers={"accept-language": language}).text
    links = re.findall(r"<link rel=\"preload\"[^>]*>", page)
    assert [re.search(r"fonts/([\w-]+)", link)[1] for link in links] == ["inter-latin", headings]  # type: ignore[index]
    assert all('as="font"' in link and "crossorigin" in link for link in links)


def test_every_letter_of_the_translations_is_in_the_fonts() -> None:
    known = {code for _name, ranges in FACES for code in _codes(ranges)}
    texts = [path.read_text(encoding="utf-8") for path in settings.BASE_DIR.glob("locale/*/LC_MESSAGES/*.po")]
    letters = {letter for text in texts for letter in text if letter.isalpha()}
    assert {letter for letter in letters if ord(letter) not in known} == set()


def _codes(ranges: str) -> set[int]:
    found: set[int] = set()
    for part in ranges.split(","):
        first, _dash, last = part.strip().removeprefix("U+").partition("-")
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found
