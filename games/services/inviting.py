"""Asking people to a table, and what they answer."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import is_blocked_by, named
from games.models import Answer, Invitation, Match, Seat, Status
from games.services.seating import close_change, lock_hosted
from games.state.errors import Malformed, NotFound, Unavailable
from games.state.match_sql import lock_match
from games.state.notices import DECLINED, INVITED, Notice, tell_user

MAX_INVITATIONS = 30  # of one table


@transaction.atomic
def invite_players(*, code: str, user: User, names: Sequence[str]) -> list[User]:
    """Ask people to an open table of which ``user`` is host; whom exactly.

    Who is asked already, and has not declined, is not told again. Raises NotFound, Forbidden, Unavailable, Malformed
    for names that nobody has.
    """
    match = lock_hosted(code, user)
    people = find_people(names)
    if match.rated and any(guest.is_bot for guest in people):
        raise Unavailable("bot", gettext_lazy("Bots can only play casual matches."))
    if match.invitations.count() + len(people) > MAX_INVITATIONS:
        raise Unavailable("too_many", gettext_lazy("This table has reached its limit of invitations."))
    asked = [guest for guest in people if guest != user and _invite(match, guest, user)]
    close_change(match, by=user)  # who may come is part of the table
    return asked


def find_people(names: Sequence[str]) -> list[User]:
    """The people of these names, whatever their capitals. Raises Malformed with the names that nobody has."""
    people, unknown = [], []
    for name in dict.fromkeys(name.strip().lstrip("@").lower() for name in names):
        if not name:
            continue
        found = named(name).filter(is_active=True).first()
        if found is None or found.is_site_bot:
            unknown.append(name)
        else:
            people.append(found)
    if unknown:
        raise Malformed("unknown_names", _("No player named %(names)s.") % {"names": ", ".join(unknown)})
    return people


def _invite(match: Match, guest: User, host: User) -> bool:
    """Ask somebody; whether that is news to them. Who has blocked the host hears nothing, and the host not of that."""
    if Seat.objects.filter(match=match, user=guest).exists() or is_blocked_by(host.pk, [guest.pk]):
        return False
    found = Invitation.objects.filter(match=match, user=guest).first()
    if found is not None and found.answer == Answer.OPEN:
        return False
    Invitation.objects.update_or_create(
        match=match, user=guest, defaults={"by": host, "answer": Answer.OPEN, "created": timezone.now()}
    )
    tell_user(Notice(guest.pk, INVITED, match.code, match.ruleset, host.username))
    return True


@transaction.atomic
def decline_invitation(*, code: str, user: User) -> None:
    """Say that one will not come; the host is told, once. Raises NotFound where one was not asked."""
    row = lock_match(code)
    match = Match.objects.get(pk=row.id)
    found = Invitation.objects.filter(match=match, user=user)
    if not found.exists():
        raise NotFound
    if found.filter(answer=Answer.OPEN).update(answer=Answer.DECLINED) and match.status == Status.OPEN:
        tell_user(Notice(match.created_by_id, DECLINED, code, match.ruleset, user.username))
        close_change(match, by=user)
