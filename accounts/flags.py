"""Flags of countries."""

from __future__ import annotations


def flag_file(code: str) -> str:
    """Return the path of a country's flag among the static files."""
    return f"vendor/circle-flags/{code.lower()}.svg"
