"""API tokens."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_LABEL = 40


class Scope(models.TextChoices):
    """The permissions of a token. Playing includes reading."""

    READ = "read", _("read")
    PLAY = "play", _("play")


class ApiToken(models.Model):
    """A token whose secret lets a program act as ``user`` in the API. Only a hash of the secret is stored.

    ``last_used`` is a date without a time, so that it does not reveal when the program runs.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens", verbose_name=_("player")
    )
    name = models.CharField(_("name"), max_length=MAX_LABEL)
    scope = models.CharField(_("may"), max_length=4, choices=Scope, default=Scope.READ)
    hash = models.CharField(_("hash"), max_length=64, unique=True, editable=False)
    created = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    last_used = models.DateField(_("last used"), null=True, blank=True, editable=False)
    ends = models.DateTimeField(_("ends"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(scope__in=Scope.values), name="token_scope_is_known"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Return whether the token has expired."""
        return self.ends is not None and self.ends <= timezone.now()

    def allows(self, scope: Scope) -> bool:
        """Return whether the token permits ``scope``."""
        return scope in {self.scope, Scope.READ}
