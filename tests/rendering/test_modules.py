"""The script modules that a page asks the browser to preload."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template

from games.rendering.modules import imported_modules
from ronda_site.bundles import page_scripts


@pytest.mark.parametrize("script", page_scripts())
def test_every_import_of_a_page_is_found(script: str) -> None:
    found = {script, *imported_modules(script)}
    for name in found:
        bundle = Path(finders.find(name) or "")
        for source in re.findall(r'\bfrom"(\.[^"]+)"', bundle.read_text(encoding="utf-8")):
            assert normpath(join(dirname(name), source)) in found, (name, source)


def test_a_file_is_listed_once_and_without_the_script_itself() -> None:
    found = imported_modules("js/replay/page.js")
    assert len(found) == len(set(found)) > 1
    assert "js/replay/page.js" not in found


def test_a_missing_script_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        imported_modules("js/nowhere.js")


def test_a_page_preloads_the_files_that_its_script_imports() -> None:
    html = Template("{% load games %}{% page_script 'js/fair/page.js' %}").render(Context())
    preloaded = re.findall(r'<link rel="modulepreload" href="[^"]*/js/([\w/]+)[\w.]*\.js">', html)
    assert preloaded == [name.removeprefix("js/").removesuffix(".js") for name in imported_modules("js/fair/page.js")]
    assert re.search(r'<script src="[^"]*/js/fair/page[\w.]*\.js" type="module"></script>$', html)
