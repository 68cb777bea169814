"""The analysis of a finished match: its page, its progress, and the form to request it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.models import Match
from games.selectors.analysis import analysed_steps, analysis_state, steps_so_far
from games.selectors.analysis_report import report_of, worst_so_far
from games.selectors.summary import summarise
from games.services.analysis import request_analysis
from games.state.errors import ServiceError
from games.views.common import ended_or_404, reader, sign_in_first


@require_safe
def analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match's analysis for one player.

    If there is no analysis yet, show its progress or the form to request it.
    """
    match = ended_or_404(code)
    state, steps = analysis_state(match, reader(request)), analysed_steps(match)
    seat = _asked_seat(request, match)
    context = {
        "match": summarise(match),
        "state": state,
        "report": None if steps is None else report_of(match, steps, seat),
        "so_far": worst_so_far(match, steps_so_far(match), seat) if state.is_pending else None,
    }
    return render(request, "games/analysis/analysis.html", context)


def _asked_seat(request: HttpRequest, match: Match) -> int:
    """Return the requested seat or, by default, the reader's seat or the first person's seat."""
    seats = match.seats.all()
    asked = request.GET.get("seat", "")
    if asked in {str(seat.number) for seat in seats}:
        return int(asked)
    user = reader(request)
    people = [seat for seat in seats if not seat.bot]
    own = [seat.number for seat in people if user is not None and seat.user_id == user.pk]
    return [*own, *(seat.number for seat in people), 0][0]


@require_safe
def progress(request: HttpRequest, code: str) -> JsonResponse:
    """Return the status of a match's analysis, the number of steps done, and the total number of steps, as JSON."""
    state = analysis_state(ended_or_404(code), None)
    return JsonResponse({"status": state.status, "done": state.done, "steps": state.steps})


@require_POST
def request_one(request: HttpRequest, code: str) -> HttpResponse:
    """Request the analysis of a match, then show its page."""
    page = reverse("analysis", args=[ended_or_404(code).code])
    user = reader(request)
    if user is None:
        return sign_in_first(page)
    try:
        request_analysis(code=code, user=user)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect(page)
