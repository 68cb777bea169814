"""Idempotent commands: a command with an idempotency key is executed once, and every repeat gets the same answer.

The answer is stored in the transaction that executes the command. Repeats contend for a lock on the match or, if the
command is not for a match, on the user, so the later command finds the answer to the earlier one.

A refusal is stored if it was caused by the state of the match. The same command might be allowed soon afterwards, but
must not be executed then. Other refusals concern the sender or ask the sender to try again later. These are not stored,
so repeats are checked afresh.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2s
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.models import CommandReceipt, Match
from games.models.receipt import MAX_ID, MAX_MESSAGE
from games.rules.refusals import REFUSALS
from games.services.admission import lock_users
from games.state.announce import Change
from games.state.errors import Illegal, Stale, Unavailable
from games.state.match_sql import Values, find_rows, insert_rows
from games.state.store import MatchStore, open_store
from games.state.store_service import run_within

ID_PATTERN = rf"^[A-Za-z0-9._:-]{{1,{MAX_ID}}}$"
RETENTION = timedelta(days=1)
DELETED_AT_ONCE = 1_000  # rows per transaction; kept small because other writers have to wait for it on SQLite

Act = partial[object]  # a service with its arguments

_TABLE = CommandReceipt._meta.db_table
_ASKED = ("user_id", "place", "client_id")
_ANSWERED = ("command", "refusal", "message", "version", "opened")
_COLUMNS = (*_ASKED, *_ANSWERED, "created")


class IdReusedError(Unavailable):
    """The idempotency key belongs to an earlier, different command. Nothing was done."""

    code = "id_reused"
    message = _("This id has already been used for another command.")


class CommandId(NamedTuple):
    """The identity of a command.

    ``user_id`` is the sender. ``place`` is the code of the match, or an empty string if the command is not for a match.
    ``client_id`` is the idempotency key. ``digest`` distinguishes a repeat from a different command with the same key.
    """

    user_id: int
    place: str
    client_id: str
    digest: str

    @classmethod
    def of(cls, act: Act, *, user_id: int, place: str, client_id: str) -> "CommandId":
        """Return the identity of ``act``, sent with ``client_id``."""
        name = getattr(act.func, "__qualname__", repr(act.func))
        arguments = sorted(item for item in act.keywords.items() if item[0] != "user")
        digest = blake2s(repr((name, act.args, arguments)).encode(), digest_size=8).hexdigest()
        return cls(user_id, place, client_id, digest)


class Receipt(NamedTuple):
    """The answer to a command. ``refusal`` is an error code, or an empty string if the command was executed.

    ``version`` is the match's version afterwards, or None if the command created no version. ``opened`` is the code of
    the match that the command opened, if it opened one.
    """

    refusal: str = ""
    message: str = ""
    version: int | None = None
    opened: str = ""

    @classmethod
    def of(cls, result: object) -> "Receipt":
        """Return the receipt for a service's result."""
        if isinstance(result, Match):
            return cls(version=result.version, opened=result.code)
        return cls(version=result.version if isinstance(result, Change) else None)

    def check(self) -> None:
        """Raise the stored refusal, if there is one: Stale, Illegal or Unavailable."""
        if self.refusal == Stale.code:
            raise Stale
        if self.refusal in REFUSALS:
            raise Illegal(self.refusal, _(self.message))
        if self.refusal:
            raise Unavailable(self.refusal, _(self.message))


class Stored(NamedTuple):
    """The data stored for an idempotency key: the digest of its command, and the answer."""

    digest: str
    receipt: Receipt


Receipts = dict[Values, Stored]  # keyed by user, place and id


def carry_out_once(*, command: CommandId, act: Act) -> Receipt:
    """Execute a command in a separate transaction, or return the answer to an earlier command with the same key.

    Raises IdReusedError, and any error from ``act`` that is not stored.
    """
    with open_store() as store:
        if command.place:
            store.prepare([command.place])
        else:
            lock_users([command.user_id])
        return do_once(store, command, act, find_receipts([command]))


def find_receipts(commands: Iterable[CommandId]) -> Receipts:
    """Look up the answers to all commands in a batch in one statement. Their matches must be locked."""
    wanted = list({command[:3] for command in commands})
    if not wanted:
        return {}
    found = find_rows(_TABLE, _ASKED, _ANSWERED, wanted)
    return {asked: Stored(digest, Receipt(*answer)) for asked, (digest, *answer) in found.items()}


def do_once(store: MatchStore, command: CommandId, act: Callable[[], object], known: Receipts) -> Receipt:
    """Carry out a command and store the answer, or return the stored answer. The command's match must be locked.

    ``known`` contains the stored answers to the commands in the batch. Raises IdReusedError, and any error from ``act``
    that is not stored.
    """
    stored = known.get(command[:3])
    if stored is not None:
        if stored.digest != command.digest:
            raise IdReusedError
        return stored.receipt
    try:
        receipt = Receipt.of(run_within(store, act))
    except (Stale, Illegal, Unavailable) as error:
        with override(settings.LANGUAGE_CODE):  # store the message ID; each repeat gets it in its own language
            receipt = Receipt(refusal=error.code, message=str(error.message)[:MAX_MESSAGE])
    known[command[:3]] = Stored(command.digest, receipt)
    store.write_later(_insert, (*command[:3], command.digest, *receipt, timezone.now()))
    return receipt


def delete_old_receipts(*, before: datetime | None = None) -> int:
    """Delete receipts stored before this time, by default those older than ``RETENTION``. Return the number deleted.

    The receipts are deleted a few at a time, in separate transactions, so that moves do not have to wait.
    """
    old = CommandReceipt.objects.filter(created__lt=before or timezone.now() - RETENTION).order_by("created")
    deleted = 0
    while ids := list(old.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        deleted += CommandReceipt.objects.filter(pk__in=ids).delete()[0]
    return deleted


def _insert(rows: Sequence[Values]) -> None:
    insert_rows(_TABLE, _COLUMNS, rows)
