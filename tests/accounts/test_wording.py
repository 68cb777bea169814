"""Lists of words, and labels with values, in every language of the site."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from accounts.wording import END_ISOLATE, ISOLATE, labelled, listing


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


def test_french_has_a_space_before_the_colon() -> None:
    with override("en"):
        assert labelled("Points", 41) == "Points: 41"
    with override("fr"):
        assert labelled("Points", 41) == "Points\u00a0: 41"
