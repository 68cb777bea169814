"""The bundles that browsers load instead of the scripts and style sheets in static/."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finders

from ronda_site.bundles import page_scripts

STATIC = settings.BASE_DIR / "static"
MODULES = {str(path.relative_to(STATIC)) for path in STATIC.rglob("js/**/*.js")}


def listed() -> dict[str, Path]:
    """Return the files that collectstatic copies, by name."""
    found: dict[str, Path] = {}
    for finder in get_finders():
        for name, storage in finder.list(["CVS", ".*", "*~"]):
            assert name not in found, f"{name} is found twice"
            found[name] = Path(storage.path(name))
    return found


def imported_by(module: str) -> set[str]:
    text = (STATIC / module).read_text(encoding="utf-8")
    imports = re.findall(r'(?:^import|^export|from|import\()\s*"(\.[^"]+)"', text, re.MULTILINE)
    return {normpath(join(dirname(module), name)) for name in imports}


def test_every_module_is_part_of_a_page_script() -> None:
    found = page_scripts()
    for module in found:  # grows in the loop
        found += sorted(imported_by(module) - set(found))
    assert {name for name in found if name.startswith("js/")} == MODULES


def test_modules_are_collected_in_bundles_only() -> None:
    collected = listed()
    assert set(page_scripts()) < collected.keys()
    assert not [path for name, path in collected.items() if name.startswith("js/") and path.is_relative_to(STATIC)]


def test_templates_load_modules_with_page_script_only() -> None:
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        assert 'type="module"' not in path.read_text(encoding="utf-8"), path


def test_a_bundle_of_styles_has_the_sheets_that_it_imports_in_their_order() -> None:
    for sheet in (STATIC / "css/bundles").iterdir():
        bundle = Path(finders.find(f"css/bundles/{sheet.name}") or "").read_text(encoding="utf-8")
        imported = [(sheet.parent / name).resolve() for name in re.findall(r'@import "(.*)"', sheet.read_text())]
        assert imported
        assert all(path.parent.parent == STATIC / "css" for path in imported), "relative URLs would change"
        places = [bundle.index(path.read_text(encoding="utf-8")) for path in imported]
        assert places == sorted(places)
        assert "@import" not in bundle
