"""By how many players, and in which sides, a game is played."""

from games.rules.game import Game


def size_class(game: Game) -> str:
    """What matches are rated together by, beside the ruleset: ``2``, ``3``, ``4p`` (four as partners)."""
    return f"{game.players}{'p' if game.side_count < game.players else ''}"
