"""A factory for middleware that works with both sync and async views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

Before = Callable[[HttpRequest], HttpResponseBase | None]
After = Callable[[HttpRequest, HttpResponseBase], HttpResponseBase]
Middleware = Callable[[Callable[[HttpRequest], Any]], Callable[[HttpRequest], Any]]


def make_middleware(
    *,
    before: Before | None = None,
    after: After | None = None,
    applies: Callable[[HttpRequest], bool] | None = None,
    blocks: bool = False,
) -> Middleware:
    """Return a middleware that calls ``before`` with the request and ``after`` with the request and its response.

    If ``before`` returns a response, the view is not called. Neither function is called for requests for which
    ``applies`` returns False. If ``blocks`` is true, ``before`` may query the database: under ASGI, it then runs on the
    thread for synchronous code, while everything else runs on the event loop.
    """

    @sync_and_async_middleware
    def middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
        def begin(request: HttpRequest) -> HttpResponseBase | None:
            return before(request) if before else None

        def finish(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
            return after(request, response) if after else response

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            if applies and not applies(request):
                return await get_response(request)  # type: ignore[no-any-return]
            early = await sync_to_async(begin)(request) if blocks else begin(request)
            return finish(request, early or await get_response(request))

        def answer(request: HttpRequest) -> HttpResponseBase:
            if applies and not applies(request):
                return get_response(request)  # type: ignore[no-any-return]
            return finish(request, begin(request) or get_response(request))

        return answer_async if iscoroutinefunction(get_response) else answer

    return middleware
