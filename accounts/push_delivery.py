"""Sending a notification to a device, encrypted for that device (RFC 8291)."""

from __future__ import annotations

import json
import logging
import time
from enum import Enum
from urllib.parse import urlsplit

import requests
from django.conf import settings
from py_vapid import Vapid
from pywebpush import WebPushException, webpush
from requests import RequestException

from accounts import push_services
from accounts.models import PushSubscription

logger = logging.getLogger(__name__)

TIMEOUT = (3.05, 5.0)  # seconds to wait for the connection, and for each part of the response
PAUSE_SECONDS = 60.0  # how long to avoid a service that failed or was overloaded
MAX_PAUSE_SECONDS = 3600.0
GONE = frozenset({404, 410})  # the browser has ended the subscription
OVERLOADED = 429
SERVER_ERROR = 500


class Outcome(Enum):
    """The outcome of sending a notification. ``PAUSED`` means that it was not sent because the service had failed."""

    SENT = "sent"
    FAILED = "failed"
    GONE = "gone"
    PAUSED = "paused"


class PushClient:
    """The connections to push services. Failed notifications are not retried: the next turn triggers a new one."""

    def __init__(self) -> None:
        self._session = requests.Session()
        self._session.max_redirects = 0  # a redirect could lead into the server's own network
        self._key = Vapid.from_raw(settings.RONDA_VAPID_PRIVATE_KEY.encode())
        self._paused: dict[str, float] = {}  # service → end of its pause, on the monotonic clock

    def send(
        self, device: PushSubscription, payload: dict[str, str], *, seconds: int, topic: str, urgency: str
    ) -> Outcome:
        """Send a notification. The service keeps it for ``seconds``, or until one with the same topic replaces it."""
        if not push_services.is_push_service(device.endpoint):  # the setting may have changed since
            return Outcome.FAILED
        service = urlsplit(device.endpoint).netloc
        if self._paused.get(service, 0.0) > time.monotonic():
            return Outcome.PAUSED
        try:
            webpush(
                {"endpoint": device.endpoint, "keys": {"p256dh": device.public_key, "auth": device.secret}},
                json.dumps(payload, ensure_ascii=False),
                vapid_private_key=self._key,
                vapid_claims={"sub": f"mailto:{settings.RONDA_CONTACT or settings.DEFAULT_FROM_EMAIL}"},
                headers={"Topic": topic, "Urgency": urgency},
                ttl=seconds,
                timeout=TIMEOUT,
                requests_session=self._session,
            )
        except WebPushException as error:
            return self._refused(service, error)
        except RequestException as error:
            logger.warning("the push service %s cannot be reached: %s", service, type(error).__name__)
            self._pause(service, PAUSE_SECONDS)
            return Outcome.FAILED
        return Outcome.SENT

    def _refused(self, service: str, error: WebPushException) -> Outcome:
        status = error.status_code or 0
        if status in GONE:
            return Outcome.GONE
        logger.warning("the push service %s has refused a notification with status %d", service, status)
        if status == OVERLOADED or status >= SERVER_ERROR:
            wait = error.retry_after or ""
            self._pause(service, float(wait) if wait.isdecimal() else PAUSE_SECONDS)
        return Outcome.FAILED

    def _pause(self, service: str, seconds: float) -> None:
        self._paused[service] = time.monotonic() + min(seconds, MAX_PAUSE_SECONDS)
