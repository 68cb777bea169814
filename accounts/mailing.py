"""Emails sent in the background, such as those about sanctions. A thread sends them after the commit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import override

from accounts.models import User

logger = logging.getLogger(__name__)

TIMEOUT = 20  # seconds in which the mail server must answer


def mail_users(users: Collection[User], template: str, **context: Any) -> None:
    """Email each of these users who has a verified address, in the language of their account.

    ``template`` is the path of the templates, without ``_subject.txt`` and ``_message.txt``. Outside a request, nothing
    is sent: the links in the emails need the address of the site, which only a request has.
    """
    if not settings.EMAIL_URL or allauth_context.request is None:
        return
    found = EmailAddress.objects.filter(user__in=users, primary=True, verified=True)
    addresses: dict[int, str] = dict(found.values_list("user", "email"))
    mails: list[EmailMessage] = []
    for user in users:
        if user.pk in addresses:
            with override(user.language or settings.LANGUAGE_CODE):
                mails.append(get_adapter().render_mail(template, addresses[user.pk], {**context, "user": user}))
    if mails:
        transaction.on_commit(partial(send_on_thread, mails))


def send_on_thread(mails: Sequence[EmailMessage]) -> None:
    """Send the emails on a thread. A process that stops waits for it."""
    threading.Thread(target=_send, args=[mails], name="mail").start()


def _send(mails: Sequence[EmailMessage]) -> None:
    try:
        get_connection(timeout=TIMEOUT).send_messages(mails)
    except OSError:  # smtplib's errors are OSErrors, too
        logger.exception("emails not sent: %d", len(mails))
