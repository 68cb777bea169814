"""The message catalogs in locale/: ``python -m ronda_site.catalogs extract|check|compile``.

``dev.py messages`` runs this. Babel compiles the catalogs, so the site needs only its Python packages. GNU gettext is
needed only to extract messages from the sources, and to check that the catalogs contain all of them. Each task returns
an exit code.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALE: Final = ROOT / "locale"
DOMAINS: Final = ("django", "djangojs")
# Locations by file only, because line numbers change with every commit.
EXTRACT: Final = ["--add-location", "file", "--no-wrap", "--no-obsolete"]
IGNORED: Final = ("var", "tests", "docs", "requirements*", "static/vendor")
NO_GETTEXT: Final = "GNU gettext is missing. On Debian and Ubuntu: apt-get install gettext"

_PLACEHOLDER: Final = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w+\}")
_STRAY_PERCENT: Final = re.compile(r"%(?!\(\w+\)[a-z]|[sd%])")
# A sign before a number, and one that an isolate keeps to the left of it (U+2066 … U+2069).
_SIGN: Final = re.compile(r"[+−](?=%[(s]|\{|\d)")
_ISOLATED_SIGN: Final = re.compile(r"\u2066[+−](?:%\(\w+\)[a-z]|%s|\{\w+\}|\d+)\u2069")
_BREAKING_SPACE: Final = re.compile(r" [:;!?»]|« ")
_TAG: Final = re.compile(r"</?[a-z][^<>]*>")

Key: TypeAlias = tuple[str | None, str | tuple[str, ...]]


def compile_all() -> int:
    """Compile the catalogs that have changed since they were last compiled."""
    for path in _catalogs():
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            draft = compiled.with_suffix(f".{os.getpid()}")  # a server starting in the meantime finds a complete file
            with draft.open("wb") as file:
                write_mo(file, _read(path))
            draft.replace(compiled)
    return 0


def extract() -> int:
    """Bring the catalogs up to date with the sources. New texts are left empty, and changed ones are marked fuzzy."""
    if not shutil.which("xgettext"):
        print(NO_GETTEXT, file=sys.stderr)  # noqa: T201
        return 1
    languages = [part for path in sorted(LOCALE.iterdir()) if path.is_dir() for part in ("-l", path.name)]
    ignored = [part for name in IGNORED for part in ("--ignore", name)]
    for domain in DOMAINS:
        command = [sys.executable, "manage.py", "makemessages", "-v", "0", "-d", domain, *languages, *EXTRACT, *ignored]
        subprocess.run(command, cwd=ROOT, check=True)
    for path in _catalogs():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        # The extraction date would change with every run.
        kept = [line for line in lines if not line.startswith('"POT-Creation-Date:')]
        path.write_text("".join(kept), encoding="utf-8")
    return 0


def check() -> int:
    """Print every fault in the catalogs. Return 1 if there are any, or 0 otherwise."""
    faults = [f"{path.relative_to(ROOT)}: {fault}" for path in _catalogs() for fault in faults_of(_read(path))]
    if shutil.which("xgettext"):
        faults += _outdated()
    else:
        print(NO_GETTEXT, "(not checked: whether the catalogs have all texts)", file=sys.stderr)  # noqa: T201
        faults += [NO_GETTEXT] if os.environ.get("CI") else []
    for fault in faults:
        print(fault)  # noqa: T201
    return 1 if faults else 0


def faults_of(catalog: Catalog) -> Iterator[str]:
    """Yield the faults in a catalog's translations."""
    is_rtl = catalog.locale is not None and catalog.locale.text_direction == "rtl"
    is_french = catalog.locale is not None and catalog.locale.language == "fr"
    for message in catalog:
        if message.id:
            signs = _faults_of_signs(message) if is_rtl else ()
            spaces = _faults_of_spaces(message) if is_french else ()
            for fault in (*_faults_of_message(message), *signs, *spaces):
                yield f"{fault}: {_first_id(message)!r}"


def _forms_of(message: Message) -> Iterable[str]:
    return [message.string] if isinstance(message.string, str) else message.string or ()


def _faults_of_spaces(message: Message) -> Iterator[str]:
    """Yield a fault if a line of French text could begin with a punctuation mark."""
    if any(_BREAKING_SPACE.search(form) for form in _forms_of(message)):
        yield "a space that can break before a punctuation mark or inside « »"


def _faults_of_signs(message: Message) -> Iterator[str]:
    """Yield a fault if right-to-left text would show a sign to the right of its number.

    A left-to-right mark is not enough: the number may be in its own element, or in Arabic-Indic digits.
    """
    if any(len(_SIGN.findall(form)) != len(_ISOLATED_SIGN.findall(form)) for form in _forms_of(message)):
        yield "a signed number without its isolate (U+2066 and U+2069)"


def _faults_of_message(message: Message) -> Iterator[str]:
    """Yield the faults in one message. All plural forms but the last may omit the number, as in “one card”."""
    if message.fuzzy:
        yield "fuzzy"
    if isinstance(message.id, str):
        originals: tuple[str, ...] = (message.id,)
        forms: tuple[str, ...] = (str(message.string),)
    else:
        # Babel adds an empty form for each missing one.
        originals, forms = tuple(message.id), tuple(message.string or ())
    if not forms or not all(forms):
        yield "missing"
        return
    for number, form in enumerate(forms, start=1):
        yield from _faults_of_form(originals[-1], form, may_omit=number < len(forms))


def _faults_of_form(original: str, form: str, *, may_omit: bool) -> Iterator[str]:
    wanted, found = (Counter(_PLACEHOLDER.findall(text)) for text in (original, form))
    if found - wanted or (wanted - found and not may_omit):
        yield f"placeholders {sorted(found.elements())} instead of {sorted(wanted.elements())}"
    if not may_omit and Counter(_TAG.findall(original)) != Counter(_TAG.findall(form)):
        yield "different HTML tags"
    if Counter(_TAG.findall(form)) - Counter(_TAG.findall(original)):
        yield "HTML tags that the original does not have"
    if len(_STRAY_PERCENT.findall(form)) > len(_STRAY_PERCENT.findall(original)):
        yield "a stray %"
    for end in (str.startswith, str.endswith):
        if end(original, "\n") != end(form, "\n"):
            yield "a line break at one end only"


def _outdated() -> list[str]:
    """Return the texts missing from the catalogs, and the texts no longer needed. The files are left unchanged."""
    before = {path: path.read_bytes() for path in _catalogs()}
    known = {path: _keys(_read(path)) for path in before}
    try:
        if extract():
            return ["the texts could not be extracted"]
        wanted = {path: _keys(_read(path)) for path in before}
    finally:
        for path, content in before.items():
            path.write_bytes(content)
    return [
        f"{path.relative_to(ROOT)}: {fault}: {key[1]!r} (run dev.py messages extract)"
        for path in before
        for fault, keys in (("lacks", wanted[path] - known[path]), ("not in the sources", known[path] - wanted[path]))
        for key in sorted(keys, key=str)
    ]


def _keys(catalog: Catalog) -> set[Key]:
    return {(message.context, _frozen(message.id)) for message in catalog if message.id}


def _frozen(texts: str | tuple[str, ...] | list[str]) -> str | tuple[str, ...]:
    return texts if isinstance(texts, str) else tuple(texts)


def _first_id(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _catalogs() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


TASKS: Final = {"extract": extract, "check": check, "compile": compile_all}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in TASKS:
        sys.exit(f"usage: dev.py messages {'|'.join(TASKS)}")
    sys.exit(TASKS[sys.argv[1]]())
