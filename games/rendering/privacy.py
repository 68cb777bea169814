"""The contents of the privacy page. The retention periods come from the settings and the code that deletes the data."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.guests import REMEMBERED
from accounts.languages import DIGITS_COOKIE
from accounts.login_fingerprints import COOKIE, COOKIE_AGE, KEPT
from accounts.online import ONLINE_FOR
from accounts.push import is_push_on
from games.services.guest_cleanup import IDLE

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class KeptData:
    """A kind of data that the site stores: what it is, and why and for how long it is stored."""

    what: str
    why: str
    how_long: str


@dataclass(frozen=True, slots=True)
class Cookie:
    """One of the site's cookies: its name, its purpose, and how long the browser keeps it."""

    name: str
    why: str
    how_long: str


def kept_data() -> list[KeptData]:
    """Return the kinds of data that the site stores about people, in the reader's language."""
    return [*_account_data(), *_device_data(), *_play_data(), *_server_data()]


def _account_data() -> list[KeptData]:
    until_closed = _("Until you close your account.")
    email = KeptData(
        _("Email address"),
        _("To reset your password, and to tell you about changes to your account and moderators’ decisions."),
        until_closed,
    )
    return [
        KeptData(
            _("Name, and a one-way hash of the password"),
            _("To sign you in, and to show others who they’re playing."),
            _(
                "Until you close your account. A key derived from the name is kept, so that no one else can take the "
                "name."
            ),
        ),
        *([email] if settings.EMAIL_URL else []),
        KeptData(
            _("Country, avatar and preferences, if you choose them; players you follow, mute or block"),
            _("To show them, and to prevent contact with players you’ve blocked or who’ve blocked you."),
            until_closed,
        ),
        KeptData(
            _("When you were last online"),
            _("To show your friends that you’re online, and to count how many people are online."),
            _("Shown for %(minutes)s minutes, overwritten each time, and deleted with your account.")
            % {"minutes": _minutes(ONLINE_FOR)},
        ),
        KeptData(
            _("Guests who never played"),
            _("To let you play without an account."),
            _("%(days)s after the last visit.") % {"days": _days(IDLE)},
        ),
    ]


def _device_data() -> list[KeptData]:
    push = KeptData(
        _("Devices with notifications turned on: browser, language, and address at the browser’s push service"),
        _("To notify you when you don’t have the site open."),
        _("Until you turn them off, sign out on that device, or stop using that browser."),
    )
    return [
        *([push] if is_push_on() else []),
        KeptData(
            _("Devices you’re signed in on: browser and network address"),
            _("So that you can find and end sessions that aren’t yours."),
            _("%(days)s after you sign in.") % {"days": _days(timedelta(seconds=settings.SESSION_COOKIE_AGE))},
        ),
        KeptData(
            _("Hashes of your device and network at sign-in"),
            _("So that players can’t evade moderators’ decisions with another account."),
            _("%(days)s after the last sign-in from that device or network.") % {"days": _days(KEPT)},
        ),
    ]


def _play_data() -> list[KeptData]:
    for_good = _("Permanently. After you close your account, they show “Closed account” instead of your name.")
    return [
        KeptData(
            _("Matches, moves, results and ratings"),
            _("They are part of the history of everyone who played, and ratings are calculated from them."),
            for_good,
        ),
        KeptData(
            _("Messages at tables, and comments on matches"),
            _("So that others can read them, and moderators can judge reports."),
            for_good,
        ),
        KeptData(
            _("Reports, and moderators’ decisions"),
            _("To treat everyone fairly, and to answer appeals."),
            _("Permanently."),
        ),
    ]


def _server_data() -> list[KeptData]:
    return [
        KeptData(
            _("Request logs, with network addresses"),
            _("To find faults and stop attacks."),
            _days(timedelta(days=settings.RONDA_LOG_DAYS)),
        ),
        KeptData(
            _("Backups of all of this"),
            _("So that nothing is lost if a machine fails."),
            _days(timedelta(days=settings.RONDA_BACKUP_DAYS)),
        ),
    ]


def cookies() -> list[Cookie]:
    """Return the site's cookies, in the reader's language."""
    session = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    language = timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)
    return [
        Cookie(
            settings.SESSION_COOKIE_NAME,
            _("Keeps you signed in."),
            _("%(days)s; as a guest, %(guest_days)s") % {"days": _days(session), "guest_days": _days(REMEMBERED)},
        ),
        Cookie(
            settings.CSRF_COOKIE_NAME,
            _("Makes sure that forms come from this site."),
            _days(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
        ),
        Cookie(settings.LANGUAGE_COOKIE_NAME, _("The language you’ve chosen."), _days(language)),
        Cookie(DIGITS_COOKIE, _("The digits you’ve chosen for Arabic pages."), _days(language)),
        Cookie(COOKIE, _("A random number that identifies your browser when you sign in again."), _days(COOKIE_AGE)),
    ]


def _days(period: timedelta) -> str:
    days = period // DAY
    return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}


def _minutes(period: timedelta) -> int:
    return -(-period // timedelta(minutes=1))
