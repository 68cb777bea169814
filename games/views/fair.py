"""The page about fair deals, which can verify a match record in the browser."""

from functools import cache

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.rendering.documents import render_document
from games.views.common import asked_for, ended_or_404


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Show the page. With ``?match=CODE``, the page verifies that match's record immediately."""
    code = asked_for(request, "match")
    try:
        match = ended_or_404(code) if code else None
    except Http404:
        match = None
        messages.info(request, _("This match doesn’t exist or isn’t over yet, so its packs can’t be checked."))
    return render(
        request,
        "games/pages/fair.html",
        {"match": match, "procedure": _section("The procedure"), "trust": _section("What is left to trust")},
    )


@cache
def _section(title: str) -> SafeString:
    """Return a section of docs/fair-deals.md as HTML."""
    source = (settings.BASE_DIR / "docs" / "fair-deals.md").read_text(encoding="utf-8")
    text = source.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return render_document(text)
