"""Every refusal in one form: ``{"code": …, "message": …}``, with a status that fits."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from accounts.errors import ServiceError
from accounts.tokens import KeptOutError, WrongTokenError
from games.api.parsing import NotJsonError
from games.selectors.keyset import BadCursorError
from games.state.errors import Busy, Forbidden, Illegal, Malformed, NotFound, Stale, Unavailable

STATUSES: dict[type[ServiceError], HTTPStatus] = {
    WrongTokenError: HTTPStatus.UNAUTHORIZED,
    KeptOutError: HTTPStatus.FORBIDDEN,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    Stale: HTTPStatus.CONFLICT,
    Illegal: HTTPStatus.CONFLICT,
    Unavailable: HTTPStatus.CONFLICT,
    Malformed: HTTPStatus.BAD_REQUEST,
    Busy: HTTPStatus.TOO_MANY_REQUESTS,
}
FAULTS = 10  # that are told of one request
DICT_KEY = "[key]"  # pydantic's mark for a key that is itself wrong
# The codes of answers that no service gave.
CODES = {
    HTTPStatus.UNAUTHORIZED: "unauthorized",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.TOO_MANY_REQUESTS: "busy",
    HTTPStatus.SERVICE_UNAVAILABLE: "unreachable",
}


def refusal(status: int, code: str, message: str) -> HttpResponse:
    """A refusal in its form."""
    return JsonResponse({"code": code, "message": message}, status=status, json_dumps_params={"ensure_ascii": False})


def plain_refusal(status: int) -> HttpResponse:
    """The refusal of a request that came to no service; of what broke it says nothing."""
    failed = "failed" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "malformed"
    return refusal(status, CODES.get(HTTPStatus(status), failed), f"{HTTPStatus(status).phrase}.")


def refuse_for(error: ServiceError) -> HttpResponse:
    """The refusal of a service."""
    fits = (status for kind, status in STATUSES.items() if isinstance(error, kind))
    response = refusal(next(fits, HTTPStatus.BAD_REQUEST), error.code, str(error))
    if isinstance(error, WrongTokenError):
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(error, Busy):
        response["Retry-After"] = str(error.wait)
    return response


def add_handlers(api: NinjaAPI) -> None:
    """Have all that operations raise answered in this form; what is nobody's fault goes on to Django."""

    def service(_request: HttpRequest, error: Any) -> HttpResponse:
        return refuse_for(error)

    def missing(_request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(HTTPStatus.NOT_FOUND, "not_found", str(error) or _("Not found."))

    def plain(_request: HttpRequest, error: Any) -> HttpResponse:
        if isinstance(error.__cause__, NotJsonError):
            return refusal(HTTPStatus.BAD_REQUEST, "malformed", str(error.__cause__))
        return plain_refusal(error.status_code)

    def malformed(_request: HttpRequest, error: Any) -> HttpResponse:
        return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "malformed", "; ".join(map(_words, error.errors[:FAULTS])))

    def beyond(_request: HttpRequest, _error: Any) -> HttpResponse:
        return refusal(
            HTTPStatus.NOT_FOUND, "bad_cursor", _("Invalid cursor: pass the next value of the previous page.")
        )

    api.add_exception_handler(ServiceError, service)
    api.add_exception_handler(BadCursorError, beyond)
    api.add_exception_handler(Http404, missing)
    api.add_exception_handler(HttpError, plain)
    api.add_exception_handler(ValidationError, malformed)


def _words(error: dict[str, Any]) -> str:
    """Where the fault is, in the caller's names, and what it is: ``options.target: Input should be …``.

    A place begins with the kind of parameter and, in a body, the name that the operation's code has for it.
    """
    kind, *place = error["loc"]
    names = [str(name) for name in (place[1:] if kind == "body" else place[-1:]) if name != DICT_KEY]
    return f"{'.'.join(names) or kind}: {error['msg']}"
