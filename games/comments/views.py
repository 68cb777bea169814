"""Writing a comment under a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.comments.services import write_comment
from games.state.errors import ServiceError
from games.views.common import ended_or_404, reader, sign_in_first


@require_POST
def comment(request: HttpRequest, code: str) -> HttpResponse:
    """Write a comment and return to the result page."""
    ended_or_404(code)
    page = reverse("result", args=[code])
    user = reader(request)
    if user is None:
        return sign_in_first(page)
    text = request.POST.get("text", "")
    try:
        write_comment(code=code, user=user, text=text)
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect(f"{page}#comments")
