"""The modules that a page asks the browser to load at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from games.rendering.modules import imported_modules

STATIC = settings.BASE_DIR / "static"
PAGES = sorted(str(path.relative_to(STATIC)) for path in STATIC.glob("js/*/page.js"))


@pytest.mark.parametrize("script", PAGES)
def test_every_import_of_a_page_is_found(script: str) -> None:
    found = {script, *imported_modules(script)}
    for name in found:
        text = (STATIC / name).read_text(encoding="utf-8")
        for source in re.findall(r'from "([^"]+)"', text):
            target = Path(STATIC / name).parent.joinpath(source).resolve().relative_to(STATIC)
            assert str(target) in found, (name, source)


def test_a_module_is_listed_once_and_without_the_script_itself() -> None:
    found = imported_modules("js/replay/page.js")
    assert len(found) == len(set(found))
    assert "js/replay/page.js" not in found
    assert "js/board/seat.js" in found  # imported by board.js


def test_a_missing_script_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        imported_modules("js/nowhere.js")


def test_a_page_preloads_the_modules_of_its_script() -> None:
    html = Template("{% load games %}{% page_script 'js/fair/page.js' %}").render(Context())
    preloaded = re.findall(r'<link rel="modulepreload" href="[^"]*/js/([\w/]+)[\w.]*\.js">', html)
    assert preloaded == [name.removeprefix("js/").removesuffix(".js") for name in imported_modules("js/fair/page.js")]
    assert re.search(r'<script src="[^"]*/js/fair/page[\w.]*\.js" type="module"></script>$', html)
