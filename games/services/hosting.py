"""Actions that the host can take at an open table, other than inviting players."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Answer, Invitation, Seat
from games.services.bot_levels import sit_bot
from games.services.seating import close_change, lock_hosted
from games.state.announce import Change
from games.state.errors import Unavailable
from games.state.notices import SENT_AWAY, Notice, notify_user


@transaction.atomic
def remove_player(*, code: str, user: User, seat: int) -> Change:
    """Remove another player from their seat. People can return only if they are invited; site bots can be added again.

    Raises NotFound; Forbidden unless the user is the host; Unavailable for the host's own seat and for free seats.
    """
    match = lock_hosted(code, user)
    taken = Seat.objects.select_related("user").filter(match=match, number=seat, user__isnull=False).first()
    if taken is None or taken.user is None or taken.user == user:
        raise Unavailable("nobody_there", _("There’s no one to remove from that seat."))
    if not taken.bot:
        terms = {"by": user, "answer": Answer.SENT_AWAY}
        Invitation.objects.update_or_create(match=match, user=taken.user, defaults=terms)
        notify_user(Notice(taken.user.pk, SENT_AWAY, code, match.ruleset, user.username))
    Seat.objects.filter(pk=taken.pk).update(user=None, bot="", auto_call=False)
    return close_change(match, by=user)


@transaction.atomic
def start_match(*, code: str, user: User, level: str = "") -> Change:
    """Start the match, filling the free seats with bots. A match with bots is casual.

    ``level`` is the key of the bot; by default, the table's setting decides. Raises NotFound, Unavailable, and
    Forbidden unless the user is the host.
    """
    match = lock_hosted(code, user)
    free = list(Seat.objects.filter(match=match, user=None).values_list("number", flat=True))
    for number in free:
        sit_bot(match, number, level)
    if free:
        match.rated = False
        match.save(update_fields=["rated"])
    return close_change(match, by=user, start=True)
