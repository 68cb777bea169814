"""Comments under a match: writing one, and reporting who wrote one."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import ReportReason
from games.services.comments import write_comment
from games.services.reports import report_player
from games.state.errors import ServiceError
from games.views.common import ended_or_404, reader, sign_in_first


@require_POST
def comment(request: HttpRequest, code: str) -> HttpResponse:
    """Write a comment; it stands below the others then."""
    ended_or_404(code)
    page = reverse("result", args=[code])
    user = reader(request)
    if user is None:
        return sign_in_first(page)
    text = request.POST.get("text", "")
    return _done(request, f"{page}#comments", lambda: write_comment(code=code, user=user, text=text))


@require_http_methods(["GET", "HEAD", "POST"])
def report_comment(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Say what is wrong with what somebody wrote under a match."""
    match = ended_or_404(code)
    user = reader(request)
    if user is None:
        return sign_in_first(request.path)
    if request.method != "POST":
        context = {"match": match, "name": name, "reasons": ReportReason.choices}
        return render(request, "games/report_comment.html", context)
    said = {field: request.POST.get(field, "") for field in ("reason", "words")}

    def act() -> None:
        report_player(code=code, by=user, whom=name, **said)
        messages.success(request, _("Thank you. A moderator will look at it."))

    return _done(request, reverse("result", args=[code]), act)


def _done(request: HttpRequest, page: str, act: Callable[[], object]) -> HttpResponse:
    """Do it and go to the page; a refusal is told there."""
    try:
        act()
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect(page)
