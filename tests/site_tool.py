"""Functions that tests and benchmarks run against a site's database in a separate process. See ``servers.Site.call``.

Each line of standard input is a call, ``[name, arguments]`` in JSON; each line of standard output is its result,
``{"result": …}`` or ``{"error": traceback}``.
"""

from __future__ import annotations

import json
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.auth.models import Group  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.db import DatabaseError, close_old_connections, connection, transaction  # noqa: E402
from django.db.models import F, Sum  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.bots import make_bot  # noqa: E402
from accounts.models import PushSubscription, Scope, User  # noqa: E402
from accounts.online import online_among as _online_among  # noqa: E402
from accounts.sanctions import impose_sanction  # noqa: E402
from accounts.services import mute_user, unblock  # noqa: E402
from accounts.tokens import make_token  # noqa: E402
from games.bots import BOTS  # noqa: E402
from games.chat.services import hide_line, send_chat_line  # noqa: E402
from games.comments.services import write_comment  # noqa: E402
from games.models import (  # noqa: E402
    ChatLine,
    Clock,
    CommandReceipt,
    Deal,
    Match,
    Move,
    Rating,
    RatingChange,
    Report,
    Seat,
    ServerProcess,
    Status,
)
from games.models.match import new_code  # noqa: E402
from games.moderation.models import Report, ReportReason  # noqa: E402
from games.moderation.services import report_player  # noqa: E402
from games.rules import find_ruleset  # noqa: E402
from games.rules.record import check_record  # noqa: E402
from games.selectors.replay import load_ended, record_of  # noqa: E402
from games.selectors.table import load_table  # noqa: E402
from games.services.bot_levels import user_of_bot  # noqa: E402
from games.services.pairing import pair_seekers, seek_match  # noqa: E402
from games.services.play import make_move  # noqa: E402
from games.services.receipts import CommandId, find_receipts  # noqa: E402
from games.services.results import void_match  # noqa: E402
from games.services.seating import open_match, start_quick_match, take_seat  # noqa: E402
from games.state.errors import ServiceError  # noqa: E402
from games.state.match_cache import match_cache  # noqa: E402
from games.state.match_log import replay_match  # noqa: E402
from games.state.match_sql import insert_moves, match_values, update_matches  # noqa: E402
from games.state.store import open_store  # noqa: E402
from tests.at_once import at_once as _at_once  # noqa: E402
from tests.bulk_data import best_time, count_queries, fill_database, pages_of_large_site  # noqa: E402
from tests.crawl import Crawler  # noqa: E402
from tests.crawl_site import HIDDEN, ROLES, make_site  # noqa: E402
from tests.hostile_texts import write_hostile_texts  # noqa: E402
from tests.puzzle_factories import add_puzzle  # noqa: E402
from tests.rating_factories import RatedPlayers  # noqa: E402
from tests.services.tables import cut_if_due, open_table, play_to_end  # noqa: E402
from tests.services.tables import play_on as _play_on  # noqa: E402
from tests.table_factories import make_table_with_people  # noqa: E402


def online_among(user_ids: list[int]) -> list[int]:
    """Return the ids of the given users who are online."""
    return sorted(_online_among(user_ids))


def players(names: list[str]) -> list[dict[str, Any]]:
    """Create logged-in players. Return the id, name and session cookie of each."""
    return [_signed_in(User.objects.create_user(name)) for name in names]


def tokens(name: str, count: int) -> list[str]:
    """Create a player with tokens, and return the tokens."""
    user = User.objects.create_user(name)
    return [make_token(user=user, name=f"program {number}")[1] for number in range(count)]


def moderator(name: str) -> dict[str, Any]:
    """Create a logged-in superuser."""
    return _signed_in(User.objects.create_superuser(name, password=None))


def table_with_users(kind: str, prefix: str = "") -> dict[str, Any]:
    """Create a table of this kind (see tests/table_factories.py). Return its code and all users' session cookies."""
    match, people = make_table_with_people(kind, prefix)
    return {"code": match.code, "people": {who: _signed_in(user)["cookie"] for who, user in people.items()}}


def crawl_site() -> dict[str, Any]:
    """Create a site to crawl with a browser (see tests/crawl_site.py).

    Return its match codes and the guest, who has no password.
    """
    site = make_site(["one-deck"])
    codes = [code for code, kind in site.matches.items() if HIDDEN not in kind]
    return {"codes": codes, "guest": _signed_in(site.roles["guest"])}


def save_pages(folder: str) -> int:
    """Create a site to crawl, and save every page that any role can reach as a file in this folder.

    Return the number of pages.
    """
    site = make_site(["moroccan"])
    files = count()

    def save(address: str, html: str) -> None:
        name = re.sub(r"[^\w-]+", "_", f"{next(files):04} {role}{address}")[:100]
        Path(folder, f"{name}.html").write_text(html, encoding="utf-8")

    for role in ROLES:
        Crawler(site, role, on_page=save).crawl()
    return next(files)


def group_moderator(name: str) -> dict[str, Any]:
    """Create a logged-in moderator who has only the permissions of the moderators group."""
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return _signed_in(user)


def _signed_in(user: User) -> dict[str, Any]:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return {"id": user.pk, "name": user.username, "cookie": session.session_key}


def bots(names: list[str]) -> list[dict[str, Any]]:
    """Create bots. Return the id, name, token (with the play scope), token id and logged-in operator of each."""
    made = []
    for name in names:
        operator = User.objects.create_user(f"op-{name}")
        bot = make_bot(operator=operator, name=name)
        token, secret = make_token(user=bot, name="a test", scope=Scope.PLAY)
        told = {"id": bot.pk, "name": name, "token": secret, "token_id": token.pk}
        made.append({**told, "operator": _signed_in(operator)})
    return made


def matches_against_site_bot(bot: int, rulesets: list[str]) -> list[str]:
    """Start short matches between a bot and the site's bot, one for each ruleset, and return their codes."""
    user, codes = User.objects.get(pk=bot), []
    for ruleset in rulesets:
        has_target = "target" in [option.name for option in find_ruleset(ruleset).options.options]
        codes.append(start_quick_match(user=user, ruleset=ruleset, options={"target": 15} if has_target else {}).code)
    return codes


def bots_match(bot_ids: list[int], options: dict[str, Any]) -> str:
    """Start a match between bots, with the pack waiting to be cut, and return its code."""
    host, *others = [User.objects.get(pk=pk) for pk in bot_ids]
    match = open_match(user=host, ruleset="moroccan", options=options, private=False, rated=False)
    for other in others:
        take_seat(code=match.code, user=other)
    return match.code


def matches(count: int, options: dict[str, Any], prefix: str = "p", ruleset: str = "moroccan") -> list[dict[str, Any]]:
    """Start casual matches with new players in all seats, and deal. Return the code and players of each match."""
    made = []
    seats = find_ruleset(ruleset)(options).players
    with transaction.atomic():
        for number in range(count):
            people = players([f"{prefix}{number}x{seat}" for seat in range(seats)])
            host, *others = [User.objects.get(pk=person["id"]) for person in people]
            match = open_match(user=host, ruleset=ruleset, options=options, private=True, rated=False)
            for other in others:
                take_seat(code=match.code, user=other)
            cut_if_due(match)
            made.append({"id": match.pk, "code": match.code, "players": people})
    return made


def timed_matches(count: int, after: float, spread: float, seats: int = 2) -> float:
    """Create rated matches where everyone has played a card and the player to act has little time left.

    The first deadline is ``after`` seconds from now, and the others follow at equal intervals over ``spread`` seconds.
    Return the first deadline as a timestamp. Only one match is played through the services. Its rows are then copied,
    which is fast enough for a thousand matches.
    """
    model = _played_a_card_each(seats)
    rows = {kind: list(getattr(model, kind).all()) for kind in ("seats", "deals", "moves")}
    names = [f"t{model.pk}x{number}" for number in range(seats * count)]
    people = iter(User.objects.bulk_create(User(username=name) for name in names))
    first = timezone.now() + timedelta(seconds=after)
    made = []
    for number in range(count):
        deadline = first + timedelta(seconds=spread * number / count)
        made.append(_copy(model, code=new_code(), deadline=deadline, wake_at=deadline, created_by=model.created_by))
    with transaction.atomic():
        Match.objects.bulk_create(made)
        Seat.objects.bulk_create(
            _copy(seat, match=match, user=next(people)) for match in made for seat in rows["seats"]
        )
        Deal.objects.bulk_create(_copy(deal, match=match) for match in made for deal in rows["deals"])
        Move.objects.bulk_create(_copy(move, match=match) for match in made for move in rows["moves"])
        model.delete()
    return first.timestamp()


def started_match(seats: int, clock: str, prefix: str) -> dict[str, Any]:
    """Create a rated match where everyone has played a card. Return its code and players."""
    match = _played_a_card_each(seats, clock, prefix)
    return {"code": match.code, "players": [_signed_in(seat.user) for seat in match.seats.all() if seat.user]}


def _played_a_card_each(seats: int, clock: str = "600+5", prefix: str = "m") -> Match:
    here: Any = {"recent": False, "online": [True] * seats, "watching": 0}
    people = [User.objects.create_user(f"{prefix}{Match.objects.count()}x{seat}") for seat in range(seats)]
    match = open_match(
        user=people[0],
        ruleset="moroccan",
        options={"players": seats},
        private=True,
        rated=True,
        clock=Clock.parse(clock),
    )
    for person in people[1:]:
        take_seat(code=match.code, user=person)
    while True:
        match.refresh_from_db()
        frame = load_table(match.code).state_frame(match.turn, [], **here)
        if not frame["early"]:
            return match
        mover = people[match.turn or 0]
        make_move(code=match.code, user_id=mover.pk, version=match.version, move=frame["view"]["moves"][0])


def _copy(row: Any, **changes: Any) -> Any:
    """Return an unsaved copy of the row with these changes."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del fields["id"]
    for name in changes:
        fields.pop(row._meta.get_field(name).attname, None)
    return type(row)(**fields, **changes)


def add_push_device(user_id: int, language: str, facts: dict[str, str]) -> None:
    """Turn on push notifications in a browser."""
    PushSubscription.objects.create(user_id=user_id, language=language, session="a session", **facts)


def push_devices(user_id: int) -> list[str]:
    """Return the addresses of the browsers that show a user's push notifications."""
    return list(PushSubscription.objects.filter(user=user_id).values_list("endpoint", flat=True))


def forget_processes() -> None:
    """Delete the heartbeats of all processes. Those that are still running write theirs again."""
    ServerProcess.objects.all().delete()


def count_running_matches() -> int:
    """Return the number of matches in play on the whole site."""
    return Match.objects.filter(status=Status.RUNNING).count()


def outcomes() -> dict[str, int]:
    """Return counts for the whole site.

    They cover timed matches by status and reason, timeouts that came too early (``early``), ratings by number of
    matches (such as ``rated 1``), and seats with a stand-in bot (``stand-in``).
    """
    timed = Match.objects.exclude(clock="")
    found = Counter(f"{status} {reason}".strip() for status, reason in timed.values_list("status", "result_reason"))
    found += Counter(f"rated {matches}" for matches in Rating.objects.values_list("matches", flat=True))
    found += Counter("early" for match in timed.filter(finished__isnull=False) if _too_early(match))
    found += Counter("stand-in" for _seat in Seat.objects.exclude(stand_in=""))
    return dict(found)


def _too_early(match: Match) -> bool:
    """Return whether a match was lost on time even though the losing seat had time left."""
    return match.result_reason == "timeout" and match.banks[match.result_seat or 0] > 0


def deadline_delays(first: float, spread: float) -> list[float]:
    """Return the seconds from each deadline of ``timed_matches`` to the end of its match."""
    ended = list(Match.objects.filter(result_reason="timeout").order_by("pk").values_list("finished", flat=True))
    due = [first + spread * number / len(ended) for number in range(len(ended))]
    return [end.timestamp() - at for end, at in zip(ended, due, strict=True) if end is not None]


def clocks(codes: list[str]) -> list[dict[str, Any]]:
    """Return the clock and the number of moves of each match. Times are in seconds since the epoch."""
    found = []
    for code in codes:
        match = Match.objects.get(code=code)
        times = {name: getattr(match, name) for name in ("turn_began", "deadline", "finished")}
        seconds = {name: value and value.timestamp() for name, value in times.items()}
        stored = {"banks": match.banks, "version": match.moved_version, "reason": match.result_reason}
        found.append({**seconds, **stored, "turn": match.turn, "moves": match.moves.count()})
    return found


@transaction.atomic
def end_grace(code: str) -> None:
    """Set the end of all grace periods in a match to an hour ago.

    They are then over even if a server that was held up has extended them in the meantime.
    """
    long_ago = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(match__code=code, grace_ends__isnull=False).update(grace_ends=long_ago)
    # A new version, so that no process uses its cached game.
    version = F("version") + 1
    Match.objects.filter(code=code).update(wake_at=long_ago, version=version, facts_version=version)


@transaction.atomic
def pass_time(code: str, seconds: float) -> None:
    """Let time pass in a match by moving all stored times this many seconds into the past."""
    time = timedelta(seconds=seconds)
    match = Match.objects.select_for_update().get(code=code)  # players may be changing it
    for name in ("turn_began", "deadline", "wake_at"):
        stored = getattr(match, name)
        setattr(match, name, stored and stored - time)
    match.version += 1
    match.facts_version = match.version  # so that no process uses its cached game
    match.save()
    Seat.objects.filter(match=match, grace_ends__isnull=False).update(grace_ends=F("grace_ends") - time)


def pass_time_everywhere(seconds: float) -> None:
    """Let this many seconds pass in every match with a clock."""
    for code in list(Match.objects.filter(deadline__isnull=False).values_list("code", flat=True)):
        pass_time(code, seconds)


def finished_matches(names: list[str], options: dict[str, Any], count: int) -> dict[str, Any]:
    """Create players and finished matches between them. Return the players and the codes."""
    people = players(names)
    users = [User.objects.get(pk=person["id"]) for person in people]
    codes = []
    for seed in range(count):
        match = open_table(*users, **options)
        play_to_end(match, seed)
        codes.append(match.code)
    return {"players": people, "codes": codes}


def reported_match(names: list[str]) -> dict[str, Any]:
    """Create a finished match between two players. The first has reported the second for being rude."""
    match = finished_matches(names, {"target": 5}, 1)
    code, (one, other) = match["codes"][0], match["players"]
    send_chat_line(code=code, user_id=one["id"], text="Good luck!")
    said = send_chat_line(code=code, user_id=other["id"], text="You play like a donkey, go home")
    write_comment(code=code, user=User.objects.get(pk=other["id"]), text="What a waste of my time.")
    by = User.objects.get(pk=one["id"])
    words = "He insults me at every table."
    report = report_player(code=code, by=by, whom=other["name"], reason="words", words=words, line_id=said.pk)
    return {**match, "report": report.pk, "line": said.pk}


def hostile_site() -> dict[str, Any]:
    """Create a site full of texts that try to run a script, and users to read it. See tests/hostile_texts.py."""
    people = [*players(["amina", "badr"]), group_moderator("fatima")]
    made = write_hostile_texts(*(User.objects.get(pk=person["id"]) for person in people))
    return {**made, "people": dict(zip(("player", "other", "moderator"), people, strict=True))}


def bot_match(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Start a match between a new player and bots. Return its code and its player."""
    person = players([name])[0]
    match = start_quick_match(user=User.objects.get(pk=person["id"]), ruleset="moroccan", options=options)
    return {"code": match.code, "players": [person]}


def puzzles(rulesets: list[str]) -> dict[str, list[str]]:
    """Create today's puzzles. Return the cards to choose from in each ruleset, the right one first."""
    return {name: [str(choice["move"][1]) for choice in add_puzzle(name).choices] for name in rulesets}


def old_puzzles(days: int) -> None:
    """Create a puzzle for each of the last days before yesterday."""
    for ago in range(2, 2 + days):
        add_puzzle(day=timezone.localdate() - timedelta(days=ago))


@transaction.atomic
def play_on(code: str, left: int) -> None:
    """Have all seats in a match move at random until this many moves are left.

    This is a single transaction, so the site's own bots cannot end the match before ``wake_at`` is set.
    """
    match = Match.objects.get(code=code)
    _play_on(match, left)
    # A new version, so that no process uses its cached game.
    version = F("version") + 1
    Match.objects.filter(code=code).update(wake_at=timezone.now(), version=version, facts_version=version)


def bot_matches(count: int, options: dict[str, Any], within: float) -> None:
    """Start matches in which the strongest bot plays itself. Their first moves are spread over ``within`` seconds."""
    host = User.objects.create_user("onlooker")
    bot = max(BOTS.values(), key=lambda bot: bot.level).key
    with transaction.atomic():
        matches = [
            start_quick_match(user=host, ruleset="moroccan", options=options, level=bot) for _number in range(count)
        ]
        start = timezone.now()
        for number, match in enumerate(matches):
            match.seats.filter(bot="").update(user=user_of_bot(bot), bot=bot)
            Match.objects.filter(pk=match.pk).update(wake_at=start + timedelta(seconds=within * number / count))


def moves_of_bots() -> int:
    """Return the number of moves in matches between bots."""
    return Move.objects.exclude(match__seats__bot="").count()


def table(name: str, options: dict[str, Any], clock: str = "", ruleset: str = "moroccan") -> dict[str, Any]:
    """Create an open table with one new player. Return its code and host."""
    person = players([name])[0]
    host = User.objects.get(pk=person["id"])
    timed = Clock.parse(clock) if clock else None
    match = open_match(user=host, ruleset=ruleset, options=options, private=True, rated=bool(clock), clock=timed)
    return {"code": match.code, "host": person}


def join_table(code: str, user_id: int) -> None:
    """Have a user join a table."""
    take_seat(code=code, user=User.objects.get(pk=user_id))


def join_at_once(codes: list[str], user_id: int) -> list[str]:
    """Have one user join several tables at once.

    Return, for each table, the error code if the user was refused, or else an empty string.
    """
    user = User.objects.get(pk=user_id)
    return _refusals([partial(take_seat, code=code, user=user) for code in codes])


def pair_and_join_at_once(codes: list[str], user_ids: list[int], pairings: int) -> list[str]:
    """Have all users seek a match. Then have a different user join each table while threads pair the seekers.

    Return, for each table and then for each pairing, the error code if the call was refused, or else an empty string.
    """
    for user_id in user_ids:
        seek_match(user_id=user_id, ruleset="moroccan", clock="600+10", rated=True)
    users = {user.pk: user for user in User.objects.filter(pk__in=user_ids)}
    seats = [partial(take_seat, code=code, user=users[pk]) for code, pk in zip(codes, user_ids, strict=False)]
    return _refusals([*seats, *[pair_seekers] * pairings])


def _refusals(calls: list[Callable[[], Any]]) -> list[str]:
    """Start the calls together. Return, for each call, the error code if it was refused, or else an empty string."""
    return [answer.code if isinstance(answer, ServiceError) else "" for answer in _at_once(*calls)]


def seats_of(user_ids: list[int]) -> list[list[str]]:
    """Return the tables at which each of these users sits."""
    return [list(Match.objects.filter(seats__user=pk).values_list("code", flat=True)) for pk in user_ids]


def void(code: str, reason: str) -> None:
    """Void a match as a new moderator."""
    judge = User.objects.create_superuser(f"mod-{code}", password=None)
    void_match(code=code, moderator=judge, reason=reason)


def deactivate(user_id: int) -> None:
    """Deactivate a user."""
    User.objects.filter(pk=user_id).update(is_active=False)


def close_to_spectators(code: str) -> None:
    """Close a match to spectators."""
    Match.objects.filter(code=code).update(has_spectators=False)


def mute(by: int, whom: int) -> None:
    """Have one user mute another."""
    mute_user(by=User.objects.get(pk=by), whom=User.objects.get(pk=whom))


def unmute(by: int, whom: int) -> None:
    """Have one user unmute another."""
    unblock(by=User.objects.get(pk=by), whom=User.objects.get(pk=whom))


def hide_message(line_id: int, name: str) -> None:
    """Hide a chat message as a new moderator."""
    hide_line(line_id=line_id, moderator=User.objects.create_superuser(name, password=None))


def ban_from_chat(user_id: int, name: str, days: int) -> None:
    """Ban a user from chat for some days, as a new moderator."""
    impose_sanction(
        whom=User.objects.get(pk=user_id),
        by=User.objects.create_superuser(name, password=None),
        measure="mute",
        reason="insults",
        message="Be kind.",
        ends=timezone.now() + timedelta(days=days),
    )


def reports() -> list[dict[str, Any]]:
    """Return all reports, the latest first."""
    fields = ("by__username", "whom__username", "reason", "words", "lines", "line__text")
    rows = Report.objects.order_by("-id").values_list(*fields)
    return [dict(zip(("by", "whom", "reason", "words", "lines", "line"), row, strict=True)) for row in rows]


def log(code: str) -> dict[str, Any]:
    """Return a match's stored status, version, options, moves and deals, and what its seats have done (``made``).

    PostgreSQL may still be committing a move of a process that was killed, so lock the match first.
    """
    with transaction.atomic():
        return _log_of(Match.objects.select_for_update().get(code=code))


def _log_of(match: Match) -> dict[str, Any]:
    return {
        "status": match.status,
        "version": match.version,
        "options": match.options,
        "moves": [[number, seat, move] for number, seat, move in match.moves.values_list("number", "seat", "move")],
        "deals": list(match.deals.values("dealer", "deck", "returned", "before_move", "salt", "shuffled")),
        "made": _made(match),
    }


def _made(match: Match) -> list[list[Any]]:
    """Return everything that the seats have done, in order: moves, and the cuts that are stored with their deals."""
    game = find_ruleset(match.ruleset)(match.options)
    moves = [(number, 0, seat, move) for number, seat, move in match.moves.values_list("number", "seat", "move")]
    dealt = match.deals.exclude(cut=None).values_list("before_move", "number", "dealer", "cut")
    cuts = [(before, 1 + number, game.cutter(dealer), ["cut", place]) for before, number, dealer, place in dealt]
    return [[seat, move] for _number, _after, seat, move in sorted(moves + cuts)]


def logs(codes: list[str]) -> list[dict[str, Any]]:
    """Return the logs of several matches."""
    return [log(code) for code in codes]


def receipts(codes: list[str]) -> list[dict[str, dict[str, list[Any]]]]:
    """Return the stored answers in each match, by seat and id: the error code (empty if none) and the version."""
    found = []
    for code in codes:
        seats = dict(Seat.objects.filter(match__code=code, user__isnull=False).values_list("user", "number"))
        stored: dict[str, dict[str, list[Any]]] = {str(seat): {} for seat in seats.values()}
        rows = CommandReceipt.objects.filter(place=code).values_list("user", "client_id", "refusal", "version")
        for user, client_id, refusal, version in rows:
            stored[str(seats[user])][client_id] = [refusal, version]
        found.append(stored)
    return found


def report_with_nul(code: str, by: str, whom: str) -> list[int]:
    """Send a report form whose fields contain NUL characters. Return the status code, and the number of reports."""
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(User.objects.get(username=by))
    form = {"match": f"{code}\0", "reason": ReportReason.WORDS, "words": "zero\0zero"}
    response = client.post(reverse("report_form", args=[code, whom]), form)
    return [response.status_code, Report.objects.filter(match__code=code).count()]


def log_a_move_twice(code: str) -> str:
    """Log two moves with the same number in one batch. Return the name of the error, or an empty string."""
    match = Match.objects.get(code=code)
    try:
        with open_store() as store:
            for _time in range(2):
                store.write_later(insert_moves, (match.pk, 1, 0, ["play", "1O"], timezone.now()))
            store.write_later(update_matches, match_values(store.lock(code)._replace(version=match.version + 1)))
    except DatabaseError as error:
        return type(error).__name__
    return ""


def look_up_receipts(name: str, stored: int, wanted: int) -> dict[str, int]:
    """Look up receipts in a table that has just grown. Return the number found and the number of full table scans."""
    user = User.objects.create_user(name)
    commands = [CommandId(user.pk, "place", f"id-{number}", "digest") for number in range(stored)]
    with transaction.atomic():
        CommandReceipt.objects.bulk_create(
            CommandReceipt(user=user, place=command.place, client_id=command.client_id, command=command.digest)
            for command in commands
        )
        found = find_receipts(commands[:wanted])
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = %s", [CommandReceipt._meta.db_table]
            )
            (scans,) = cursor.fetchone()
        transaction.set_rollback(True)
    return {"found": len(found), "scans": scans}


def tables(plans: list[dict[str, Any]], prefix: str) -> list[dict[str, Any]]:
    """Start matches from plans, each with ``ruleset``, ``options``, ``clock``, and the number of ``people``.

    Bots sit in the other seats. Return each match's code, and the seat and cookie of each person.
    """
    made = []
    for number, plan in enumerate(plans):
        people = players([f"{prefix}{number}x{seat}" for seat in range(plan["people"])])
        host, *others = [User.objects.get(pk=person["id"]) for person in people]
        seats = find_ruleset(plan["ruleset"])(plan["options"]).players
        match = open_match(
            user=host,
            ruleset=plan["ruleset"],
            options=plan["options"],
            private=False,
            rated=plan["people"] == seats and bool(plan["clock"]),
            bots=seats - plan["people"],
            clock=Clock.parse(plan["clock"]) if plan["clock"] else None,
        )
        for other in others:
            take_seat(code=match.code, user=other)
        made.append({"code": match.code, "players": people})
    return made


def log_errors(codes: list[str]) -> list[str]:
    """Return errors in the logs of these matches. Replaying a log must reproduce the stored result."""
    found = []
    for match in Match.objects.filter(code__in=codes):
        numbers = list(match.moves.values_list("number", flat=True))
        if numbers != list(range(1, len(numbers) + 1)):
            found.append(f"{match.code}: the log has moves {numbers}")
        try:
            if match.status == Status.FINISHED:
                lines, is_valid = check_record(json.dumps(record_of(load_ended(match.code)).as_json()))
                found += [] if is_valid else [f"{match.code} ({match.ruleset}): {lines}"]
            else:
                replay_match(match)
        except Exception as error:  # any exception is an error in the log
            found.append(f"{match.code} ({match.ruleset}, {match.status} {match.result_reason}): {error!r}")
    return found


def match_states(codes: list[str]) -> dict[str, int]:
    """Count these matches by status and reason, and all moves on the site (``moves``)."""
    rows = Match.objects.filter(code__in=codes).values_list("status", "result_reason")
    return {**Counter(f"{status} {reason}".strip() for status, reason in rows), "moves": Move.objects.count()}


def row_totals() -> list[int]:
    """Return totals that any change to a match affects: matches, deals, moves, messages, and the sum of versions."""
    total = Match.objects.aggregate(total=Sum("version"))["total"]
    return [*(model.objects.count() for model in (Match, Deal, Move, ChatLine)), total or 0]


def large_site(players: int, matches: int) -> dict[str, int]:
    """Create this many players and matches. See tests/bulk_data.py."""
    made = fill_database(players, matches)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as autovacuum does after a while
    return made


def random_rated_matches(matches: int) -> dict[str, int]:
    """Create rated matches between 200 people with random results. Void about one in ten, at once or later."""
    rated = RatedPlayers(people=200, seed=1)
    waiting: list[Match] = []
    with transaction.atomic():
        for _number in range(matches):
            waiting.append(rated.play())
            if rated.rng.random() < 0.1:
                code = waiting.pop(rated.rng.randrange(len(waiting))).code
                void_match(code=code, moderator=rated.moderator, reason="a benchmark")
    voided = Match.objects.filter(status=Status.VOIDED).count()
    return {"voided": voided, "changes": RatingChange.objects.count()}


def time_pages(first: int, players: int) -> dict[str, dict[str, float]]:
    """Return the number of queries and the best time in milliseconds for each list page of a ``large_site``."""
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    pages = pages_of_large_site(first, players)
    return {page: {"queries": count_queries(*asked), "time": best_time(*asked)} for page, asked in pages.items()}


def connections_to_postgresql() -> int:
    """Return the number of open connections to the site's database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


TOOLS = {
    name: tool
    for name, tool in list(globals().items())
    if getattr(tool, "__module__", "") == __name__ and not name.startswith("_")
}


def _answer(line: str) -> dict[str, Any]:
    """Carry out one call as a new process would: with a working database connection and empty caches."""
    name, arguments = json.loads(line)
    close_old_connections()
    match_cache.clear()
    if not settings.REDIS_URL:
        cache.clear()
    try:
        return {"result": TOOLS[name](*arguments)}
    except Exception:  # any exception is passed on to the calling test
        return {"error": traceback.format_exc()}


def main() -> None:
    """Answer calls until standard input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the functions print must not be taken for an answer
    for line in sys.stdin:
        print(json.dumps(_answer(line)), file=answers, flush=True)


if __name__ == "__main__":
    main()
