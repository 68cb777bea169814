"""Finished matches as input for ratings, created directly as rows without playing a card."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Match, Reason, Seat, Status
from games.ratings.rebuild import check_ratings
from games.ratings.services import rate_match
from games.rules import find_ruleset
from games.rules.game import size_class
from games.services.results import void_match

GAMES = [
    ("moroccan", {"players": 2}),
    ("moroccan", {"players": 2}),
    ("moroccan", {"players": 3}),
    ("moroccan", {"players": 4}),
    ("porrazo", {"players": 5}),
    ("porrazo", {"players": 8, "partners": True}),
]


def ended_match(
    players: Sequence[User],
    sides: Sequence[int],
    winners: Sequence[int],
    *,
    ruleset: str = "moroccan",
    options: dict[str, object] | None = None,
    rated: bool = True,
    left: Sequence[int] = (),
    reason: Reason = Reason.RULES,
    rate: bool = True,
) -> Match:
    """Create a match with this result. Update the ratings if it is rated, unless ``rate`` is false.

    Bot users get bot seats.
    """
    game = find_ruleset(ruleset)(options or {"players": len(players)})
    now = timezone.now()
    match = Match.objects.create(
        ruleset=ruleset,
        options=game.chosen,
        size_class=size_class(game),
        rated=rated,
        status=Status.FINISHED,
        result_reason=reason,
        sides=list(sides),
        winners=list(winners),
        created_by=next(user for user in players if not user.is_bot),
        created=now - timedelta(minutes=10),
        finished=now,
    )
    bots = ["sota" if user.is_bot else "" for user in players]
    Seat.objects.bulk_create(
        Seat(match=match, number=number, user=user, bot=bots[number], finished=now, left=number in left)
        for number, user in enumerate(players)
    )
    if rate:
        rate_match(match)
    return match


def void(match: Match, moderator: User) -> None:
    """Void a match."""
    void_match(code=match.code, moderator=moderator, reason="a test")


def rebuild_agrees() -> bool:
    """Return whether a rebuild finds no differences. Print any that it finds."""
    findings = check_ratings()
    for finding in findings:
        print(finding.text)
    return not findings


class RatedPlayers:
    """People, a bot and a moderator. The players play matches in all size classes with random results."""

    def __init__(self, people: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.people = [User.objects.create_user(f"cast{seed}x{number}") for number in range(people)]
        self.bot = User.objects.filter(is_bot=True)[0]
        self.moderator = User.objects.create_superuser(f"mod{seed}", password=None)

    def play(self, *, rate: bool = True) -> Match:
        """Play one more match, sometimes with a bot, a player who leaves, or a draw."""
        rng = self.rng
        with_bot = rate and rng.random() < 0.15
        ruleset, options = rng.choice([game for game in GAMES if game[1]["players"] <= len(self.people)])
        game = find_ruleset(ruleset)(options)
        players = rng.sample(self.people, game.players)
        if with_bot:
            people = min(2, game.players - 1)
            players[people:] = [self.bot] * (game.players - people)
        scores = [rng.randrange(30) for _side in range(game.side_count)]
        best = max(scores)
        winners = [] if rng.random() < 0.05 else [side for side, score in enumerate(scores) if score == best]
        left = [rng.randrange(game.players)] if rng.random() < 0.1 else []
        return ended_match(
            players,
            scores,
            winners,
            ruleset=ruleset,
            options=options,
            rated=not with_bot,
            left=left,
            rate=rate,
        )

    def voidable(self) -> list[Match]:
        """Return up to 50 matches that can be voided."""
        return list(Match.objects.filter(status=Status.FINISHED, rating_changes__isnull=False).distinct()[:50])
