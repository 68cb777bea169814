"""The inbox: invitations, turns, messages of the moderators, and the reader's reports."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.selectors import current_sanctions
from games.moderation.services import note_decisions_read
from games.selectors.inbox import own_invitations, own_reports, own_turns
from games.services.invitations import decline_all_invitations, decline_invitation
from games.state.errors import NotFound
from games.views.common import reader, sign_in_first


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the inbox, whose ``rows`` are in the order in which they are shown.

    ``has_news``: whether there is a decision of the moderators that the player has not read. ``is_kept``: whether the
    page says so if there are no rows.
    """

    name: str
    rows: list[Any]
    has_news: bool = False
    is_kept: bool = False

    @property
    def template(self) -> str:
        """Return the name of the section's template."""
        return f"games/inbox/_{self.name}.html"


@require_safe
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """Show the inbox."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    reports = own_reports(user)
    sections = [
        Section("invitations", own_invitations(user), is_kept=True),
        Section("turns", own_turns(user), is_kept=True),
        Section("sanctions", current_sanctions(user), has_news=user.has_unread_message),
        Section("reports", reports, has_news=any(report.handled and not report.read for report in reports)),
    ]
    context: dict[str, Any] = {section.name: section.rows for section in sections}
    note_decisions_read(user=user)
    sections.sort(key=lambda section: (not section.has_news, not section.rows))
    context["sections"] = [section for section in sections if section.rows or section.is_kept]
    return render(request, "games/pages/notices.html", context)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Decline an invitation."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    try:
        decline_invitation(code=code, user=user)
    except NotFound as error:
        raise Http404(str(error)) from error
    return redirect("notices")


@require_POST
def decline_all(request: HttpRequest) -> HttpResponse:
    """Decline all invitations."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    decline_all_invitations(user=user)
    return redirect("notices")
