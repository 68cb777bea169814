"""Reporting somebody: from a table, or for a comment under a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.moderation.models import ReportReason
from games.moderation.services import report_player
from games.state.errors import Busy, Forbidden, NotFound, ServiceError
from games.views.common import ended_or_404, reader, sign_in_first

STATUS: dict[type[ServiceError], int] = {Forbidden: 403, NotFound: 404, Busy: 429}


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report somebody at this table. The answer is a sentence to be told."""
    user = reader(request)
    if user is None:
        return JsonResponse({"message": _("Sign in first.")}, status=403)
    sent = {name: request.POST.get(name, "") for name in ("whom", "reason", "words")}
    try:
        report_player(code=code, by=user, **sent)
    except ServiceError as error:
        return JsonResponse({"message": str(error)}, status=STATUS.get(type(error), 400))
    return JsonResponse({"message": _("Thank you. A moderator will review your report.")})


@require_http_methods(["GET", "HEAD", "POST"])
def report_comment(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Say what is wrong with what somebody wrote under a match."""
    match = ended_or_404(code)
    user = reader(request)
    if user is None:
        return sign_in_first(request.path)
    if request.method != "POST":
        context = {"match": match, "name": name, "reasons": ReportReason.choices}
        return render(request, "games/moderation/report_comment.html", context)
    said = {field: request.POST.get(field, "") for field in ("reason", "words")}
    try:
        report_player(code=code, by=user, whom=name, **said)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Thank you. A moderator will review your report."))
    return redirect("result", code=code)
