"""The installed app: its manifest, its service worker, and the page that it shows when there is no connection."""

import json
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# The files that the offline page uses, besides the font for its headings.
SHELL = (
    "favicon.svg",
    "bots/sota.svg",
    "fonts/inter-latin.woff2",
    "css/bundles/site.css",
    "css/site/error.css",
)
ICONS = (
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
    ("favicon.svg", "any", "image/svg+xml", "any"),
)


@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the web app manifest.

    Browsers request it without cookies, so the URL has to contain the language. The app is the same in all languages.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        content = {
            "id": "/",
            "lang": language,
            "dir": "rtl" if get_language_bidi() else "ltr",
            "name": _("Ronda"),
            "short_name": _("Ronda"),
            "description": _("Ronda, the Moroccan card game of captures, caidas and calls, played live with friends."),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f6f0e4",
            "theme_color": "#0d6152",
            "categories": ["games"],
            "icons": [
                {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
                for path, sizes, kind, purpose in ICONS
            ],
        }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It must be at the site's root, because it only controls pages below its own URL."""
    page = reverse("offline", args=[get_language()])
    headings = "noto-sans-arabic" if get_language() == "ar" else "alegreya-latin"
    shell = [page, *map(static, SHELL), static(f"fonts/{headings}.woff2")]
    version = sha256(" ".join(shell).encode()).hexdigest()[:12]  # static files have hashed names
    data = {"offline": page, "shell": shell, "cache": f"shell-{version}"}
    data |= {"icon": static("icons/icon-192.png"), "push": reverse("push")}
    return render(request, "service_worker.js", {"data_json": json.dumps(data)}, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Show the page for a lost connection. It is the same for everyone, because it is kept on the device.

    The service worker requests it without cookies, so the URL has to contain the language.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return render(request, "offline.html")
