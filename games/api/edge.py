"""What comes to the API and leaves it: no cookies in, one form of refusal out, and open to pages of other sites.

It is a middleware, since what it is about is answered before and beside all operations, too.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from games.api.errors import plain_refusal

ROOT = "/api/v1/"
MOST_BYTES = 16_384  # of a body: the largest that makes sense has some hundreds
# Without cookies another site's page gets nothing that anybody could not ask for; a token it has to be given.
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
}


@sync_and_async_middleware
def edge_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Keep cookies from the API, and give its answers their form. All other pages pass."""
    if iscoroutinefunction(get_response):

        async def awaited(request: HttpRequest) -> Any:
            if not request.path_info.startswith(ROOT):
                return await get_response(request)
            return _let_out(_answer(request) or await get_response(_without_cookies(request)))

        return awaited

    def called(request: HttpRequest) -> Any:
        if not request.path_info.startswith(ROOT):
            return get_response(request)
        return _let_out(_answer(request) or get_response(_without_cookies(request)))

    return called


def _without_cookies(request: HttpRequest) -> HttpRequest:
    request.COOKIES = {}
    return request


def _answer(request: HttpRequest) -> HttpResponse | None:
    """What is answered without an operation: a browser's question for a page of another site, and what is too long."""
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return HttpResponse(status=204, headers=PREFLIGHT)
    try:
        is_too_long = len(request.body) > MOST_BYTES
    except RequestDataTooBig:
        is_too_long = True
    return plain_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE) if is_too_long else None


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
