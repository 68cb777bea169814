"""The lobby's tables as HTML."""

from django.template.loader import render_to_string

from games.selectors.lobby import Lobby


def render_lobby(tables: Lobby) -> str:
    """Render the lobby's tables as HTML that many readers can share.

    Each page hides the reader's own tables and adds its CSRF token to the forms.
    """
    html = render_to_string("games/lobby/_lobby.html", {"lobby": tables})
    return " ".join(html.split())  # half of the HTML is indentation
