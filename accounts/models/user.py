"""The people of the site, and the bots, which are rows like everybody else's."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.name_key import NameKeyField
from accounts.names import GUEST, MAX_LENGTH, is_well_formed, shown_name

# Until when somebody is kept out for whom there is no end.
FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)


def _ahead(time: datetime | None) -> bool:
    return time is not None and time > timezone.now()


class PeopleManager(UserManager["User"]):
    """Finds people by name, whatever its capitals."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return who has this name."""
        return self.get(username__iexact=username)

    def create_bot(self, name: str, operator: User | None = None) -> User:
        """Make a player that the site itself moves, or the ``operator``'s program; nobody can log in as it."""
        return self.create_user(name, is_bot=True, operator=operator)  # no password: the stored one fits nothing

    def create_guest(self, number: int) -> User:
        """Make somebody who plays without an account. Raises IntegrityError where the number is taken."""
        return self.create_user(f"{GUEST} {number}", is_guest=True, last_login=timezone.now())


class User(AbstractUser):
    """Somebody who plays: a person with an account, a guest with none, or a bot.

    Bots without ``operator`` are the site's own. The others are programs, which their operator answers for.
    ``is_guest`` is somebody known by the browser's session alone; signing up makes the same row an account.
    ``closed_at`` is when the account was closed: what is left then is a number on the matches that were played.
    """

    # The site knows people by the name they chose and asks for no other.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[is_well_formed],
        error_messages={"unique": _("A player with that name already exists.")},
    )
    is_bot = models.BooleanField(_("bot"), default=False, editable=False)
    operator = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="bots", verbose_name=_("operator")
    )
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    name_key = NameKeyField(_("name skeleton"), max_length=MAX_LENGTH, unique=True, editable=False)
    country = models.CharField(_("country"), max_length=2, blank=True, default="", editable=False)
    auto_call = models.BooleanField(
        _("announce for me"),
        default=False,
        help_text=_("Let the site make true calls for you. Spotting your own ronda is part of the game."),
    )
    # What sanctions come to (accounts.sanctions writes these), where every request finds it without a query.
    muted_until = models.DateTimeField(_("chat ban until"), null=True, blank=True, editable=False)
    unrated_until = models.DateTimeField(_("rated match ban until"), null=True, blank=True, editable=False)
    barred_until = models.DateTimeField(_("suspended until"), null=True, blank=True, editable=False)
    has_word = models.BooleanField(_("has an unread message from the moderators"), default=False, editable=False)

    objects: ClassVar[PeopleManager] = PeopleManager()

    stored_name: str | None = None  # as the database has it; None where it was not read

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions: ClassVar = [("rename_user", _("Can rename a player"))]
        constraints: ClassVar = [
            # In capitals, as Django's iexact compares: PostgreSQL then finds names by this constraint's index.
            models.UniqueConstraint(
                Upper("username"),
                name="accounts_user_name_unique_whatever_its_capitals",
                violation_error_message=_("A player with that name already exists."),
            ),
            models.CheckConstraint(
                condition=models.Q(operator=None) | models.Q(is_bot=True), name="only_a_bot_has_an_operator"
            ),
        ]
        indexes: ClassVar = [
            models.Index("last_login", condition=models.Q(is_guest=True), name="user_idle_guests"),
        ]

    @classmethod
    def from_db(  # type: ignore[override]  # the stubs are of a later Django
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        """Remember the name, so that a change of it is noticed when it is saved."""
        user = super().from_db(db, field_names, values)
        user.stored_name = user.__dict__.get("username")
        return user

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password. Bots cannot sign in, even if a password was set for them.

        A bot's password is hashed like any other, so that every attempt to sign in takes the same work.
        """
        return super().check_password(raw_password) and not self.is_bot

    async def acheck_password(self, raw_password: str | None) -> bool:
        """Do the same, awaited."""
        return await super().acheck_password(raw_password) and not self.is_bot

    @property
    def is_site_bot(self) -> bool:
        """Whether the site itself moves this player."""
        return self.is_bot and self.operator_id is None

    @property
    def is_suspended(self) -> bool:
        """Whether a moderator keeps this person out of the site now."""
        return _ahead(self.barred_until)

    @property
    def is_closed(self) -> bool:
        """Whether this person will not be back: the account was closed, by them or for good by the moderators."""
        return self.closed_at is not None or self.barred_until == FOR_GOOD

    @property
    def is_locked_out(self) -> bool:
        """Whether this account may not be used now. A bot's is its operator's too."""
        is_off = not self.is_active or (self.operator is not None and not self.operator.is_active)
        return is_off or self.is_suspended

    @property
    def is_muted(self) -> bool:
        """Whether this person may not write to others now."""
        return _ahead(self.muted_until)

    @property
    def is_unrated_only(self) -> bool:
        """Whether this person may not play rated matches now."""
        return _ahead(self.unrated_until)

    @property
    def shown_name(self) -> str:
        """The name as pages show it."""
        return shown_name(self.username)

    def get_full_name(self) -> str:
        """Return the name that others see."""
        return self.shown_name

    def get_short_name(self) -> str:
        """Return the name that others see."""
        return self.shown_name
