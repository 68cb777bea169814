"""Naming and serving static files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from accounts.middleware import make_middleware


class ManifestStorage(CompressedManifestStaticFilesStorage):
    """Put a content hash into file names, so that browsers can cache files forever. Compress collected files."""

    # Without this, `import "./x.js"` keeps the name without a hash, and browsers mix old and new modules.
    support_js_module_import_aggregation = True


@sync_and_async_middleware
def static_files(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Return middleware that serves static files with whitenoise, but not on the thread that pages and moves need.

    Whitenoise's own middleware is synchronous: under ASGI, every file it streams goes through that one thread, and a
    deck of card pictures consists of many files. The site's files are small, so the event loop sends each in one piece.
    """
    whitenoise = WhiteNoiseMiddleware(get_response)

    def find(request: HttpRequest) -> HttpResponse | None:
        path = request.path_info
        file = whitenoise.find_file(path) if whitenoise.autorefresh else whitenoise.files.get(path)
        if file is None:
            return None
        found = file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        # The security middleware, which would add this header, comes later.
        headers = {**dict(found.headers), "X-Content-Type-Options": "nosniff"}
        return HttpResponse(body, status=int(found.status), headers=headers)

    return make_middleware(before=find)(get_response)
