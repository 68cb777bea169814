"""The coach at a table: the players who can have one, and the data that the page's script needs for it."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules import find_ruleset
from games.rules.game import Game
from games.tutorial.coaching import Coaching, coaching_of

FIRST_MATCHES = 3  # number of finished matches after which a player is no longer coached by default


def coaching_for(match: Match, user: User | None) -> dict[str, Any] | None:
    """Return the coaching that a player in this match may switch on. Return None for rated matches and for spectators.

    ``novice`` says whether the player has finished few matches, and ``gentle`` whether they have a gentle start. The
    match must have been loaded using ``with_seats``.
    """
    seat = next((seat for seat in match.seats.all() if user is not None and seat.user_id == user.pk), None)
    if match.rated or user is None or seat is None:
        return None
    coaching = coaching_data(find_ruleset(match.ruleset)(match.options))
    return {**coaching, "novice": _has_finished_few(user, FIRST_MATCHES), "gentle": seat.gentle_start}


def is_newcomer(user: User) -> bool:
    """Return whether a person has not finished a match yet."""
    return not user.is_bot and _has_finished_few(user, 1)


def short_target(ruleset: type[Game], *, is_new: bool) -> object:
    """Return the target score for a person's first match if it is lower than the usual one, else None."""
    return ruleset.options.short.get("target") if is_new else None


def coaching_data(game: Game) -> dict[str, Any]:
    """Return the coaching for a game, translated."""
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
        "first": dict(coaching.first),
        "choices": dict(coaching.choices),
        "moments": dict(coaching.moments),
        "holdings": dict(coaching.holdings),
    }


def _has_finished_few(user: User, enough: int) -> bool:
    return Seat.objects.filter(user=user, match__status=Status.FINISHED)[:enough].count() < enough
