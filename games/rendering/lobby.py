"""The tables of the lobby as HTML, for the pages that show it."""

from django.template.loader import render_to_string

from games.selectors.lobby import Lobby


def render_lobby(tables: Lobby) -> str:
    """The tables of the lobby as HTML for many readers: their pages leave out the reader's own.

    Forms in it come without the token that the reader's page has.
    """
    html = render_to_string("games/lobby/_lobby.html", {"lobby": tables})
    return " ".join(html.split())  # half of it is indentation
