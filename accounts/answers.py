"""Responses to the settings forms, which scripts can also submit."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse


def answer_saved(
    request: HttpRequest, message: str, *, part: str = "", back: str = "", status: int = 200
) -> HttpResponse:
    """Redirect to a section of the settings page, or to the path ``back``, with a success or error message.

    The section shows the message, because the top of the page is out of view. Scripts get the message as JSON.
    """
    if request.accepts("text/html"):
        level = messages.SUCCESS if status == 200 else messages.ERROR
        messages.add_message(request, level, message, extra_tags=part)
        return redirect(back or reverse("settings") + (f"#{part}" if part else ""))
    return JsonResponse({"message": message}, status=status)
