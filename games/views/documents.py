"""The developer documentation and the example bot."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rendering.documents import EXAMPLE, FOLDER, TITLES, all_documents, read_document


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    """Show a document."""
    if name not in TITLES:
        raise Http404
    return render(request, "games/pages/document.html", {"document": read_document(name), "documents": all_documents()})


@require_safe
def example_bot(request: HttpRequest) -> HttpResponse:
    """Download the example bot."""
    headers = {"Content-Disposition": f'attachment; filename="{EXAMPLE}"'}
    return HttpResponse((FOLDER / EXAMPLE).read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)
