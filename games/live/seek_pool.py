"""Seeks made on pages in this process, and the pairing loop that runs while there are any."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils import timezone

from games.live.db_threads import Read
from games.live.seek_frames import show_seek
from games.live.site_messages import CancelSeekFrame, SeekFrame
from games.live.socket import Socket
from games.models import Seek
from games.models.lobby import PRESENT
from games.selectors.inbox import find_pairing
from games.services.pairing import cancel_seek, check_seeks_of_address, extend_seeks, pair_seekers, seek_match
from games.services.receipts import CommandId, Receipt, carry_out_once
from games.state.notices import Notice

logger = logging.getLogger(__name__)

POLL_SECONDS = 1.0
RENEW_SECONDS = 2.0  # less than half of PRESENT, so that one late renewal does not hide a seek


class SeekPool:
    """The pages in this process with an active seek.

    A seek without a page soon stops being listed and paired. A page that opens before the lease expires resumes it.
    """

    def __init__(self, read: Read, tell: Callable[[Notice], None], changed: Callable[[], None]) -> None:
        """Pass notices to ``tell``, and call ``changed`` whenever a seek has begun or ended."""
        self.is_alone = False  # True while other processes can't announce their pairings
        self._read = read
        self._tell_notice = tell
        self._changed = changed
        self._seekers: dict[int, set[Socket]] = {}
        self._asked = asyncio.Event()  # set to pair immediately
        self._renewed = 0.0

    @property
    def seekers(self) -> int:
        """The number of people with a seek on a page in this process."""
        return len(self._seekers)

    async def seek(self, socket: Socket, user_id: int, frame: SeekFrame, address: str) -> Receipt:
        """Start a seek. Raises ServiceError."""
        await self._read(partial(check_seeks_of_address, address=address))
        begin = partial(seek_match, user_id=user_id, ruleset=frame.ruleset, clock=frame.clock, rated=frame.rated)
        receipt = await self._carry_out(begin, user_id, frame.id)
        found = await self._read(partial(_find_seek, user_id))
        if found is None:  # the command was repeated, and the seek has ended in the meantime
            show_seek(None, [socket])
            return receipt
        self._keep(socket, user_id)
        self._tell(user_id, found)
        self._asked.set()
        self._changed()
        return receipt

    async def cancel(self, user_id: int, frame: CancelSeekFrame) -> Receipt:
        """Cancel the user's seek on all pages."""
        receipt = await self._carry_out(partial(cancel_seek, user_id=user_id), user_id, frame.id)
        if await self._read(partial(_find_seek, user_id)) is None:
            self._end(user_id)
        return receipt

    async def _carry_out(self, act: partial[Any], user_id: int, client_id: str | None) -> Receipt:
        """Carry out a command. A command with an id is carried out only once.

        Raises ServiceError if the command is refused.
        """
        if client_id is None:
            await self._read(act)
            return Receipt()
        command = CommandId.of(act, user_id=user_id, place="", client_id=client_id)
        receipt = await self._read(partial(carry_out_once, command=command, act=act))
        receipt.check()
        return receipt

    async def resume(self, socket: Socket, user_id: int) -> None:
        """Send a page its user's active seek, if there is one, and let the page keep it alive."""
        seek = await self._read(partial(_renew_seek, user_id))
        if seek is not None:
            self._keep(socket, user_id)
            self._asked.set()
            self._changed()
        show_seek(seek, [socket])

    def remove(self, socket: Socket) -> None:
        """Remove a closed page. Its seek lapses unless another page renews it."""
        if socket.user_id is None or socket.user_id not in self._seekers:
            return
        sockets = self._seekers[socket.user_id]
        sockets.discard(socket)
        if not sockets:
            del self._seekers[socket.user_id]
            asyncio.get_running_loop().call_later(PRESENT.total_seconds(), self._changed)  # the lobby still lists it

    def forget(self, user_id: int) -> None:
        """Forget a user's seek, which has ended or led to a match."""
        self._seekers.pop(user_id, None)
        self._changed()

    async def run(self) -> None:
        """Look for pairs and renew the leases while there are seeks.

        Pairing is tried repeatedly, because rating windows widen over time.
        """
        while True:
            try:
                await asyncio.wait_for(self._asked.wait(), POLL_SECONDS if self._seekers else None)
            except TimeoutError:
                pass
            self._asked.clear()
            try:
                await self._renew()
                await self._read(pair_seekers)
            except Exception:
                logger.exception("pairing failed")

    async def _renew(self) -> None:
        if time.monotonic() < self._renewed + RENEW_SECONDS and not self.is_alone:
            return
        self._renewed = time.monotonic()
        asked = list(self._seekers)
        alive = await self._read(partial(extend_seeks, user_ids=asked))
        for user_id in asked:
            if user_id in alive or user_id not in self._seekers:
                continue
            pairing = await self._read(partial(find_pairing, user_id))
            if pairing is None:
                self._end(user_id)
            else:  # the user was paired by another process, whose message did not arrive
                self._tell_notice(pairing)

    def _end(self, user_id: int) -> None:
        """End a user's seek and tell their pages."""
        self._tell(user_id, None)
        self.forget(user_id)

    def _keep(self, socket: Socket, user_id: int) -> None:
        self._seekers.setdefault(user_id, set()).add(socket)

    def _tell(self, user_id: int, seek: Seek | None) -> None:
        show_seek(seek, self._seekers.get(user_id, ()))


def _renew_seek(user_id: int) -> Seek | None:
    extend_seeks(user_ids=[user_id])
    return _find_seek(user_id)


def _find_seek(user_id: int) -> Seek | None:
    return Seek.objects.filter(user=user_id, alive_until__gt=timezone.now()).first()
