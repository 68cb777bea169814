"""Reporting a player, either at a table or after a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.moderation.models import ReportReason
from games.moderation.services import report_player
from games.state.errors import Busy, Forbidden, NotFound, ServiceError
from games.views.common import ended_or_404, reader, sign_in_first

STATUS: dict[type[ServiceError], int] = {Forbidden: 403, NotFound: 404, Busy: 429}

THANKS = gettext_lazy("Thank you. A moderator will review your report.")


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a player at this table. The response is a message for the page to show."""
    user = reader(request)
    if user is None:
        return JsonResponse({"message": _("Sign in first.")}, status=403)
    try:
        report_player(code=code, by=user, **_sent(request, "whom", "reason", "words"))
    except ServiceError as error:
        return JsonResponse({"message": str(error)}, status=STATUS.get(type(error), 400))
    return JsonResponse({"message": THANKS})


@require_http_methods(["GET", "HEAD", "POST"])
def report_form(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Report a player in a match that has ended, or the author of a comment on it."""
    match = ended_or_404(code)
    user = reader(request)
    if user is None:
        return sign_in_first(request.path)
    if request.method != "POST":
        context = {"match": match, "name": name, "reasons": ReportReason.choices}
        return render(request, "games/moderation/report_form.html", context)
    try:
        report_player(code=code, by=user, whom=name, **_sent(request, "reason", "words"))
        messages.success(request, THANKS)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("result", code=code)


def _sent(request: HttpRequest, *fields: str) -> dict[str, str]:
    return {field: request.POST.get(field, "") for field in fields}
