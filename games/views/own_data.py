"""Exporting one's own data and closing one's own account."""

from collections.abc import AsyncIterator, Iterator
from functools import partial

from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.bots import bots_of
from accounts.models import User
from accounts.requests import signed_in_user
from games.selectors.export import write_archive
from games.services.account_closing import close_account
from games.services.downloads import wait_for_archive
from games.state.errors import ServiceError


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Explain what closing the account means, and close it after confirmation."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return redirect("settings")
    if request.method == "POST" and "understood" in request.POST:
        try:
            close_account(user=user)
        except ServiceError as error:
            messages.error(request, str(error))
            return redirect("settings")
        logout(request)
        return render(request, "games/account/account_closed.html")
    return render(request, "games/account/close_account.html")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_bot(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the account of one of the user's bots, after confirmation."""
    bot = get_object_or_404(bots_of(signed_in_user(request)), pk=pk)
    if request.method != "POST":
        return render(request, "games/account/close_bot.html", {"bot": bot})
    name = bot.username
    try:
        close_account(user=bot)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("%(name)s is closed.") % {"name": name})
    return redirect("tokens")


@require_POST
async def export(request: HttpRequest) -> HttpResponseBase:
    """Download all of the user's data as a zip archive, at most once a minute because it is expensive."""
    user = await request.auser()
    if not isinstance(user, User):
        return redirect("settings")
    if await sync_to_async(wait_for_archive)(user):
        await sync_to_async(messages.error)(
            request, _("You can download one archive per minute. Please wait a moment.")
        )
        return redirect("settings")
    response = StreamingHttpResponse(_stream(write_archive(user)), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="ronda.zip"'
    return response


async def _stream(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces. Each is produced on another thread, so that it does not block the event loop."""
    take = sync_to_async(partial(next, pieces, None))
    while (piece := await take()) is not None:
        yield piece
