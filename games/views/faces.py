"""Players' pictures, and what else pages show beside their names."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.avatars import AvatarColour, AvatarPattern
from games.rendering.avatar_art import draw_avatar
from games.selectors.faces import faces_of

MOST_NAMES = 16
FOR_GOOD, FOR_A_WHILE = "public, max-age=31536000, immutable", "public, max-age=300"


@require_safe
def avatar(_request: HttpRequest, name: str) -> HttpResponse:
    """Show an avatar, such as ``star-green``."""
    pattern, _hyphen, colour = name.partition("-")
    try:
        drawing = draw_avatar(AvatarPattern(pattern), AvatarColour(colour))
    except ValueError:
        raise Http404 from None
    return HttpResponse(drawing, content_type="image/svg+xml", headers={"Cache-Control": FOR_GOOD})


@require_safe
def faces(request: HttpRequest) -> HttpResponse:
    """Return the faces of the players in the query: ``?name=amina&name=badr``, at most ``MOST_NAMES``."""
    names = [name for name in request.GET.getlist("name")[:MOST_NAMES] if "\x00" not in name]
    return JsonResponse(faces_of(names), headers={"Cache-Control": FOR_A_WHILE})
