"""What waits for a reader: invitations, and matches where it is their turn."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.selectors.waiting import own_invitations, own_turns
from games.services.inviting import decline_invitation
from games.state.errors import NotFound
from games.views.common import reader, sign_in_first


@require_safe
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """The list of it."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    context = {"invitations": own_invitations(user), "turns": own_turns(user)}
    return render(request, "games/pages/notices.html", context)


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Not come to a table to which one is asked."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("notices"))
    try:
        decline_invitation(code=code, user=user)
    except NotFound as error:
        raise Http404(str(error)) from error
    return redirect("notices")
