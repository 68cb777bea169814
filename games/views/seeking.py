"""Starting a search for an opponent from the home page. The page's script then searches over its socket."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.forms import SeekForm
from games.state.errors import ServiceError
from games.views.common import may_be_rated, reader, reader_or_guest, sign_in_first, sign_up_first


@require_POST
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Sign a visitor in as a guest, and start a seek with the settings from the form."""
    form = SeekForm(request.POST, may_be_rated=False)
    return _seek_as_guest(request, reverse("home", query={"seek": form.terms} if form.is_valid() else None))


@require_POST
def answer_seek(request: HttpRequest) -> HttpResponse:
    """Start a seek with the same settings as another player's, so that the two are paired.

    For a casual seek, a visitor becomes a guest. For a rated seek, visitors must sign in and guests must sign up.
    """
    form = SeekForm(request.POST)
    if not form.is_valid():
        return redirect("home")
    address = reverse("home", query={"seek": form.terms})
    user = reader(request)
    if form.cleaned_data["rated"] and not may_be_rated(user):
        messages.info(request, _("You need an account for rated matches. Guests can only play casual ones."))
        return sign_in_first(address) if user is None else sign_up_first(address)
    return _seek_as_guest(request, address)


def _seek_as_guest(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to an address that starts a seek. If the visitor is signed out, sign them in as a guest first."""
    try:
        reader_or_guest(request)
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("home")
    return redirect(address)
