"""A sentence that says how a match ended."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Match, Reason, Seat, Status
from games.selectors.sides import seat_names

ENDED_BY = {
    Reason.RESIGNED: gettext_lazy("%(name)s resigned"),
    Reason.TIMEOUT: gettext_lazy("%(name)s ran out of time"),
    Reason.LEFT: gettext_lazy("%(name)s left the table"),
}
ENDED_BY_READER = {
    Reason.RESIGNED: gettext_lazy("You resigned"),
    Reason.TIMEOUT: gettext_lazy("You ran out of time"),
    Reason.LEFT: gettext_lazy("You left the table"),
}


def ending_of(match: Match, seats: Sequence[Seat], reader_id: int | None = None) -> str:
    """Return a sentence that says how a match ended. It says “you” if the reader ended it.

    The sentence is empty before the end, and for tables at which no match was started. The match must have been loaded
    using ``with_seats``.
    """
    if match.status == Status.VOIDED:
        return _("Voided: %(reason)s") % {"reason": match.void_reason}
    if match.finished is None:
        return ""
    seat = seats[match.result_seat] if match.result_seat is not None else None
    is_own = seat is not None and reader_id is not None and seat.user_id == reader_id
    sentence = _sentence(match, seat, is_own=is_own)
    return sentence % {"name": seat_names(match)[seat.number] if seat else ""}


def _sentence(match: Match, seat: Seat | None, *, is_own: bool) -> str:
    """Return the sentence for ``ending_of``.

    If someone else ended the match, the sentence has a placeholder for the player's ``name``.
    """
    if match.status == Status.ABORTED:
        if seat is None:
            return _("Aborted by agreement") if match.abort_offers else _("Aborted: no one kept playing")
        if is_own:
            return _("Aborted: you didn’t play") if seat.left else _("Aborted by you")
        return _("Aborted: %(name)s didn’t play") if seat.left else _("Aborted by %(name)s")
    if seat is not None and match.result_reason in ENDED_BY:
        return str((ENDED_BY_READER if is_own else ENDED_BY)[Reason(match.result_reason)])
    return capfirst(match.get_result_reason_display())
