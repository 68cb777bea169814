"""Text on link preview images: every letter has a glyph, Arabic is joined and runs from right to left."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from PIL import Image, ImageChops

from accounts.names import shown_name
from accounts.wording import END_ISOLATE, ISOLATE, listing
from games.rendering import picture_text
from games.rendering.picture_text import as_seen, fitting_size, width_of
from games.rendering.share_image import EDGE, WIDTH, Scene, draw_scene
from games.rules.game import Game

LANGUAGES = [code for code, _name in settings.LANGUAGES]
MISSING = "\U0010ffff"  # a character that no font has
NAMES = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 ._-"


def texts() -> Iterator[str]:
    """Yield every text of an image in the active language, and every character of a name."""
    yield _("Ronda")
    for ruleset in Game.registry.values():
        yield _(ruleset.title)
    guest, closed = shown_name("Guest 1234567890"), shown_name("Closed 1")
    yield from (NAMES, guest, closed, listing([guest, closed, "amina"], "standard-short"))


def drawn(text: str) -> bytes:
    return bytes(picture_text._font(40).getmask(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_character_of_an_image(language: str) -> None:
    missing = drawn(MISSING)
    with override(language):
        characters = {one for text in texts() for one in as_seen(text)}
    assert {one for one in characters if one != " " and drawn(one) == missing} == set()
    assert drawn(MISSING) != drawn("a")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_an_image_has_brackets_which_would_have_to_be_mirrored(language: str) -> None:
    with override(language):
        assert not any(unicodedata.mirrored(one) for text in texts() for one in text)


def test_arabic_letters_are_joined_and_run_from_right_to_left() -> None:
    seen = as_seen("رزمة")
    assert [unicodedata.name(one) for one in seen] == [
        "ARABIC LETTER TEH MARBUTA FINAL FORM",
        "ARABIC LETTER MEEM INITIAL FORM",
        "ARABIC LETTER ZAIN ISOLATED FORM",
        "ARABIC LETTER REH ISOLATED FORM",
    ]
    assert unicodedata.name(as_seen("لا")) == "ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM"


def test_numbers_and_latin_names_keep_their_order_within_arabic() -> None:
    assert as_seen("ضيف 123").startswith("123 ")
    assert as_seen("12-badr.") == "12-badr."
    with override("ar"):
        seen = as_seen(listing(["12-badr.", "amina", shown_name("Guest 34")], "standard-short"))
    assert seen.startswith("34 ")
    assert seen.index("34 ") < seen.index("amina") < seen.index("12-badr.")
    assert not {ISOLATE, END_ISOLATE} & set(seen)


def test_a_text_that_is_too_wide_is_drawn_smaller() -> None:
    text = listing(["somebody-with-a-name", "another-one-with-one"])
    assert fitting_size("amina", 46, 390) == 46
    assert width_of(text, fitting_size(text, 46, 390)) <= 390


def test_text_needs_no_engine_for_complex_scripts() -> None:
    assert picture_text._font(40).layout_engine == picture_text.ImageFont.Layout.BASIC


def places_of(colour: tuple[int, int, int], scene: Scene) -> tuple[int, int]:
    """Return the left and right edges of the area in this colour, between the two bands of stars."""
    image = Image.open(BytesIO(draw_scene(scene))).crop((0, 30, WIDTH, 600))
    difference = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L")
    box = difference.point([255] + 255 * [0]).getbbox()
    assert box
    return box[0], box[2]


@pytest.mark.parametrize("is_rtl", [False, True])
def test_arabic_begins_at_the_right_and_cards_stay(is_rtl: bool) -> None:
    name = Scene("", "", (("amina", ""),), "spanish", (), is_rtl=is_rtl)
    first, last = places_of((255, 250, 240), name)
    assert (last > WIDTH - EDGE - 12 and first > WIDTH / 2) if is_rtl else (first < EDGE + 12 and last < WIDTH / 2)
    score = Scene("", "", (("", "41"),), "spanish", (), is_rtl=is_rtl)
    first, last = places_of((224, 176, 74), score)
    assert (first < EDGE + 12 and last < WIDTH / 2) if is_rtl else (last > WIDTH - EDGE - 12 and first > WIDTH / 2)
    cards = Scene("", "", (("", ""),), "spanish", ("1O", "2C", "7S"), is_rtl=is_rtl)
    assert draw_scene(cards) == draw_scene(replace(cards, is_rtl=False))
