"""The avatars, flags and titles that pages show beside players' names."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games.selectors.faces import faces_of

MOST_NAMES = 16
FOR_A_WHILE = "public, max-age=300"


@require_safe
def faces(request: HttpRequest) -> JsonResponse:
    """Return, as JSON, the faces of the players named in the query string, such as ``?name=amina&name=badr``.

    At most ``MOST_NAMES`` names are used.
    """
    names = [name for name in request.GET.getlist("name")[:MOST_NAMES] if "\x00" not in name]
    return JsonResponse(faces_of(names), headers={"Cache-Control": FOR_A_WHILE})
