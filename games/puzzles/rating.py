"""The arithmetic of puzzle ratings: an answer is rated as a match between the player and the puzzle."""

from typing import Any, Final, NamedTuple

from games.puzzles.models import lead_in_margins
from games.ratings.elo import CurrentRating, K, expected_score, k_factor

HARD, MEDIUM, EASY = 1700, 1500, 1300
LEADS: Final = ((1.25, HARD), (1.8, MEDIUM))  # the leads, in margins, that divide new puzzles into thirds


class RatingChanges(NamedTuple):
    """The changes to the ratings of the player and the puzzle, in points."""

    player: int
    puzzle: int


def first_rating(ruleset: str, choices: list[dict[str, Any]]) -> int:
    """Return the rating of a new puzzle. The smaller the lead of the best card, the harder it is to find."""
    lead = lead_in_margins(ruleset, [choice["points"] for choice in choices])
    return next((rating for limit, rating in LEADS if lead < limit), EASY)


def changes_of_answer(player: CurrentRating, puzzle: int, *, solved: bool) -> RatingChanges:
    """Return the rating changes for a player's first answer to a puzzle with the rating ``puzzle``.

    Players have the K factor of the ladders, for which each rated answer is a match.
    """
    surplus = solved - expected_score(player.value, puzzle)
    return RatingChanges(round(k_factor(player.matches, player.value) * surplus), round(-K * surplus))
