"""Packing of replay views. Consecutive views are mostly identical, and so are the views for different audiences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

PUBLIC = "public"
GONE = "-"  # the key under which a packed view lists removed keys

View = dict[str, Any]


def pack_views(steps: Iterable[Mapping[str, View]]) -> Iterator[dict[str, View]]:
    """Yield the packed views for each step.

    The ``public`` view contains only what differs from the public view of the previous step. The other views contain
    only what differs from the public view of the same step. static/js/replay/views.js unpacks the views.
    """
    previous: View = {}
    for views in steps:
        public = views[PUBLIC]
        packed = {audience: _changes(public, view) for audience, view in views.items()}
        yield {**packed, PUBLIC: _changes(previous, public)}
        previous = public


def _changes(base: View, view: View) -> View:
    """Return the changes that turn ``base`` into ``view``.

    Of a list of objects that is as long as in ``base``, such as the seats, they contain only the changes of its items,
    by their places.
    """
    changes = {
        key: _item_changes(base[key], value) if _is_alike(base.get(key), value) else value
        for key, value in view.items()
        if key not in base or base[key] != value
    }
    gone = [key for key in base if key not in view]
    return {**changes, GONE: gone} if gone else changes


def _is_alike(old: Any, new: Any) -> bool:
    is_list = isinstance(old, list) and isinstance(new, list) and len(old) == len(new)
    return is_list and all(isinstance(item, dict) for item in (*old, *new))


def _item_changes(old: list[View], new: list[View]) -> View:
    pairs = enumerate(zip(old, new, strict=True))
    return {str(place): _changes(before, after) for place, (before, after) in pairs if before != after}
