"""What people may decide about other people."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.models import Block, Kind, User


class NobodyToBlockError(ServiceError):
    """Oneself and bots cannot be kept away."""

    code = "nobody_to_block"
    message = _("You cannot mute or block yourself, and bots do not talk.")


def mute_user(*, by: User, whom: User) -> None:
    """Leave out what ``whom`` writes from now on. Somebody who is blocked is then only muted.

    Raises NobodyToBlockError.
    """
    _keep_away(by, whom, Kind.MUTE)


def block_user(*, by: User, whom: User) -> None:
    """Mute ``whom``, and be seated with them no more. Raises NobodyToBlockError."""
    _keep_away(by, whom, Kind.BLOCK)


def unblock(*, by: User, whom: User) -> None:
    """Take muting or blocking back; harmless where there is none."""
    Block.objects.filter(by=by, whom=whom).delete()


@transaction.atomic
def _keep_away(by: User, whom: User, kind: Kind) -> None:
    if by.pk == whom.pk or whom.is_bot:
        raise NobodyToBlockError
    Block.objects.update_or_create(by=by, whom=whom, defaults={"kind": kind})
