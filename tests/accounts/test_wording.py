"""Lists of words, sort order, and labels with values, in the site's languages."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from accounts.templatetags.accounts import all_countries
from accounts.wording import END_ISOLATE, ISOLATE, labelled, listing, sort_key


@pytest.mark.parametrize(
    ("language", "style", "words"),
    [
        ("en", "standard", "amina and badr"),
        ("en", "standard-short", "amina & badr"),
        ("en", "or", "amina or badr"),
        ("fr", "standard-short", "amina et badr"),
        ("es", "standard-short", "amina y badr"),
        ("ar", "standard-short", f"{ISOLATE}amina{END_ISOLATE} و{ISOLATE}badr{END_ISOLATE}"),
    ],
)
def test_names_are_listed_as_the_language_does(language: str, style: str, words: str) -> None:
    with override(language):
        assert listing(["amina", "badr"], style) == words  # type: ignore[arg-type]  # parametrised


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_single_word_stays_as_it_is(language: str) -> None:
    with override(language):
        assert listing(["amina"]) == "amina"
        assert listing([]) == ""


def test_accented_letters_are_sorted_like_the_plain_ones() -> None:
    names = ["Zambie", "Égypte", "Autriche", "États-Unis", "Espagne", "Åland", "équateur"]
    expected = ["Åland", "Autriche", "Égypte", "équateur", "Espagne", "États-Unis", "Zambie"]
    assert sorted(names, key=sort_key) == expected


def test_french_readers_find_egypt_among_the_countries_with_e() -> None:
    with override("fr"):
        names = [name for _code, name in all_countries()]
    assert names.index("Danemark") < names.index("Égypte") < names.index("Fidji")


def test_french_has_a_space_before_the_colon() -> None:
    with override("en"):
        assert labelled("Points", 41) == "Points: 41"
    with override("fr"):
        assert labelled("Points", 41) == "Points\u00a0: 41"
