"""Unpacks the views of a replay, as static/js/replay/views.js does."""

from __future__ import annotations

from collections.abc import Iterable

from games.selectors.replay_views import GONE, PUBLIC, View


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
    view = {**base, **{key: value for key, value in changes.items() if key != GONE}}
    for key in changes.get(GONE, ()):
        del view[key]
    return view
