"""Lists of words, sort order, and labels with values, in the site's languages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.templatetags.accounts import all_countries
from accounts.wording import END_ISOLATE, ISOLATE, ago, labelled, listing, short_listing, sort_key


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


def test_a_long_list_of_names_counts_those_after_the_third() -> None:
    names = ["amina", "badr", "chama", "dris", "elias", "fatima", "ghali"]
    assert short_listing(names[:3]) == "amina, badr, and chama"
    assert short_listing(names[:4]) == "amina, badr, chama, and 1 other"
    assert short_listing(names) == "amina, badr, chama, and 4 others"
    with override("fr"):
        assert short_listing(names) == "amina, badr, chama et 4 autres"


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


@pytest.mark.parametrize(
    ("unit", "one", "two", "few", "many"),
    [
        ("minutes", "دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة"),
        ("hours", "ساعة واحدة", "ساعتين", "ساعات", "ساعة"),
        ("days", "يوم واحد", "يومين", "أيام", None),  # from a week on, weeks are counted
        ("weeks", "أسبوع واحد", "أسبوعين", "أسابيع", None),
    ],
)
def test_arabic_counts_past_time_in_four_ways(unit: str, one: str, two: str, few: str, many: str | None) -> None:
    words = {1: one, 2: two, 3: f"3 {few}"}
    if many:
        words |= {6: f"6 {few}", 10: f"10 {few}", 11: f"11 {many}", 20: f"20 {many}"}
    with override("ar"):
        for number, text in words.items():
            assert ago(timezone.now() - timedelta(**{unit: number})) == f"قبل {text}"


def test_arabic_counts_a_hundred_like_one() -> None:
    with override("ar"):
        assert ago(timezone.now() - timedelta(days=36_525)) == "قبل 100 سنة"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "1 second ago"), ("fr", "il y a 1 seconde"), ("es", "hace 1 segundo")]
)
def test_what_happens_now_is_in_the_past(language: str, text: str) -> None:
    with override(language):
        assert ago(timezone.now() + timedelta(milliseconds=5)) == text
