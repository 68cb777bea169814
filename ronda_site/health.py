"""Endpoints for monitoring: /healthz, /readyz and /metrics.

Probes come from inside the network, by IP address and without TLS. They therefore bypass the host check, redirects,
sessions and the request log. The proxy must not expose /metrics to the public.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from games.live.db_threads import DatabaseThreads
from games.live.probes import PROBES, Probe, answer_probe

PATIENCE_SECONDS = 5.0  # for probes that depend on other servers

SILENT = Probe(503, b"no answer within %d seconds\n" % PATIENCE_SECONDS)


@sync_and_async_middleware
def probe_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return middleware that answers probes and passes on all other requests."""
    if not iscoroutinefunction(get_response):
        return lambda request: _response_to(request, answer_probe(request.path_info)) or get_response(request)
    # A separate thread, because the thread for pages may be stuck.
    on_thread = DatabaseThreads(1, "probes")

    async def answer(request: HttpRequest) -> Any:
        if request.path_info not in PROBES:
            return await get_response(request)
        try:
            ask = on_thread(partial(answer_probe, request.path_info))
            probe = await asyncio.wait_for(ask, PATIENCE_SECONDS)
        except TimeoutError:
            probe = SILENT
        return _response_to(request, probe) or await get_response(request)

    return answer


def _response_to(request: HttpRequest, probe: Probe | None) -> HttpResponse | None:
    if probe is None:
        return None
    if request.method not in {"GET", "HEAD"}:
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    headers = {"Content-Type": probe.content_type, "Cache-Control": "no-store"}
    response = HttpResponse(probe.body, status=probe.status, headers=headers)
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would log every 503
    return response
