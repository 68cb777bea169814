"""The export of a user's personal data, as a zip archive that is written while it is being sent."""

import json
from collections.abc import Iterable, Iterator
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from accounts.export import account_data
from accounts.models import User
from games.models import Match, Seat
from games.selectors.replay import record_of
from games.selectors.summary import with_seats

MATCHES_AT_ONCE = 20
FACTS_OF_SEATS = (
    *("match__code", "match__ruleset", "match__status", "match__created", "finished"),
    *("number", "outcome", "left", "auto_call", "gentle_start", "rating_before", "rating_change"),
)

# The archive's README.
ABOUT = (
    _("The data Ronda stores about you. Times are in UTC."),
    _(
        "account.json: your account, email addresses, the names of your passkeys and codes, where you are signed in, "
        "where you get notifications, the players you follow, mute or block, and moderators’ decisions about you, as "
        "shown to you."
    ),
    _(
        "signed_in_from in account.json: to find accounts that belong to the same person, the site stores keyed "
        "hashes of the devices and networks you sign in from. They cannot be reversed, and are kept for 90 days after "
        "your last sign-in from there; its date is given here. The hashes mean nothing without the site’s key, so "
        "they are left out."
    ),
    _(
        "ratings.json, rating-changes.json, matches.json, puzzle-answers.json and invitations.json contain what their "
        "names suggest. "
        "words-at-tables.json (chat), comments.json and reports.json contain what you wrote. Messages hidden by "
        "moderators include the time they were hidden."
    ),
    _(
        "records contains all your finished matches, move by move. The site’s tools can read and check them. "
        "Running matches have no record yet, because it would show the other players’ cards."
    ),
    _(
        "push_notifications in account.json: the devices the site sends notifications to. Their addresses and keys "
        "are left out, because they work like passwords."
    ),
    _("Not included: other players’ reports about you, and moderators’ notes to each other. They are not your data."),
)


class Pipe:
    """A file-like object for writing the archive. It is emptied repeatedly, so it never holds the whole archive."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Store data until the next call to ``take``, and return its length."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because there is nothing to flush to."""

    def take(self) -> bytes:
        """Return the data written since the last call."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def write_archive(user: User) -> Iterator[bytes]:
    """Yield the archive one file at a time.

    Records of matches that are still running are left out.
    """
    pipe = Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, content in _files(user):
            archive.writestr(name, content)
            if piece := pipe.take():
                yield piece
    yield pipe.take()


def _files(user: User) -> Iterator[tuple[str, str]]:
    yield "README.txt", "\n\n".join(str(words) for words in ABOUT)
    yield "account.json", _json(account_data(user))
    yield "ratings.json", _json(user.ratings.values("ruleset", "size_class", "value", "matches", "opponents", "ranked"))
    changes = user.rating_changes.values("match__code", "kind", "before", "delta", "after", "created")
    yield "rating-changes.json", _json(changes.iterator())
    lines = user.lines.order_by("pk").values("match__code", "room", "text", "phrase", "created", "hidden")
    yield "words-at-tables.json", _json(lines.iterator())
    written = user.comments.order_by("pk").values("match__code", "text", "created", "hidden")
    yield "comments.json", _json(written.iterator())
    reports = user.reports_made.values("match__code", "whom__username", "reason", "words", "line__created", "created")
    yield "reports.json", _json(reports.iterator())
    seats = Seat.objects.filter(user=user, bot="").order_by("pk")
    yield "matches.json", _json(seats.values(*FACTS_OF_SEATS).iterator())
    invitations = user.invitations.order_by("created").values("match__code", "by__username", "answer", "created")
    answers = user.puzzle_attempts.order_by("created")
    facts = ("puzzle__ruleset", "puzzle__date", "move", "solved", "on_time", "rating", "rating_change", "created")
    yield "puzzle-answers.json", _json(answers.values(*facts).iterator())
    yield "invitations.json", _json(invitations.iterator())
    yield from _records(user)


def _records(user: User) -> Iterator[tuple[str, str]]:
    last = 0
    while batch := _ended_matches(user, last):
        for match in batch:
            last = match.pk
            yield f"records/{match.code}.json", _json(record_of(match).as_json())


def _ended_matches(user: User, after: int) -> list[Match]:
    own = Seat.objects.filter(user=user, bot="", finished__isnull=False, match__gt=after).order_by("match")
    ids = list(own.values_list("match", flat=True)[:MATCHES_AT_ONCE])
    matches = with_seats(Match.objects.filter(pk__in=ids)).prefetch_related(Prefetch("deals"), Prefetch("moves"))
    return list(matches.order_by("pk"))


def _json(content: Any) -> str:
    if isinstance(content, Iterable) and not isinstance(content, dict):
        content = list(content)
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
