"""What the talk at a table needs beside its socket."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.selectors import blocks_of
from games.selectors.talk import PHRASES
from games.services.reports import report_player
from games.state.errors import Busy, Forbidden, NotFound, ServiceError
from games.views.common import reader

STATUS: dict[type[ServiceError], int] = {Forbidden: 403, NotFound: 404, Busy: 429}
SOMEBODY = "_"  # stands in an address for the name that a script puts there


def talk_data(user: User | None, code: str) -> dict[str, Any]:
    """What the script of the talk needs to know; the reasons for a report are in the page."""
    return {
        "phrases": [[key, str(text)] for key, text in PHRASES.items()],
        "kept_away": {block.whom.username: block.kind for block in blocks_of(user)} if user else {},
        "urls": {
            "keep_away": reverse("keep_away"),
            "report": reverse("report", args=[code]),
            "player": reverse("player", args=[SOMEBODY]),
        },
    }


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
    return JsonResponse({"message": _("Thank you. A moderator will look at it.")})
