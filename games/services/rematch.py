"""Rematches: the same players and game in a new match."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Invitation, Match, Seat
from games.rules import find_ruleset
from games.services.seating import TableSettings, open_match, seat_bot, take_seat
from games.state.access import invited_to
from games.state.announce import Change, announce_change
from games.state.errors import Forbidden, NotFound, Unavailable
from games.state.match_sql import lock_match


@transaction.atomic
def offer_rematch(*, code: str, user_id: int, rotate: bool = False, on: bool = True) -> Change | None:
    """Offer a rematch of an ended match, or withdraw the offer; it starts once everyone in the match has offered one.

    The first offer decides whether everyone moves one seat on. Return None if nothing changes. Raises NotFound,
    Forbidden, Unavailable if it is too early or too late, or if a player may not join.
    """
    row = lock_match(code)
    match = Match.objects.get(pk=row.id)
    seats = list(Seat.objects.filter(match=match).select_related("user__operator").order_by("number"))
    people = {seat.number for seat in seats if seat.user_id is not None and not seat.bot}
    own = next((seat.number for seat in seats if seat.user_id == user_id and not seat.bot), None)
    if own is None:
        raise Forbidden
    has_locked_out_player = any(seat.user.is_locked_out for seat in seats if seat.user is not None and not seat.bot)
    if has_locked_out_player or match.rematch_until is None or timezone.now() > match.rematch_until:
        raise Unavailable("no_rematch", _("A rematch isn’t possible now."))
    if match.rematch_id is not None or (own in match.rematch_offers) == on:
        return None
    if not match.rematch_offers:
        match.rematch_rotated = rotate
    match.rematch_offers = sorted(set(match.rematch_offers) ^ {own})
    if people <= set(match.rematch_offers):
        match.rematch = _open_rematch(match, [(seat.user, seat.bot) for seat in seats])
    match.version += 1
    match.save(update_fields=["rematch_offers", "rematch_rotated", "rematch", "version"])
    change = Change(match.code, match.version, reload=True)
    announce_change(change)
    return change


@transaction.atomic
def play_again(*, code: str, user: User) -> Match:
    """Start another match of the only person in an ended match against the same bots, at any time.

    Raises NotFound if there is no such ended match, Forbidden for anyone else, Unavailable if they may not play.
    """
    old = Match.objects.filter(code=code, finished__isnull=False).first()
    if old is None:
        raise NotFound
    seats = list(old.seats.select_related("user").order_by("number"))
    if [seat.user_id for seat in seats if not seat.bot] != [user.pk]:
        raise Forbidden
    return _open_rematch(old, [(seat.user, seat.bot) for seat in seats])


def _open_rematch(old: Match, players: list[tuple[User | None, str]]) -> Match:
    """Open the new match and seat everyone; it starts when the last seat is taken."""
    order = players[-1:] + players[:-1] if old.rematch_rotated else list(players)
    while order[0][1]:  # the host is the player on the first seat, and must be a person
        order = order[1:] + order[:1]
    host = order[0][0]
    if host is None:
        raise Unavailable
    ruleset = find_ruleset(old.ruleset)
    new = open_match(
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
    people = [user for user, bot in order if user is not None and not bot]
    invitees = {user.pk for user in people if old.invited_only or user.is_bot}
    invitees |= invited_to(old) if old.invited_only else frozenset()
    Invitation.objects.bulk_create(Invitation(match=new, user_id=guest, by=host) for guest in invitees - {host.pk})
    for number, (user, bot) in enumerate(order):
        if number and user is not None and not bot:
            take_seat(code=new.code, user=user, seat=number)
    for _user, bot in order:
        if bot:
            seat_bot(code=new.code, user=host, level="" if ruleset.computer_levels else bot)
    return new
