"""The coach at a table: for whom there is one, and what the page's script needs for it."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.tutorial.coaching import Coaching, coaching_of

FIRST_MATCHES = 3  # after so many finished matches, a player is no longer coached by default


def coaching_for(match: Match, user: User | None) -> dict[str, Any] | None:
    """Return the coaching that a player of this match may switch on; None for rated matches and for spectators.

    ``novice`` says whether the player has finished few matches. The match was read ``with_seats``.
    """
    if match.rated or user is None or user.pk not in {seat.user_id for seat in match.seats.all()}:
        return None
    return {**coaching_data(find_ruleset(match.ruleset)(match.options)), "novice": _is_novice(user)}


def coaching_data(game: Game) -> dict[str, Any]:
    """Return the coaching of a game, translated."""
    coaching = coaching_of(game)
    return {
        "captures": asdict(coaching.captures) if coaching.captures else None,
        "trick_ranks": list(coaching.trick_ranks),
        "calls": {sets: list(calls) for sets, calls in coaching.calls.items()},
        "worth": dict(coaching.worth),
        "hints": {relation: _(text) for relation, text in coaching.hints.items()},
        **{
            name: {key: _(text).format(**coaching.fields) for key, text in texts.items()}
            for name, texts in _texts(coaching).items()
        },
    }


def _texts(coaching: Coaching) -> dict[str, dict[str, str]]:
    return {
        "labels": dict(coaching.labels),
        "reasons": dict(coaching.reasons),
        "phases": dict(coaching.phases),
        "holdings": dict(coaching.holdings),
    }


def _is_novice(user: User) -> bool:
    finished = Seat.objects.filter(user=user, match__status=Status.FINISHED)
    return finished[:FIRST_MATCHES].count() < FIRST_MATCHES
