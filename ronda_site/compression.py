"""Compresses public pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from ronda_site.privacy import is_public


class PublicPagesGZipMiddleware(GZipMiddleware):
    """Compress text that is the same for everyone.

    The size of a compressed page may betray a secret in it if the page also repeats text from its address (BREACH).
    Public pages have no secret but the CSRF tokens of a few forms, which Django masks anew in each response. Pages for
    signed-in readers are left alone unless their view has ``gzip_page``.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the response if it is public, and not a picture."""
        if response.streaming or response.get("Content-Type", "").startswith("image/") or not is_public(request):
            return response
        return super().process_response(request, response)
