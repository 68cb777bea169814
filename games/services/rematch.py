"""Rematches: the same players and game in a new match."""

from collections.abc import Iterable
from typing import TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Invitation, Match
from games.rules import find_ruleset
from games.services.seating import TableSettings, open_match, seat_bot, take_seat
from games.state.access import invited_to
from games.state.announce import Change, announce_change
from games.state.errors import Forbidden, NotFound, Unavailable
from games.state.match_sql import lock_match

Player: TypeAlias = tuple[User | None, str]  # the user in a seat, and the key if it is one of the site's bots


@transaction.atomic
def offer_rematch(*, code: str, user_id: int, rotate: bool = False, on: bool = True) -> Change | None:
    """Offer a rematch after a match or, with ``on`` false, withdraw the offer or decline the offers of others.

    The rematch starts once everyone has offered one. The first offer decides whether everyone moves to the next seat.
    If a player declines, all offers end, and anyone can make a new one. Return None if nothing changes. Raises
    NotFound, Forbidden, and Unavailable if it is too early or too late, or if a player may not join.
    """
    match = Match.objects.get(pk=lock_match(code).id)
    seats = list(match.seats.select_related("user__operator").order_by("number"))
    people = {seat.number: seat.user for seat in seats if seat.user is not None and not seat.bot}
    own = next((number for number, user in people.items() if user.pk == user_id), None)
    if own is None:
        raise Forbidden
    _check_possible(match, people.values())
    offers = set(match.rematch_offers)
    if match.rematch_id is not None or (own in offers if on else not offers):
        return None
    if not offers:
        match.rematch_rotated = rotate
    is_declined = not on and own not in offers
    match.rematch_offers = [] if is_declined else sorted(offers ^ {own})
    match.rematch_declined = own if is_declined else None
    if people.keys() <= set(match.rematch_offers):
        match.rematch = _open_rematch(match, [(seat.user, seat.bot) for seat in seats])
    match.version += 1
    match.save(update_fields=["rematch_offers", "rematch_rotated", "rematch_declined", "rematch", "version"])
    change = Change(match.code, match.version, reload=True)
    announce_change(change)
    return change


def _check_possible(match: Match, people: Iterable[User]) -> None:
    """Check that a rematch can still be offered and that all players may join. Raises Unavailable."""
    is_late = match.rematch_until is None or timezone.now() > match.rematch_until
    if is_late or any(user.is_locked_out for user in people):
        raise Unavailable("no_rematch", _("A rematch isn’t possible now."))


@transaction.atomic
def play_again(*, code: str, user: User) -> Match:
    """Start another match against the same bots for the only person in a finished match, however long ago it ended.

    Raises NotFound if there is no such finished match, Forbidden for anyone else, and Unavailable if the user may not
    play.
    """
    old = Match.objects.filter(code=code, finished__isnull=False).first()
    if old is None:
        raise NotFound
    seats = list(old.seats.select_related("user").order_by("number"))
    if [seat.user_id for seat in seats if not seat.bot] != [user.pk]:
        raise Forbidden
    return _open_rematch(old, [(seat.user, seat.bot) for seat in seats])


def _open_rematch(old: Match, players: list[Player]) -> Match:
    """Open the new match and seat everyone; it starts when the last seat is taken."""
    order = _seating_order(old, players)
    host = order[0][0]
    if host is None:
        raise Unavailable
    new = _open_same_table(old, host)
    people = {number: user for number, (user, bot) in enumerate(order) if user is not None and not bot}
    _invite_players(old, new, host, people.values())
    for number, user in people.items():
        if number:
            take_seat(code=new.code, user=user, seat=number)
    has_own_levels = bool(find_ruleset(old.ruleset).computer_levels)
    for _user, bot in order:
        if bot:
            seat_bot(code=new.code, user=host, level="" if has_own_levels else bot)
    return new


def _seating_order(old: Match, players: list[Player]) -> list[Player]:
    """Return the players in the order of their new seats. The host takes the first seat, and must be a person."""
    order = players[-1:] + players[:-1] if old.rematch_rotated else list(players)
    while order[0][1]:
        order = order[1:] + order[:1]
    return order


def _open_same_table(old: Match, host: User) -> Match:
    """Open a table with the game and settings of an earlier match."""
    return open_match(
        user=host,
        ruleset=old.ruleset,
        options=old.options,
        private=old.is_private,
        rated=old.rated,
        clock=old.time_control,
        table_settings=TableSettings(
            invited_only=old.invited_only,
            has_spectators=old.has_spectators,
            welcomes_bots=old.welcomes_bots,
            bot_level=old.bot_level,
        ),
    )


def _invite_players(old: Match, new: Match, host: User, people: Iterable[User]) -> None:
    """Invite everyone who was invited to the old table, and the players who could not otherwise join the new one."""
    invitees = {user.pk for user in people if old.invited_only or user.is_bot}
    invitees |= invited_to(old) if old.invited_only else frozenset()
    Invitation.objects.bulk_create(Invitation(match=new, user_id=guest, by=host) for guest in invitees - {host.pk})
