"""Unpack the views of a replay, as static/js/replay/views.js does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from games.selectors.replay_views import GONE, PUBLIC, View


def replay_data(page: str) -> dict[str, Any]:
    """Return the data of a replay page, with all views unpacked."""
    found = re.search(r'<script id="replay-data" type="application/json">(.*?)</script>', page)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    for step, views in zip(data["steps"], unpack_views(step["views"] for step in data["steps"]), strict=True):
        step["views"] = views
    return data


def unpack_views(steps: Iterable[dict[str, View]]) -> list[dict[str, View]]:
    """Return the complete views of each step."""
    found: list[dict[str, View]] = []
    public: View = {}
    for packed in steps:
        public = _applied(public, packed[PUBLIC])
        views = {audience: _applied(public, changes) for audience, changes in packed.items() if audience != PUBLIC}
        found.append({**views, PUBLIC: public})
    return found


def _applied(base: View, changes: View) -> View:
    view = {**base, **{key: _changed(base.get(key), value) for key, value in changes.items() if key != GONE}}
    for key in changes.get(GONE, ()):
        del view[key]
    return view


def _changed(old: Any, change: Any) -> Any:
    if not (isinstance(old, list) and isinstance(change, dict)):
        return change
    return [_applied(item, change.get(str(place), {})) for place, item in enumerate(old)]
