"""The matches that this process has in memory: one copy of each, for all that change or read it."""

from collections import OrderedDict
from threading import Lock
from weakref import WeakValueDictionary

from games.models import Status
from games.state.live_match import UNKNOWN, LiveMatch

MATCHES_KEPT = 4096


class MatchCache:
    """The running matches that were used last, and every match that anyone in this process still looks at."""

    def __init__(self, size: int = MATCHES_KEPT) -> None:
        self._size = size
        self._guard = Lock()
        self._matches: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._kept: OrderedDict[str, LiveMatch] = OrderedDict()

    def find(self, code: str) -> LiveMatch | None:
        """The match, if it is here."""
        with self._guard:
            return self._matches.get(code)

    def get(self, code: str) -> LiveMatch:
        """The match; one that was not here has yet to be read."""
        with self._guard:
            live = self._matches.get(code)
            if live is None:
                live = self._matches[code] = LiveMatch(code)
            return live

    def keep(self, live: LiveMatch) -> None:
        """Keep a match that is held, while it runs, for its next move."""
        with self._guard:
            if self._matches.get(live.code) is not live:  # forgotten meanwhile
                return
            if live.status == Status.RUNNING and live.version != UNKNOWN:
                self._kept[live.code] = live
                self._kept.move_to_end(live.code)
                if len(self._kept) > self._size:
                    self._kept.popitem(last=False)
            else:
                self._kept.pop(live.code, None)

    def take(self, code: str, version: int) -> LiveMatch:
        """A copy for a transaction whose end nobody learns of: the cache has to read the match again until it is back.

        It is as the match was at this version or an earlier one, or has yet to be read.
        """
        own, shared = LiveMatch(code), self.find(code)
        if shared is not None and shared.try_hold():  # else it may be held further out in this very thread
            try:
                if UNKNOWN < shared.version <= version:
                    own.take_over(shared)
                    shared.forget()
            finally:
                shared.release()
        return own

    def give_back(self, own: LiveMatch) -> None:
        """Take such a copy back, once it is committed; nothing is lost where the cache's is held just then."""
        shared = self.get(own.code)
        if shared.try_hold():
            try:
                if own.version > shared.version:
                    shared.take_over(own)
                    self.keep(shared)
            finally:
                shared.release()

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._matches.clear()
            self._kept.clear()


match_cache = MatchCache()
