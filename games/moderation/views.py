"""Reporting a player, either at a table or from another page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.selectors import users_named
from games.models import Match
from games.moderation.models import ReportReason
from games.moderation.reportable import match_choices
from games.moderation.services import report_player
from games.state.errors import Busy, Forbidden, NotFound, ServiceError
from games.views.common import reader, sign_in_first, table_or_404

STATUS: dict[type[ServiceError], int] = {Forbidden: 403, NotFound: 404, Busy: 429}

THANKS = gettext_lazy("Thank you. A moderator will review your report. You’ll find the verdict in your notifications.")


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
    """Report a player in this match or in another one that both players share, or the author of a comment on it."""
    user = reader(request)
    if user is None:
        return sign_in_first(request.get_full_path())
    match = _match_or_404(code, user)
    whom = users_named(name).first()
    back = _return_url(request, match, whom)
    if request.method != "POST":
        choices = match_choices(match, user, whom)
        context = {"match": match, "choices": choices, "name": name, "reasons": ReportReason.choices, "back": back}
        return render(request, "games/moderation/report_form.html", context)
    try:
        chosen = request.POST.get("match", code).replace("\x00", "")  # which PostgreSQL rejects
        report_player(code=chosen, by=user, whom=name, **_sent(request, "reason", "words"))
        messages.success(request, THANKS)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect(back)


def _return_url(request: HttpRequest, match: Match, whom: User | None) -> str:
    """Return the URL of the page with the link to the form: the profile of ``whom``, or the page of the match."""
    if whom is not None and request.GET.get("page") == "player":
        return resolve_url("player", name=whom.username)
    return resolve_url("result" if match.finished else "table", code=match.code)


def _match_or_404(code: str, user: User) -> Match:
    """Return the match with this code, or raise Http404. Its result is open to all, but its table may not be."""
    match = get_object_or_404(Match, code=code)
    return match if match.finished else table_or_404(code, user)


def _sent(request: HttpRequest, *fields: str) -> dict[str, str]:
    return {field: request.POST.get(field, "") for field in fields}
