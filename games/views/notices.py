"""The inbox: invitations, turns, messages of the moderators, and the reader's reports."""

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


@require_safe
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """Show the inbox."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    context = {
        "invitations": own_invitations(user),
        "turns": own_turns(user),
        "sanctions": current_sanctions(user),
        "reports": own_reports(user),
    }
    note_decisions_read(user=user)
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
