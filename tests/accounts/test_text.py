"""Cleaning text from users: every script is left intact, but invisible characters and stacked marks are removed."""

from __future__ import annotations

import unicodedata
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.text import JOINERS, MARKS, MARKS_OF_ONE, VISIBLE_FORMATS, clean_line, clean_lines

OVERRIDES = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HIDDEN = "\u00ad\u034f\u115f\u1160\u17b4\u180b\u200b\u2060\u2800\u3164\ufe00\ufeff\uffa0\ufff9\U000e0041\U000e0100"

# Combinations that Hypothesis would rarely generate: marks, joiners and blanks in any order.
awkward = st.text(st.sampled_from("ae\u0301\u0651\u20e3\ufe0f\u200c\u200d \n\u2028ر" + OVERRIDES + HIDDEN))
anything = st.text() | awkward


@pytest.mark.parametrize(
    "text",
    [
        "bien joué, ça alors — œuf",
        unicodedata.normalize("NFD", "bien joué, ça alors"),
        "سلام، كيف حالك؟",
        "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ",
        "مُحَمَّدٌ",
        "۝ \u0600١٢",
        "بְּרֵאשִׁ֖ית".replace("ب", "ב"),
        "می\u200cخواهم",  # Persian: the non-joiner keeps the letters around it apart
        "क्\u200dष",
        "Việt Nam",
        unicodedata.normalize("NFD", "Việt ngữ"),
        "ที่นี้",
        "👩\u200d👧 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 🇲🇦 🏳\ufe0f\u200d🌈",
        "<b>bold</b> & “so”",
    ],
)
def test_ordinary_texts_are_unchanged(text: str) -> None:
    assert clean_line(text) == clean_lines(text) == text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("e" + "\u0301" * 250, "e" + "\u0301" * 3),
        ("\u0301\u0301abc", "abc"),
        ("a \u0301b", "a b"),
        ("a\u200d \u200db\u200d", "a b"),
        ("a\u200d\u200d\u200cb", "a\u200cb"),
        ("a\u0301\u0301\u0301\u200d\u0301\u0301b", "a\u0301\u0301\u0301\u200db"),
        ("e\u0301\u0301\u0301" * 100, None),
        ("a".join(OVERRIDES + HIDDEN), "a" * (len(OVERRIDES + HIDDEN) - 1)),
        (OVERRIDES + HIDDEN, ""),
        (" a\t\u00a0\u2029 b\r\n", "a b"),
    ],
)
def test_invisible_characters_and_overflowing_marks_are_removed(typed: str, kept: str | None) -> None:
    if kept is not None:
        assert clean_line(typed) == kept
    marks = sum(unicodedata.combining(one) > 0 for one in clean_line(typed))
    assert marks <= 2 * (len(clean_line(typed)) - marks) + 1


def test_line_breaks_stay_where_they_are_allowed() -> None:
    assert clean_lines(" a\u202e \r\n\r\n\n\n b\n\x00c ") == "a\n\nb\nc"


@given(anything)
def test_cleaning_is_idempotent(text: str) -> None:
    once = clean_line(text)
    assert clean_line(once) == once
    several = clean_lines(text)
    assert clean_lines(several) == several


@given(anything)
def test_no_invisible_character_remains(text: str) -> None:
    for one in clean_line(text):
        assert one not in OVERRIDES + HIDDEN
        assert one in JOINERS | VISIBLE_FORMATS or unicodedata.category(one) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
        assert one == " " or not one.isspace()


@given(anything)
def test_no_character_keeps_more_marks_than_allowed(text: str) -> None:
    seen = [one for one in clean_line(text) if one not in JOINERS]
    runs = [len(list(run)) for is_mark, run in groupby(seen, lambda one: unicodedata.category(one) in MARKS) if is_mark]
    assert max(runs, default=0) <= MARKS_OF_ONE
    assert not seen or unicodedata.category(seen[0]) not in MARKS


@given(anything)
def test_nothing_is_added_or_reordered(text: str) -> None:
    left = iter(text)
    for one in clean_line(text):
        assert any(one == other or (one == " " and other.isspace()) for other in left)


@given(st.text(st.characters(categories=["L", "N", "P"], exclude_characters="\u115f\u1160\u3164\uffa0"), max_size=200))
def test_letters_of_every_script_stay(text: str) -> None:
    assert clean_line(text) == text
