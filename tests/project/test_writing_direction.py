"""Pages are laid out by start and end, so that they are mirrored in Arabic. Only the table has a left and a right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parent.parent.parent / "static"

# The table is never mirrored: the turn order does not depend on the writing direction.
TABLE_SHEETS = ("board", "cards", "facts", "game_parts", "long_hands", "seat", "seat_row", "tendido_sizes")
TABLE_STYLES = {f"table/{name}.css" for name in TABLE_SHEETS}
TABLE_SCRIPTS = "board"

SIDE = "left|right"
PHYSICAL_NAME = re.compile(
    rf"({SIDE}|top|bottom|(min-|max-)?(width|height)|overflow-[xy]"
    rf"|(scroll-)?(margin|padding)-({SIDE}|top|bottom)"
    rf"|border-({SIDE}|top|bottom)(-(width|style|color|{SIDE}))*(-radius)?)"
)
SIDED_NAME = re.compile(r"text-align(-last)?|float|clear|transform-origin|(background|object|mask)(-position)?")
SIDED_IMAGE = re.compile(rf"\bto ({SIDE})\b|translateX|\btranslate\((?!0)")
FOUR_SIDED_NAME = re.compile(r"(scroll-)?(margin|padding)|inset|border-(width|style|color)")
SCROLLING = {"overflow-x", "overflow-y"}  # not all browsers support the logical properties

SCRIPTED = re.compile(rf"\.style\.({SIDE}|(margin|padding|border)(Left|Right))|setProperty\(\"(\w+-)?({SIDE})\"")


def declarations(css: str) -> Iterator[tuple[str, str, str]]:
    """Yield the selector, property and value of each declaration in a style sheet."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)", css):
        for name, value in re.findall(r"([\w-]+)\s*:\s*([^;]+)", body):
            yield " ".join(selector.split()), name, value.strip()


def values_of(value: str) -> list[str]:
    """Split a shorthand into its values, keeping bracketed ones together."""
    return re.findall(r"(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+", value)


def is_physical(name: str, value: str) -> bool:
    """Return whether a declaration refers to the left or right, and is not mirrored with the page."""
    if PHYSICAL_NAME.fullmatch(name):
        return name not in SCROLLING
    if SIDED_NAME.fullmatch(name) and re.search(rf"\b({SIDE})\b", value):
        return True
    values = values_of(value)
    if FOUR_SIDED_NAME.fullmatch(name) and len(values) == 4:
        return values[1] != values[3]
    if name == "border-radius" and len(values) in {2, 3, 4}:
        corners = values * 2 if len(values) == 2 else [*values, values[1]]
        return corners[0] != corners[1] or corners[2] != corners[3]
    return bool(SIDED_IMAGE.search(value))


def last_of(selector: str) -> str:
    """Return the last part of a selector, without its ancestors."""
    return selector.replace(":dir(rtl)", "").split()[-1]


def problems_of(css: str) -> list[str]:
    """Return the physical declarations of a style sheet, and horizontal moves without a mirrored counterpart."""
    found = list(declarations(css))
    moves = [(selector, value) for selector, name, value in found if name == "translate"]
    mirrored = {last_of(selector) for selector, _ in moves if ":dir(rtl)" in selector}
    physical = [f"{selector} {{ {name}: {value} }}" for selector, name, value in found if is_physical(name, value)]
    return physical + [
        f"{selector} {{ translate: {value} }}"
        for selector, value in moves
        if values_of(value)[0] != "0" and last_of(selector) not in mirrored
    ]


def own_files(folder: str, ending: str) -> list[Path]:
    return sorted((STATIC / folder).rglob(f"*.{ending}"))


@pytest.mark.parametrize("path", own_files("css", "css"), ids=lambda path: str(path.relative_to(STATIC / "css")))
def test_style_sheets_outside_the_table_know_no_left_and_right(path: Path) -> None:
    if str(path.relative_to(STATIC / "css")) not in TABLE_STYLES:
        assert problems_of(path.read_text()) == []


def test_scripts_outside_the_board_place_nothing_on_the_left_or_right() -> None:
    scripts = [path for path in own_files("js", "js") if path.parent.name != TABLE_SCRIPTS]
    assert [str(path) for path in scripts if SCRIPTED.search(path.read_text())] == []


def test_the_exempt_files_exist() -> None:
    assert all((STATIC / "css" / name).exists() for name in TABLE_STYLES)


@pytest.mark.parametrize(
    "declaration",
    [
        "left: 0",
        "margin-right: 1rem",
        "padding-left: 1px",
        "border-left: 1px solid",
        "border-top-left-radius: 4px",
        "text-align: left",
        "float: right",
        "inset: 0 1rem 0 auto",
        "margin: 0 0 0 1rem",
        "padding: 0 calc(1rem + (2px * 2)) 0 0",
        "border-radius: 4px 0 0 4px",
        "border-radius: 4px 0",
        "background-position: right 1rem center",
        "background: linear-gradient(to right, red, blue)",
        "transform: translateX(4px)",
        "translate: -50% 0",
        "width: 4rem",
    ],
)
def test_physical_declarations_are_found(declaration: str) -> None:
    assert problems_of(f".a {{ color: red; {declaration}; }}")


@pytest.mark.parametrize(
    "css",
    [
        ".a { margin: 0 -1rem 0.75rem; inset: 0 0 auto; border-radius: 10px 10px 0 0; text-align: start }",
        ".a { border-inline-start: 4px solid; inset-inline-end: 0; transform: translateY(1px); translate: 0 1rem }",
        ".a { translate: -50% 0 } .a:dir(rtl) { translate: 50% 0 }",
        "@media (width < 40rem) { .a { inline-size: 4rem } } /* left: 0 */",
        '.a { grid-template: "left right" auto / 1fr 1fr }',
    ],
)
def test_other_declarations_are_not(css: str) -> None:
    assert problems_of(css) == []
