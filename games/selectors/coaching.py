"""The coach at a table: which players can have a coach, and the data that the page's script needs."""

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
    """Return the data for the coach that a player can switch on, or None in rated matches and for spectators.

    ``novice`` says whether the coach is on by default: in a player's first matches against the site's bots, and in
    their very first match if it is against people, since a friend may have invited them. ``gentle`` says whether the
    player has a gentle start. The match must have been loaded using ``with_seats``.
    """
    seats = list(match.seats.all())
    seat = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    if match.rated or user is None or seat is None:
        return None
    coaching = coaching_data(find_ruleset(match.ruleset)(match.options))
    is_alone = all(other.bot for other in seats if other is not seat)
    is_novice = _has_finished_few(user, FIRST_MATCHES if is_alone else 1)
    return {**coaching, "novice": is_novice, "gentle": seat.gentle_start}


def is_newcomer(user: User) -> bool:
    """Return whether this user is a person who has not finished a match yet."""
    return not user.is_bot and _has_finished_few(user, 1)


def short_target(ruleset: type[Game], *, is_new: bool) -> object:
    """Return the lower target score for a new player's first match, or None if the usual target applies."""
    return ruleset.options.short.get("target") if is_new else None


def coaching_data(game: Game) -> dict[str, Any]:
    """Return the coach's data for a game, with its text in the active language."""
    coaching = coaching_of(game)
    return {
        "captures": asdict(coaching.captures) if coaching.captures else None,
        "trick_ranks": list(coaching.trick_ranks),
        "worth": dict(coaching.worth),
        "share": coaching.share,
        "welcome": _(coaching.welcome) if coaching.welcome else "",
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
        "alike": dict(coaching.alike),
        "holdings": dict(coaching.holdings),
    }


def _has_finished_few(user: User, enough: int) -> bool:
    return Seat.objects.filter(user=user, match__status=Status.FINISHED)[:enough].count() < enough
