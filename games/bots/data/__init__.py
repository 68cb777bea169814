"""Fitted tables for the bots. ``manage.py train`` writes them; docs/bots.md describes how they are made."""

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def read_table(name: str) -> dict[str, Any]:
    """Return a fitted table, or an empty dictionary if it has not been trained yet."""
    path = FOLDER / name
    return dict(json.loads(path.read_text())) if path.exists() else {}


def write_table(name: str, table: dict[str, Any]) -> None:
    """Write a table, one entry per line."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in table.items()]
    read_table.cache_clear()
    (FOLDER / name).write_text("{\n" + ",\n".join(lines) + "\n}\n")
