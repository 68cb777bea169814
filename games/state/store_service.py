"""Services that work on a ``MatchStore``, alone or several in one."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from games.state.store import MatchStore, open_store

P = ParamSpec("P")
T = TypeVar("T")


class StoreService(Generic[P, T]):
    """A service whose first parameter is a ``MatchStore``: called without one, it is a transaction by itself."""

    def __init__(self, service: Callable[Concatenate[MatchStore, P], T]) -> None:
        self._service = service
        update_wrapper(self, service)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry the service out in a transaction of its own."""
        with open_store() as store:
            return self._service(store, *args, **kwargs)

    def within(self, store: MatchStore, *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry the service out in the transaction of this store. A ServiceError has then written nothing."""
        return self._service(store, *args, **kwargs)


def run_within(store: MatchStore, act: Callable[[], Any]) -> Any:
    """Carry out a service with its arguments in the transaction of this store.

    One that knows nothing of stores finds everything written that was put off, and must be atomic by itself.
    """
    if isinstance(act, partial) and isinstance(act.func, StoreService):
        return act.func.within(store, *act.args, **act.keywords)
    store.forget_rows()
    try:
        return act()
    finally:
        store.forget_rows()
