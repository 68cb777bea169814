"""How static files are named and served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from accounts.middleware import make_middleware


class ManifestStorage(CompressedManifestStaticFilesStorage):
    """Files named after their content, so that browsers may keep them for ever; compressed once, when collected."""

    # Without this, `import "./x.js"` in a module keeps the bare name, and browsers run an old module with a new one.
    support_js_module_import_aggregation = True


@sync_and_async_middleware
def static_files(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Serve static files by whitenoise, but without a hop to the thread that pages and moves wait for.

    Whitenoise's own middleware is synchronous. Under ASGI each of its streamed files passes that one thread, a deck of
    card pictures at a time. The site's files are small: here they are answered from the event loop, in one piece.
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
        # This stands before the security middleware, which therefore is not asked.
        headers = {**dict(found.headers), "X-Content-Type-Options": "nosniff"}
        return HttpResponse(body, status=int(found.status), headers=headers)

    return make_middleware(before=find)(get_response)
