"""Country flags."""

from __future__ import annotations


def flag_file(code: str) -> str:
    """Return the static file path of a country's flag."""
    return f"vendor/circle-flags/{code.lower()}.svg"
