"""The API for players."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Query, Router, Schema

from accounts.models import User
from games.api.auth import caller_of
from games.api.ladders import LadderRowOut, ladder_row_out
from games.api.params import Name, Paging, PlayerMatchFilter, player_named
from games.api.schemas import MatchOut, match_out
from games.models import RatingChange
from games.ratings.selectors import LadderStanding, standings_of
from games.selectors.history import PlayedMatch, player_history
from games.selectors.player_stats import PlayStats, play_stats_of, result_counts_of, streaks_of
from games.selectors.rating_history import rating_changes

router = Router(tags=["Players"])


class StandingOut(LadderRowOut):
    """A rating, and its place on the ladder. The rank is null until the rating is certain enough."""

    ruleset: str
    size_class: str


class TallyOut(Schema):
    """The number of matches that count, by result, and the winning streaks within the last thousand matches."""

    played: int
    won: int
    lost: int
    drawn: int
    streak: int
    longest_streak: int


class PlayStatsOut(Schema):
    """A player's statistics from finished matches in one ruleset."""

    ruleset: str
    matches: int
    caidas_given: int
    caidas_taken: int
    missas: int
    true_calls: int
    silent_calls: int
    false_calls: int
    caught: int


class PlayerOut(Schema):
    """A player. For bots, only the ratings are given: ``tally`` is null, and ``manners`` is empty."""

    name: str
    bot: bool
    country: str
    since: datetime
    ratings: list[StandingOut]
    tally: TallyOut | None
    manners: list[PlayStatsOut]


class ChangeOut(Schema):
    """A rating change. ``kind`` is match, void (the match was voided) or fix (ratings were recalculated)."""

    ruleset: str
    size_class: str
    kind: str
    match: str | None
    before: int
    after: int
    created: datetime


class ChangesOut(Schema):
    """Rating changes, latest first. ``next`` is null at the end."""

    items: list[ChangeOut]
    next: str | None


class PlayedOut(Schema):
    """A match as one of its players sees it: the outcome (won, lost, drawn, voided or aborted) and the seat."""

    outcome: str
    seat: int
    match: MatchOut


class PlayedListOut(Schema):
    """A player's matches, latest first. ``next`` is null at the end."""

    items: list[PlayedOut]
    next: str | None


@router.get("/{name}", response=PlayerOut)
def get_player(request: HttpRequest, name: Name) -> PlayerOut:
    """A player's ratings and statistics."""
    player = player_named(name)
    return PlayerOut(
        name=player.username,
        bot=player.is_bot,
        country=player.country,
        since=player.date_joined,
        ratings=[_standing(standing) for standing in standings_of(player)],
        tally=None if player.is_bot else _tally_out(player),
        manners=[] if player.is_bot else [_play_stats(manner) for manner in play_stats_of(player)],
    )


@router.get("/{name}/ratings", response=ChangesOut)
def list_rating_changes(request: HttpRequest, name: Name, paging: Query[Paging]) -> ChangesOut:
    """All changes to a player's ratings. Only the player sees the codes of private matches."""
    player = player_named(name)
    page = rating_changes(player, size=paging.limit, after=paging.after)
    is_own = caller_of(request) == player
    return ChangesOut(items=[_change(change, is_own) for change in page.rows], next=page.after or None)


@router.get("/{name}/matches", response=PlayedListOut)
def list_matches_of_player(
    request: HttpRequest, name: Name, wanted: Query[PlayerMatchFilter], paging: Query[Paging]
) -> PlayedListOut:
    """A player's finished matches. Private matches are visible only to their players."""
    player, reader = player_named(name), caller_of(request)
    page = player_history(player, wanted.wanted, reader=reader, size=paging.limit, after=paging.after)
    return PlayedListOut(items=[_played(played) for played in page.rows], next=page.after or None)


def _standing(standing: LadderStanding) -> StandingOut:
    return StandingOut(
        ruleset=standing.ruleset, size_class=standing.size_class, **ladder_row_out(standing.ladder_row).model_dump()
    )


def _change(change: RatingChange, is_own: bool) -> ChangeOut:
    is_told = change.match is not None and (is_own or not change.match.is_private)
    return ChangeOut(
        ruleset=change.rating.ruleset,
        size_class=change.rating.size_class,
        kind=change.kind,
        match=change.match.code if change.match and is_told else None,
        before=change.before,
        after=change.after,
        created=change.created,
    )


def _tally_out(player: User) -> TallyOut:
    counts, streaks = result_counts_of(player), streaks_of(player)
    return TallyOut(
        played=counts.played,
        won=counts.won,
        lost=counts.lost,
        drawn=counts.drawn,
        streak=streaks.current,
        longest_streak=streaks.longest,
    )


def _play_stats(manner: PlayStats) -> PlayStatsOut:
    return PlayStatsOut.model_validate(manner, from_attributes=True)


def _played(played: PlayedMatch) -> PlayedOut:
    return PlayedOut(outcome=played.outcome, seat=played.me.seat, match=match_out(played.match))
