"""Error responses, all of the form ``{"code": …, "message": …}``, with a matching HTTP status."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from accounts.errors import ServiceError
from accounts.tokens import LockedOutError, WrongTokenError
from games.api.parsing import NotJsonError
from games.selectors.keyset import BadCursorError
from games.state.errors import Busy, Forbidden, Illegal, Malformed, NotFound, Stale, Unavailable

STATUSES: dict[type[ServiceError], HTTPStatus] = {
    WrongTokenError: HTTPStatus.UNAUTHORIZED,
    LockedOutError: HTTPStatus.FORBIDDEN,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    Stale: HTTPStatus.CONFLICT,
    Illegal: HTTPStatus.CONFLICT,
    Unavailable: HTTPStatus.CONFLICT,
    Malformed: HTTPStatus.BAD_REQUEST,
    Busy: HTTPStatus.TOO_MANY_REQUESTS,
}
FAULTS = 10  # the maximum number of validation errors reported for one request
DICT_KEY = "[key]"  # pydantic's name for a key that is itself invalid
# The error codes of responses that do not come from a service.
CODES = {
    HTTPStatus.UNAUTHORIZED: "unauthorized",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.TOO_MANY_REQUESTS: "busy",
    HTTPStatus.SERVICE_UNAVAILABLE: "unreachable",
}


def refusal(status: int, code: str, message: str) -> HttpResponse:
    """Return an error response."""
    return JsonResponse({"code": code, "message": message}, status=status, json_dumps_params={"ensure_ascii": False})


def plain_refusal(status: int) -> HttpResponse:
    """Return an error response without details, for requests that did not reach a service."""
    failed = "failed" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "malformed"
    return refusal(status, CODES.get(HTTPStatus(status), failed), f"{HTTPStatus(status).phrase}.")


def refuse_for(error: ServiceError) -> HttpResponse:
    """Return the response for a service's error."""
    fits = (status for kind, status in STATUSES.items() if isinstance(error, kind))
    response = refusal(next(fits, HTTPStatus.BAD_REQUEST), error.code, str(error))
    if isinstance(error, WrongTokenError):
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(error, Busy):
        response["Retry-After"] = str(error.wait)
    return response


def add_handlers(api: NinjaAPI) -> None:
    """Register handlers for the errors that operations are expected to raise. Django handles all other exceptions."""
    api.add_exception_handler(ServiceError, _refuse_service)
    api.add_exception_handler(BadCursorError, _refuse_cursor)
    api.add_exception_handler(Http404, _refuse_missing)
    api.add_exception_handler(HttpError, _refuse_plainly)
    api.add_exception_handler(ValidationError, _refuse_malformed)


def _refuse_service(_request: HttpRequest, error: Any) -> HttpResponse:
    return refuse_for(error)


def _refuse_cursor(_request: HttpRequest, _error: Any) -> HttpResponse:
    message = _("Invalid cursor: pass the “next” value from the previous page.")
    return refusal(HTTPStatus.NOT_FOUND, "bad_cursor", message)


def _refuse_missing(_request: HttpRequest, error: Any) -> HttpResponse:
    return refusal(HTTPStatus.NOT_FOUND, "not_found", str(error) or _("Not found."))


def _refuse_plainly(_request: HttpRequest, error: Any) -> HttpResponse:
    if isinstance(error.__cause__, NotJsonError):
        return refusal(HTTPStatus.BAD_REQUEST, "malformed", str(error.__cause__))
    return plain_refusal(error.status_code)


def _refuse_malformed(_request: HttpRequest, error: Any) -> HttpResponse:
    return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", "; ".join(map(_describe, error.errors[:FAULTS])))


def _describe(error: dict[str, Any]) -> str:
    """Describe a validation error using the caller's names, such as ``options.target: Input should be …``.

    Pydantic's ``loc`` begins with the kind of parameter. For a body, the name of the function's parameter follows.
    """
    kind, *place = error["loc"]
    names = [str(name) for name in (place[1:] if kind == "body" else place[-1:]) if name != DICT_KEY]
    return f"{'.'.join(names) or kind}: {error['msg']}"
