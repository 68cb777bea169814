"""Downloads of many match records as one JSON Lines file."""

from collections.abc import Callable, Iterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import aget_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import users_named
from games.selectors import records
from games.selectors.history import HistoryFilter
from games.services.downloads import wait_for_records
from games.views.filter_forms import PlayerFilter, SiteFilter


@require_safe
async def player_records(request: HttpRequest, name: str) -> HttpResponseBase:
    """Download the records of a player's matches that pass the filter."""
    player = await aget_object_or_404(users_named(name))
    user = await _reader(request)

    def make(wanted: HistoryFilter) -> Iterator[str]:
        return records.player_records(player, wanted, reader=user)

    return await _send(user, PlayerFilter(request.GET), make, f"ronda-{player.username}.jsonl")


@require_safe
async def site_records(request: HttpRequest) -> HttpResponseBase:
    """Download the records of the site's public matches that pass the filter."""
    return await _send(await _reader(request), SiteFilter(request.GET), records.site_records, "ronda.jsonl")


async def _reader(request: HttpRequest) -> User | None:
    user = await request.auser()
    return user if isinstance(user, User) else None


async def _send(
    user: User | None, form: SiteFilter, make: Callable[[HistoryFilter], Iterator[str]], name: str
) -> HttpResponseBase:
    """Return the records as a file to download.

    Downloads are only for signed-in users, and are rate limited because they are expensive.
    """
    if user is None:
        return HttpResponse(_("Sign in first."), status=403, content_type="text/plain; charset=utf-8")
    if await sync_to_async(wait_for_records)(user):
        words = _("You’ve just downloaded records. Please wait 30 seconds.")
        return HttpResponse(words, status=429, content_type="text/plain; charset=utf-8")
    lines = await sync_to_async(lambda: make(form.wanted))()
    response = StreamingHttpResponse(records.stream_lines(lines), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
