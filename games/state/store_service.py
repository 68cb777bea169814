"""Services that use a ``MatchStore``. They can run alone or share a store."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from games.state.store import MatchStore, open_store

P = ParamSpec("P")
T = TypeVar("T")


class StoreService(Generic[P, T]):
    """A service whose first parameter is a ``MatchStore``. Called without one, it opens its own transaction."""

    def __init__(self, service: Callable[Concatenate[MatchStore, P], T]) -> None:
        self._service = service
        update_wrapper(self, service)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the service in its own transaction."""
        with open_store() as store:
            return self._service(store, *args, **kwargs)

    def within(self, store: MatchStore, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the service in this store's transaction. A service that raises ServiceError has not written anything."""
        return self._service(store, *args, **kwargs)


def run_within(store: MatchStore, act: Callable[[], Any]) -> Any:
    """Run a service with its arguments in this store's transaction.

    A service that does not use stores runs after the pending writes, and must be atomic itself.
    """
    if isinstance(act, partial) and isinstance(act.func, StoreService):
        return act.func.within(store, *act.args, **act.keywords)
    store.forget_rows()
    try:
        return act()
    finally:
        store.forget_rows()
