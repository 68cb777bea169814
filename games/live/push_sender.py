"""Sends push notifications on separate threads, because a push service may take seconds to answer."""

from __future__ import annotations

import logging
import queue
import threading
import time

from django.db import close_old_connections, connection
from django.utils.translation import get_language_bidi, override

from accounts.models import PushSubscription
from accounts.push import note_gone, note_sent
from accounts.push_delivery import Outcome, PushClient
from games.live.metrics import PUSHES_DROPPED, PUSHES_FAILED, PUSHES_GONE, PUSHES_SENT
from games.live.push_desk import Push
from games.selectors.pushes import DELIVERIES, PushFacts, push_sentence, push_title, read_push

logger = logging.getLogger(__name__)

THREADS = 2
MOST_WAITING = 500
COUNTERS = {
    Outcome.SENT: PUSHES_SENT,
    Outcome.FAILED: PUSHES_FAILED,
    Outcome.GONE: PUSHES_GONE,
    Outcome.PAUSED: PUSHES_DROPPED,
}


class PushSender:
    """A bounded queue and its threads. Notifications that do not fit are dropped, and none is sent twice."""

    def __init__(self, *, threads: int = THREADS, most_waiting: int = MOST_WAITING) -> None:
        self._waiting: queue.Queue[Push | None] = queue.Queue(most_waiting)
        self._client = PushClient()
        self._threads = [
            threading.Thread(target=self._work, name=f"push-{number}", daemon=True) for number in range(threads)
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def submit(self, push: Push) -> None:
        """Queue a notification. Never blocks, and can be called from any thread."""
        try:
            self._waiting.put_nowait(push)
        except queue.Full:
            PUSHES_DROPPED.inc()

    def close(self, timeout: float) -> None:
        """Send the queued notifications, then end the threads. After ``timeout`` seconds, drop any that remain."""
        until = time.monotonic() + timeout
        for _thread in self._threads:
            try:
                self._waiting.put(None, timeout=max(0.0, until - time.monotonic()))
            except queue.Full:
                return
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self) -> None:
        while (push := self._waiting.get()) is not None:
            try:
                close_old_connections()
                self._send(push)
            except Exception:
                logger.exception("a push notification could not be sent")
                PUSHES_FAILED.inc()
        connection.close()

    def _send(self, push: Push) -> None:
        facts = read_push(push.event, push.code, push.user_id)
        if facts is None:
            return
        for device in PushSubscription.objects.filter(user=push.user_id).select_related("user"):
            language = device.user.language or device.language
            with override(language):
                payload = _payload(push.event, facts, language)
            outcome = self._client.send(
                device, payload, seconds=facts.seconds, topic=facts.topic, urgency=DELIVERIES[push.event].urgency
            )
            COUNTERS[outcome].inc()
            if outcome == Outcome.SENT:
                note_sent(subscription_id=device.pk)
            elif outcome == Outcome.GONE:
                note_gone(subscription_id=device.pk)


def _payload(event: str, facts: PushFacts, language: str) -> dict[str, str]:
    """Return the payload for the service worker, in the active language."""
    return {
        "kind": DELIVERIES[event].kind.value,
        "title": push_title(facts),
        "body": push_sentence(facts),
        "url": facts.path,
        "lang": language,
        "dir": "rtl" if get_language_bidi() else "ltr",
    }
