"""The matches in this process's memory. Writers and readers share one copy of each."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from weakref import WeakValueDictionary

from games.models import Status
from games.state.live_match import UNKNOWN, LiveMatch

MATCHES_KEPT = 4096


class MatchCache:
    """The most recently used running matches, and every match that is still referenced in this process."""

    def __init__(self, size: int = MATCHES_KEPT) -> None:
        self._size = size
        self._guard = Lock()
        self._matches: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._kept: OrderedDict[str, LiveMatch] = OrderedDict()

    def find(self, code: str) -> LiveMatch | None:
        """Return the match if it is cached, or None."""
        with self._guard:
            return self._matches.get(code)

    def get(self, code: str) -> LiveMatch:
        """Return the match. If it is not cached, add it to the cache without reading its state from the database."""
        with self._guard:
            live = self._matches.get(code)
            if live is None:
                live = self._matches[code] = LiveMatch(code)
            return live

    @contextmanager
    def current(self, code: str, version: int | None = None) -> Iterator[LiveMatch]:
        """Hold the match within the context, at this version or a later one.

        Without a version, first update the match to its current state in the database. Raises NotFound.
        """
        live = self.get(code)
        with live.held():
            if version is None or live.version < version:
                live.reload()
                self.keep(live)
            yield live

    def keep(self, live: LiveMatch) -> None:
        """Keep a running match in memory for its next move. The caller must hold it."""
        with self._guard:
            if self._matches.get(live.code) is not live:  # removed in the meantime
                return
            if live.status == Status.RUNNING and live.version != UNKNOWN:
                self._kept[live.code] = live
                self._kept.move_to_end(live.code)
                if len(self._kept) > self._size:
                    self._kept.popitem(last=False)
            else:
                self._kept.pop(live.code, None)

    def take(self, code: str, version: int) -> LiveMatch:
        """Take a match out of the cache, for use in an outer transaction that the caller does not end.

        Until it is given back, other users of the cache have to reload it. The returned match is at this version or
        an earlier one, or has not been read yet.
        """
        own, shared = LiveMatch(code), self.find(code)
        if shared is not None and shared.try_hold():  # if not, this thread may be holding it
            try:
                if UNKNOWN < shared.version <= version:
                    own.take_over(shared)
                    shared.forget()
            finally:
                shared.release()
        return own

    def give_back(self, own: LiveMatch) -> None:
        """After the commit, put back a match taken with ``take``, unless the cached copy is in use."""
        shared = self.get(own.code)
        if shared.try_hold():
            try:
                if own.version > shared.version:
                    shared.take_over(own)
                    self.keep(shared)
            finally:
                shared.release()

    def clear(self) -> None:
        """Remove all matches."""
        with self._guard:
            self._matches.clear()
            self._kept.clear()


match_cache = MatchCache()
