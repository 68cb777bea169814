"""The installed app: its service worker, and the page that it shows without a connection."""

import json
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

STYLES = ("base", "frame", "controls", "content")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It must be at the root of the site, since it only controls pages below its address."""
    page = reverse("offline", args=[get_language()])
    shell = [page, static("favicon.svg"), *(static(f"css/site/{name}.css") for name in STYLES)]
    version = sha256(" ".join(shell).encode()).hexdigest()[:12]  # static files have hashed names
    data = {"offline": page, "shell": shell, "cache": f"shell-{version}"}
    return render(request, "service_worker.js", {"data_json": json.dumps(data)}, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Show the page for a lost connection. It is the same for everyone, since it is kept on the device.

    The service worker requests it without cookies, so the address has to name the language.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return render(request, "offline.html")
