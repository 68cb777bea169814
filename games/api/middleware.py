"""The API's middleware, which removes cookies, answers CORS preflights and converts error pages.

As middleware, it also covers requests that no operation handles.
"""

from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts.middleware import make_middleware
from games.api.errors import plain_refusal

ROOT = "/api/v1/"
MOST_BYTES = 16_384  # maximum size of a request body in bytes; a typical body has a few hundred
# Other origins may read everything: without cookies, they get only public data, unless they have a token.
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
    "Access-Control-Max-Age": "86400",
}


def _is_for_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(ROOT)


def _let_in(request: HttpRequest) -> HttpResponse | None:
    """Drop the cookies. Answer CORS preflights and requests with an oversized body right away."""
    request.COOKIES = {}
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return HttpResponse(status=204, headers=PREFLIGHT)
    try:
        is_too_long = len(request.body) > MOST_BYTES
    except RequestDataTooBig:
        is_too_long = True
    return plain_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE) if is_too_long else None


def _let_out(_request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Allow every origin to read the response.

    If an error response is a page or plain text, convert it to the API's format.
    """
    if response.status_code >= 400 and not response.get("Content-Type", "").startswith("application/json"):
        kept = {name: response[name] for name in ("Allow", "Retry-After") if response.has_header(name)}
        response = plain_refusal(response.status_code)
        _add(response, kept)
    _add(response, OPEN_TO_ALL)
    return response


def _add(response: HttpResponseBase, headers: dict[str, str]) -> None:
    for name, value in headers.items():
        response[name] = value


api_middleware = make_middleware(before=_let_in, after=_let_out, applies=_is_for_api)
