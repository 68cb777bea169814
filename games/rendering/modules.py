"""The files that a page's script imports, so that browsers can request all of them at once."""

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

IMPORT: Final = re.compile(r"""(?:^|(?<=;))(?:import|export)\b[^"';]*"(\.{1,2}/[^"]+)";""", re.MULTILINE)


@cache
def imported_modules(script: str) -> tuple[str, ...]:
    """Return the static files that a script imports, directly or indirectly, in the order of discovery.

    Raises FileNotFoundError if one of them does not exist.
    """
    found = [script]
    for name in found:  # grows in the loop
        found += [other for other in _imports_of(name) if other not in found]
    return tuple(found[1:])


def _imports_of(name: str) -> list[str]:
    is_collected = not getattr(settings, "WHITENOISE_USE_FINDERS", settings.DEBUG)
    path = staticfiles_storage.path(name) if is_collected else finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    imports = IMPORT.findall(Path(path).read_text(encoding="utf-8"))
    return list(dict.fromkeys(normpath(join(dirname(name), one)) for one in imports))
