"""Inviting players to a table, and declining invitations."""

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import is_blocked_by, users_named
from accounts.wording import listing
from games.models import Answer, Invitation, Match, Seat, Status
from games.selectors.inbox import own_invitations
from games.services.seating import close_change, lock_hosted
from games.state.errors import Malformed, NotFound, Unavailable
from games.state.match_sql import lock_match
from games.state.notices import DECLINED, INVITED, Notice, notify_user

MAX_INVITATIONS = 30  # per table


@transaction.atomic
def invite_players(*, code: str, user: User, names: Sequence[str]) -> list[User]:
    """Invite players to an open table hosted by ``user``. Return the players who were newly invited.

    Players who already have an open invitation are not notified again. Raises NotFound, Forbidden, Unavailable, and
    Malformed for unknown names.
    """
    match = lock_hosted(code, user)
    people = find_people(names)
    if match.rated and any(invitee.is_bot for invitee in people):
        raise Unavailable("bot", gettext_lazy("Bots can only play casual matches."))
    if match.invitations.count() + len(people) > MAX_INVITATIONS:
        raise Unavailable("too_many", gettext_lazy("This table has reached its invitation limit."))
    invited = [invitee for invitee in people if invitee != user and _invite(match, invitee, user)]
    close_change(match, by=user)  # who may join is part of the table's state
    return invited


def split_names(text: str) -> list[str]:
    """Return the names in a list separated by Latin or Arabic commas."""
    return [name.strip() for name in re.split("[,،]", text) if name.strip()]


def find_people(names: Sequence[str]) -> list[User]:
    """Return the players with these names, ignoring case. Raises Malformed, listing the names that do not exist."""
    people, unknown = [], []
    for name in dict.fromkeys(name.strip().lstrip("@").lower() for name in names):
        if not name:
            continue
        found = users_named(name).filter(is_active=True).first()
        if found is None or found.is_site_bot:
            unknown.append(name)
        else:
            people.append(found)
    if unknown:
        raise Malformed("unknown_names", _("No player named %(names)s.") % {"names": listing(unknown, "or")})
    return people


def _invite(match: Match, invitee: User, host: User) -> bool:
    """Invite a player, and return whether a new invitation was sent.

    If the player has blocked the host, nothing is sent, and the host does not learn of this.
    """
    if Seat.objects.filter(match=match, user=invitee).exists() or is_blocked_by(host.pk, [invitee.pk]):
        return False
    found = Invitation.objects.filter(match=match, user=invitee).first()
    if found is not None and found.answer == Answer.OPEN:
        return False
    Invitation.objects.update_or_create(
        match=match, user=invitee, defaults={"by": host, "answer": Answer.OPEN, "created": timezone.now()}
    )
    notify_user(Notice(invitee.pk, INVITED, match.code, match.ruleset, host.username))
    return True


def decline_all_invitations(*, user: User) -> None:
    """Decline the invitations in the user's inbox, one transaction each, so that only one table is locked at a time."""
    for match, _host in own_invitations(user):
        decline_invitation(code=match.code, user=user)


@transaction.atomic
def decline_invitation(*, code: str, user: User) -> None:
    """Decline an invitation and notify the host once. Raises NotFound if there is no invitation."""
    row = lock_match(code)
    match = Match.objects.get(pk=row.id)
    found = Invitation.objects.filter(match=match, user=user)
    if not found.exists():
        raise NotFound
    if found.filter(answer=Answer.OPEN).update(answer=Answer.DECLINED) and match.status == Status.OPEN:
        notify_user(Notice(match.created_by_id, DECLINED, code, match.ruleset, user.username))
        close_change(match, by=user)
