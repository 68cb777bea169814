"""Imposing and lifting sanctions, and handling appeals against them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.mailing import mail_users
from accounts.models import ModerationLog, Sanction, SanctionKind, User
from accounts.models.sanction import COLUMNS, MAX_WORDS
from accounts.models.user import FOR_GOOD
from accounts.signals import account_status_changed, signed_out
from accounts.text import clean_lines


class NotPermittedError(ServiceError):
    """The moderator lacks the permission, or may not moderate this user."""

    code = "forbidden"
    message = _("You don’t have permission to do that.")


class BadSanctionError(ServiceError):
    """The sanction's data is invalid."""

    code = "malformed"
    message = _("Enter both a reason for staff and a message to the player.")


class NoAppealError(ServiceError):
    """The sanction can no longer be appealed, or it has no unanswered appeal."""

    code = "no_appeal"
    message = _("You can only appeal each decision once.")


def write_log(*, by: User, action: str, whom: User | None = None, about: str = "", words: str = "") -> None:
    """Add an entry to the moderation log, in the caller's transaction.

    ``action`` is a kind of sanction, or one of the ``ACTIONS``.
    """
    ModerationLog.objects.create(by=by, action=action, whom=whom, about=about, words=words)


def check_may_moderate(by: User, right: str, whom: User) -> None:
    """Check that ``by`` has the permission ``right`` and may use it on ``whom``.

    Nobody may moderate themselves, their own bots or the site's bots; only superusers may moderate staff.
    Raises NotPermittedError.
    """
    if not by.has_perm(right):
        raise NotPermittedError
    is_above = (whom.is_staff or whom.is_superuser) and not by.is_superuser
    if by.pk in {whom.pk, whom.operator_id} or whom.is_site_bot or is_above:
        raise NotPermittedError(message=_("You can’t sanction yourself, your own bots, the site’s bots or staff."))


@transaction.atomic
def impose_sanction(
    *, whom: User, by: User, measure: str, reason: str, message: str, ends: datetime | None = None
) -> Sanction:
    """Impose a sanction until ``ends``, or permanently, and email the user about it.

    A suspended user is signed out when the transaction commits.

    Raises NotPermittedError, BadSanctionError.
    """
    check_may_moderate(by, "accounts.impose_sanction", whom)
    reason, message = clean_lines(reason), clean_lines(message)
    if measure not in SanctionKind.values or not reason or not message or len(message) > MAX_WORDS or len(reason) > 200:
        raise BadSanctionError
    if ends is not None and (measure in {SanctionKind.WARN, SanctionKind.CLOSE} or ends <= timezone.now()):
        raise BadSanctionError(
            message=_("The end date must be in the future. Warnings and account closures have no end date.")
        )
    person = _lock(whom.pk)
    sanction = Sanction.objects.create(user=person, by=by, measure=measure, reason=reason, message=message, ends=ends)
    until = "" if ends is None else f" until {ends:%Y-%m-%d %H:%M} UTC"
    write_log(
        by=by, action=str(measure), whom=person, about=f"sanction {sanction.pk}{until}", words=f"{reason}\n{message}"
    )
    _apply(person)
    mail_users([person], "accounts/email/sanction", sanction=sanction)
    return sanction


@transaction.atomic
def lift_sanction(*, sanction_id: int, by: User, words: str) -> None:
    """Lift a sanction before it ends.

    Raises NotPermittedError, or BadSanctionError if ``words`` is empty or the sanction has already been lifted.
    """
    sanction = Sanction.objects.select_related("user").get(pk=sanction_id)
    check_may_moderate(by, "accounts.impose_sanction", sanction.user)
    _lift(_lock(sanction.user_id), sanction_id, by, words)


@transaction.atomic
def appeal_sanction(*, sanction_id: int, user: User, words: str) -> None:
    """Appeal against a sanction on ``user``.

    Raises NoAppealError, or BadSanctionError if ``words`` is empty or too long.
    """
    words = clean_lines(words)
    if not words or len(words) > MAX_WORDS:
        raise BadSanctionError(message=_("Explain why this should be reversed, in up to 1,000 characters."))
    open_ = Sanction.objects.filter(pk=sanction_id, user=user, appealed=None, lifted=None)
    if not open_.update(appeal=words, appealed=timezone.now()):
        raise NoAppealError


@transaction.atomic
def answer_appeal(*, sanction_id: int, by: User, answer: str, lift: bool) -> None:
    """Answer an appeal, and lift the sanction if ``lift`` is set. An appeal can be answered only once.

    Raises NotPermittedError, NoAppealError, or BadSanctionError if ``answer`` is empty or too long.
    """
    sanction = Sanction.objects.select_related("user").get(pk=sanction_id)
    check_may_moderate(by, "accounts.answer_appeal", sanction.user)
    answer = clean_lines(answer)
    if not answer or len(answer) > MAX_WORDS:
        raise BadSanctionError
    person = _lock(sanction.user_id)
    waiting = Sanction.objects.filter(pk=sanction_id, appealed__isnull=False, answered=None)
    if not waiting.update(answer=answer, answered=timezone.now()):
        raise NoAppealError
    write_log(by=by, action="answer appeal", whom=person, about=f"sanction {sanction_id}", words=answer)
    if lift and Sanction.objects.get(pk=sanction_id).lifted is None:
        _lift(person, sanction_id, by, answer)
    else:
        _apply(person)


def note_read(*, user: User) -> None:
    """Record that the user has read the moderators' decisions."""
    User.objects.filter(pk=user.pk, has_unread_message=True).update(has_unread_message=False)
    user.has_unread_message = False


def locked_out_among(user_ids: Iterable[int]) -> set[int]:
    """Return the IDs of the given users who are currently locked out."""
    people = User.objects.filter(pk__in=set(user_ids)).select_related("operator")
    people = people.only("barred_until", "is_active", "operator__is_active")
    return {person.pk for person in people if person.is_locked_out}


def _lock(user_id: int) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _lift(person: User, sanction_id: int, by: User, words: str) -> None:
    words = clean_lines(words)
    if not words:
        raise BadSanctionError
    if not Sanction.objects.filter(pk=sanction_id, lifted=None).update(lifted=timezone.now()):
        raise BadSanctionError(message=_("This sanction has already been lifted."))
    write_log(by=by, action="lift", whom=person, about=f"sanction {sanction_id}", words=words)
    _apply(person)


def _apply(person: User) -> None:
    """Update the columns derived from the user's sanctions, notify the user, and sign them out if suspended.

    An operator's sanctions also apply to their bots.
    """
    until: dict[str, datetime | None] = dict.fromkeys(COLUMNS.values())
    whose = [person.pk, person.operator_id] if person.operator_id else [person.pk]
    for sanction in Sanction.objects.filter(user__in=whose, lifted=None):
        if sanction.holds:
            column = COLUMNS[SanctionKind(sanction.measure)]
            until[column] = max(until[column] or sanction.created, sanction.ends or FOR_GOOD)
    for column, time in until.items():
        setattr(person, column, time)
    person.has_unread_message = True
    person.save(update_fields=[*until, "has_unread_message"])
    account_status_changed.send(User, user_id=person.pk)
    if person.is_suspended:
        signed_out.send(User, user_id=person.pk, session="")
    for bot in User.objects.select_for_update(no_key=True).filter(operator=person).order_by("pk"):
        _apply(bot)
