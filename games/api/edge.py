"""What comes to the API and leaves it: no cookies in, one form of refusal out, and open to pages of other sites.

It is a middleware, since what it is about is answered before and beside all operations, too.
"""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from games.api.errors import plain_refusal

ROOT = "/api/v1/"
# Without cookies another site's page gets nothing that anybody could not ask for; a token it has to be given.
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "86400",
}


@sync_and_async_middleware
def edge_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Keep cookies from the API, and give its answers their form. All other pages pass."""
    if iscoroutinefunction(get_response):

        async def awaited(request: HttpRequest) -> Any:
            if not request.path_info.startswith(ROOT):
                return await get_response(request)
            return _let_out(_answer_preflight(request) or await get_response(_without_cookies(request)))

        return awaited

    def called(request: HttpRequest) -> Any:
        if not request.path_info.startswith(ROOT):
            return get_response(request)
        return _let_out(_answer_preflight(request) or get_response(_without_cookies(request)))

    return called


def _without_cookies(request: HttpRequest) -> HttpRequest:
    request.COOKIES = {}
    return request


def _answer_preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks whether a page of another site may ask."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    return HttpResponse(status=204, headers=PREFLIGHT)


def _let_out(response: HttpResponseBase) -> HttpResponseBase:
    """The answer, open to all; a refusal that is a page or mere words becomes one in the API's form."""
    if response.status_code >= 400 and not response.get("Content-Type", "").startswith("application/json"):
        kept = {name: response[name] for name in ("Allow", "Retry-After") if response.has_header(name)}
        response = plain_refusal(response.status_code)
        _add(response, kept)
    _add(response, OPEN_TO_ALL)
    return response


def _add(response: HttpResponseBase, headers: dict[str, str]) -> None:
    for name, value in headers.items():
        response[name] = value
