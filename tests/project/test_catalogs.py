"""The message catalog checker: it detects errors, and finds none in the site's own catalogs."""

from __future__ import annotations

import io

import pytest
from babel.messages.pofile import read_po

from ronda_site import catalogs

HEAD = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"

"""


def faults(entry: str, language: str = "lv") -> list[str]:
    catalog = read_po(io.BytesIO((HEAD.replace("{language}", language) + entry).encode()))
    return [fault.partition(": ")[0] for fault in catalogs.faults_of(catalog)]


@pytest.mark.parametrize(
    ("original", "translation", "found"),
    [
        ("{side} +{points}", "\u2066+{points}\u2069 {side}", []),
        ("clears the table +1", "\u2066+1\u2069", []),
        ("%(bank)s min + %(increment)s s", "%(bank)s د + %(increment)s ث", []),
        ("{side} +{points}", "+{points} {side}", ["a signed number without its isolate (U+2066 and U+2069)"]),
        ("+%(points)s", "\u200e+%(points)s", ["a signed number without its isolate (U+2066 and U+2069)"]),
        ("-1", "−1", ["a signed number without its isolate (U+2066 and U+2069)"]),
    ],
)
def test_signed_numbers_are_isolated_in_text_from_right_to_left(
    original: str, translation: str, found: list[str]
) -> None:
    assert faults(entry(original, translation), "ar") == found
    assert faults(entry(original, translation)) == []


@pytest.mark.parametrize(
    ("translation", "is_fault"),
    [
        ("Bravo !", True),
        ("Bravo\u00a0!", False),
        ("« oui\u00a0»", True),
        ("«\u00a0oui\u00a0»", False),
        ("« oui »", True),
        ("12:30", False),
        ("<b>Prise :</b> une carte", True),
    ],
)
def test_a_line_of_french_text_cannot_begin_with_a_punctuation_mark(translation: str, is_fault: bool) -> None:
    found = ["a space that can break before a punctuation mark or inside « »"] if is_fault else []
    original = "<b>x</b>" if "<b>" in translation else "x"
    assert faults(entry(original, translation), "fr") == found
    assert faults(entry(original, translation)) == []


def entry(original: str, translation: str, flags: str = "") -> str:
    return f'{flags}\nmsgid "{original}"\nmsgstr "{translation}"\n'


@pytest.mark.parametrize(
    ("original", "translation", "found"),
    [
        ("Play", "Jouer", []),
        ("Play", "", ["missing"]),
        ("%(name)s won", "%(name)s a gagné", []),
        ("%(name)s won", "%(nom)s a gagné", ["placeholders ['%(nom)s'] instead of ['%(name)s']"]),
        ("%s beat %s", "%s", ["placeholders ['%s'] instead of ['%s', '%s']"]),
        ("{seat} accepts.", "accepte.", ["placeholders [] instead of ['{seat}']"]),
        ("%s left", "%s : 50 % reste", ["a stray %"]),
        ("leaves %s%", "reste %s %", []),
        ("<b>bold</b>", "<b>gras</b>", []),
        (
            "a <b>bold</b> word",
            "un mot <i>gras</i>",
            ["different HTML tags", "HTML tags that the original does not have"],
        ),
        ("one\\n", "un", ["a line break at one end only"]),
    ],
)
def test_faults_of_a_translation(original: str, translation: str, found: list[str]) -> None:
    assert faults(entry(original, translation)) == found


def test_a_fuzzy_translation_is_a_fault() -> None:
    assert faults(entry("Play", "Jouer", flags="#, fuzzy")) == ["fuzzy"]


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        (["%s carte", "deux cartes", "%s cartes"], []),
        (["%s carte", "", "%s cartes"], ["missing"]),
        (["%s carte", "%s cartes"], ["missing"]),
        (["%s carte", "deux cartes", "des cartes"], ["placeholders [] instead of ['%s']"]),
    ],
)
def test_faults_of_plural_forms(forms: list[str], found: list[str]) -> None:
    texts = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    assert faults(f'msgid "%s card"\nmsgid_plural "%s cards"\n{texts}') == found


def test_the_catalogs_have_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert (catalogs.check(), capsys.readouterr().out) == (0, "")
