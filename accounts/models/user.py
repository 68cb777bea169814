"""The user model. Guests and bots are users, too."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.avatars import Avatar, AvatarColour, AvatarPattern, avatar_of
from accounts.card_choices import CardBack, CardSet, Felt
from accounts.language_choices import LANGUAGES, Digits
from accounts.models.name_key import NameKeyField
from accounts.names import GUEST, MAX_LENGTH, is_well_formed, shown_name
from accounts.push_kinds import PushKind
from accounts.themes import Theme

# The end of a permanent suspension.
FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)


def _ahead(time: datetime | None) -> bool:
    return time is not None and time > timezone.now()


class PeopleManager(UserManager["User"]):
    """Manager for users, with case-insensitive names."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name, ignoring case."""
        return self.get(username__iexact=username)

    def create_bot(self, name: str, operator: User | None = None) -> User:
        """Create a bot, which belongs to the site unless an ``operator`` is given. Nobody can sign in as a bot."""
        return self.create_user(name, is_bot=True, operator=operator)  # no password: the stored one is unusable

    def create_guest(self, number: int) -> User:
        """Create a guest. Raises IntegrityError if the number is taken."""
        return self.create_user(f"{GUEST} {number}", is_guest=True, last_login=timezone.now())


class User(AbstractUser):
    """A person with an account, a guest without one, or a bot.

    Bots without an ``operator`` are the site's own; the operator of any other bot is responsible for it. ``site_bot``
    is the key of the site's bot that plays under this account.
    A guest (``is_guest``) is identified by the browser's session alone; signing up turns the row into an account.
    A closed account (``closed_at``) is anonymous: pages show "Closed account" instead of its name.
    """

    # People choose a single name; the site does not ask for any other.
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
    site_bot = models.CharField(_("site bot"), max_length=32, unique=True, null=True, blank=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    name_key = NameKeyField(_("name skeleton"), max_length=MAX_LENGTH, unique=True, editable=False)
    country = models.CharField(_("country"), max_length=2, blank=True, default="", editable=False)
    avatar_pattern = models.CharField(
        _("avatar pattern"), max_length=10, choices=AvatarPattern, blank=True, default="", db_default=""
    )
    avatar_colour = models.CharField(
        _("avatar colour"), max_length=10, choices=AvatarColour, blank=True, default="", db_default=""
    )
    auto_call = models.BooleanField(
        _("announce for me"),
        default=False,
        help_text=_("Let the site make true calls for you. Spotting your own ronda is part of the game."),
    )
    card_set = models.CharField(
        _("card faces"), max_length=16, choices=CardSet, default=CardSet.AUTO, db_default=CardSet.AUTO
    )
    card_back = models.CharField(
        _("card backs"), max_length=16, choices=CardBack, default=CardBack.ZELLIGE, db_default=CardBack.ZELLIGE
    )
    felt = models.CharField(_("felt"), max_length=16, choices=Felt, default=Felt.GREEN, db_default=Felt.GREEN)
    language = models.CharField(_("language"), max_length=8, choices=LANGUAGES, blank=True, default="", db_default="")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, blank=True, default=Theme.DEVICE, db_default="")
    digits = models.CharField(_("digits"), max_length=8, choices=Digits, blank=True, default="", db_default="")
    # The kinds of push notifications that the user wants.
    push_turn = models.BooleanField(PushKind.TURN.label, default=True, db_default=True)
    push_invitation = models.BooleanField(PushKind.INVITATION.label, default=True, db_default=True)
    push_start = models.BooleanField(PushKind.START.label, default=True, db_default=True)
    push_end = models.BooleanField(PushKind.END.label, default=True, db_default=True)
    # Kept up to date by accounts.sanctions, so that requests need no extra query.
    muted_until = models.DateTimeField(_("chat ban until"), null=True, blank=True, editable=False)
    unrated_until = models.DateTimeField(_("rated match ban until"), null=True, blank=True, editable=False)
    barred_until = models.DateTimeField(_("suspended until"), null=True, blank=True, editable=False)
    has_unread_message = models.BooleanField(
        _("has an unread message from the moderators"), db_column="has_word", default=False, editable=False
    )

    objects: ClassVar[PeopleManager] = PeopleManager()

    stored_name: str | None = None  # the name in the database; None if it was not loaded

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions: ClassVar = [("rename_user", _("Can rename a player"))]
        constraints: ClassVar = [
            # In upper case, like Django's iexact lookup, so that PostgreSQL can use this constraint's index.
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
    def from_db(  # type: ignore[override]  # the stubs are for a later Django
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        """Store the loaded name, so that saving can detect a change."""
        user = super().from_db(db, field_names, values)
        user.stored_name = user.__dict__.get("username")
        return user

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password. Bots cannot sign in, even if they have a password.

        A bot's password is hashed too, so that every attempt to sign in takes the same time.
        """
        return super().check_password(raw_password) and not self.is_bot

    async def acheck_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password, asynchronously; see ``check_password``."""
        return await super().acheck_password(raw_password) and not self.is_bot

    @property
    def is_site_bot(self) -> bool:
        """Return whether this is one of the site's own bots."""
        return self.is_bot and self.operator_id is None

    @property
    def is_suspended(self) -> bool:
        """Return whether a moderator has suspended this user."""
        return _ahead(self.barred_until)

    @property
    def is_closed(self) -> bool:
        """Return whether the account is closed for good, by the user or by a permanent suspension."""
        return self.closed_at is not None or self.barred_until == FOR_GOOD

    @property
    def is_locked_out(self) -> bool:
        """Return whether this account is inactive or suspended. A bot is also locked out if its operator is."""
        is_off = not self.is_active or (self.operator is not None and not self.operator.is_active)
        return is_off or self.is_suspended

    @property
    def is_muted(self) -> bool:
        """Return whether this user is currently not allowed to write to others."""
        return _ahead(self.muted_until)

    @property
    def is_unrated_only(self) -> bool:
        """Return whether this user is currently limited to unrated matches."""
        return _ahead(self.unrated_until)

    @property
    def shown_name(self) -> str:
        """Return the name as pages show it."""
        return shown_name(self.username)

    @property
    def avatar(self) -> Avatar:
        """Return the user's avatar; see ``avatar_of``."""
        return avatar_of(self.pk, self.avatar_pattern, self.avatar_colour)

    def get_full_name(self) -> str:
        """Return the name as pages show it."""
        return self.shown_name

    def get_short_name(self) -> str:
        """Return the name as pages show it."""
        return self.shown_name
