"""Reporting a player, either at a table or from another page."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.selectors import users_named
from games.comments.models import Comment
from games.models import Match
from games.moderation.forms import sent_id
from games.moderation.models import Report, ReportReason
from games.moderation.reportable import match_choices, own_open_report
from games.moderation.services import report_player
from games.state.errors import Busy, Forbidden, NotFound, ServiceError
from games.views.common import reader, sign_in_first, table_or_404

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

STATUS: dict[type[ServiceError], int] = {Forbidden: 403, NotFound: 404, Busy: 429}

FORM = "games/moderation/report_form.html"
NOT_ABOUT_A_MATCH = frozenset({ReportReason.NAME})
THANKS = gettext_lazy("Thank you. A moderator will review your report. You’ll find the verdict in your notifications.")
THANKS_AGAIN = gettext_lazy(
    "Thank you. A moderator will review this together with your earlier report. You’ll find the verdicts in your "
    "notifications."
)


@require_POST
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a player at this table, or one chat line of theirs. The response is a message for the page to show."""
    user = reader(request)
    if user is None:
        return JsonResponse({"message": _("Sign in first.")}, status=403)
    try:
        line_id = sent_id(request.POST, "line") if "line" in request.POST else None
        sent = report_player(code=code, by=user, **_sent(request, "whom", "reason", "words"), line_id=line_id)
    except ServiceError as error:
        return JsonResponse({"message": str(error)}, status=STATUS.get(type(error), 400))
    return JsonResponse({"message": _thanks(sent)})


@require_http_methods(["GET", "HEAD", "POST"])
def report_form(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Report a player in this match or in another one that both players share, or the author of a comment on it."""
    user = reader(request)
    if user is None:
        return sign_in_first(request.get_full_path())
    match = _match_or_404(code, user)
    whom = users_named(name).first()
    back = _return_url(request, match, whom)
    comment_id = sent_id(request.GET, "comment") if "comment" in request.GET else None
    comment = Comment.objects.filter(pk=comment_id or 0, match=match, user=whom, hidden=None).first()
    choices = match_choices(match, user, None if comment else whom)
    # The link on a profile leads to the latest match, which nobody has chosen unless the player wrote there.
    is_guess = _is_from_profile(request) and len(choices) > 1 and not any(choice.wrote for choice in choices)
    chosen = request.POST.get("match", "" if is_guess else code).replace("\x00", "")  # which PostgreSQL rejects
    reasons = ReportReason.choices
    context = {"match": match, "choices": choices, "chosen": chosen, "name": name, "reasons": reasons, "back": back}
    context["comment"] = comment
    if request.method == "POST":
        if is_guess and not chosen and request.POST.get("reason") not in NOT_ABOUT_A_MATCH:
            context["error"] = _("Choose the match that your report is about.")
            return render(request, FORM, context, status=400)
        try:
            texts = _sent(request, "reason", "words")
            sent = report_player(code=chosen or code, by=user, whom=name, **texts, comment_id=comment_id)
        except ServiceError as error:
            context["error"] = str(error)
            return render(request, FORM, context, status=STATUS.get(type(error), 400))
        messages.success(request, _thanks(sent))
        return redirect(back)
    context["earlier"] = own_open_report(user, whom) if whom is not None else None
    return render(request, FORM, context)


def _thanks(sent: Report) -> "StrOrPromise":
    earlier = Report.objects.filter(by=sent.by, whom=sent.whom, handled=None).exclude(pk=sent.pk)
    return THANKS_AGAIN if earlier.exists() else THANKS


def _is_from_profile(request: HttpRequest) -> bool:
    return request.GET.get("page") == "player"


def _return_url(request: HttpRequest, match: Match, whom: User | None) -> str:
    """Return the URL of the page with the link to the form: the profile of ``whom``, or the page of the match."""
    if whom is not None and _is_from_profile(request):
        return resolve_url("player", name=whom.username)
    return resolve_url("result" if match.finished else "table", code=match.code)


def _match_or_404(code: str, user: User) -> Match:
    """Return the match with this code, or raise Http404. Its result is open to all, but its table may not be."""
    match = get_object_or_404(Match, code=code)
    return match if match.finished else table_or_404(code, user)


def _sent(request: HttpRequest, *fields: str) -> dict[str, Any]:
    return {field: request.POST.get(field, "") for field in fields}
