"""A site with content on every page: matches of every ruleset and size in every state, chat, comments and so on."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import Group
from django.test import TestCase

from accounts.bots import make_bot
from accounts.models import User
from accounts.sanctions import impose_sanction
from accounts.services import block_user, follow_user
from accounts.tokens import make_token
from games.chat.services import send_chat_line
from games.comments.services import write_comment
from games.models import Match, Status
from games.models.match import new_code
from games.moderation.services import report_player
from games.ratings.selectors import games_of
from games.ratings.services import rate_match
from games.rules.game import Game, size_class
from games.selectors.table import load_table
from games.services import dealing
from games.services.invitations import invite_players
from games.services.leaving import abort_match
from games.services.play import make_move
from games.services.results import void_match
from games.services.seating import TableSettings, open_match, seat_bot, take_seat
from tests.puzzle_factories import add_puzzle

PASSWORD = "four words are enough"
HIDDEN = "hidden"  # kinds of matches that not everyone may see
ROLES = ("stranger", "guest", "player", "moderator", "superuser")


@dataclass
class CrawlSite:
    """The users by role, and the kind of each match (such as ``open moroccan 2``) by its code."""

    roles: dict[str, User]
    matches: dict[str, str] = field(default_factory=dict)


def make_site(rulesets: Iterable[str] | None = None) -> CrawlSite:
    """Create matches of these rulesets (all by default) in every size and state, and a user with each role.

    The same eight people play all matches. The first one is the crawl's player. Packs and moves are always the same.
    """
    people = [User.objects.create_user("crawler0", password=PASSWORD)]
    people += [User.objects.create_user(f"crawler{number}") for number in range(1, 8)]
    judge = User.objects.create_user("judge", password=PASSWORD, is_staff=True)
    judge.groups.add(Group.objects.get(name="moderators"))
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    roles = {"player": people[0], "guest": User.objects.create_guest(4321), "moderator": judge, "superuser": boss}
    site = CrawlSite(roles)
    dice = random.Random(4)
    with patch.object(dealing, "_random", dice):
        for game in _one_of_each_size(rulesets):
            for match in _in_every_state(game, people, boss, dice):
                match.refresh_from_db()
                site.matches[match.code] = f"{match.status} {match.ruleset} {match.size_class}"
    _add_doors(site, people)
    _add_words(site, people, boss)
    for ruleset in rulesets or Game.registry:
        add_puzzle(ruleset)
    return site


def _one_of_each_size(rulesets: Iterable[str] | None) -> list[Game]:
    """Return one game for each size class of each ruleset."""
    found: dict[tuple[str, str], Game] = {}
    for name in rulesets or Game.registry:
        for game in games_of(Game.registry[name]):
            found.setdefault((name, size_class(game)), game)
    return list(found.values())


def _in_every_state(game: Game, people: list[User], boss: User, dice: random.Random) -> list[Match]:
    """Return five matches: open, running, aborted, finished and voided."""
    short = type(game)({**game.chosen, "target": 5}) if "target" in game.chosen else game
    waiting, running, aborted = (_open(game, people[0]) for _state in range(3))
    finished = _open(short, people[0])
    for match in (running, aborted, finished):
        for person in people[1 : game.players]:
            take_seat(code=match.code, user=person)
    abort_match(code=aborted.code, user_id=people[0].pk)
    play_on(running, dice, moves=2)
    play_on(finished, dice)
    finished.refresh_from_db()
    finished.rated = True  # set afterwards, because nobody may sit at several rated tables at once
    finished.save()
    voided = _copy(finished)
    for match in (finished, voided):
        rate_match(match)
    void_match(code=voided.code, moderator=boss, reason="One player used two accounts.")
    return [waiting, running, aborted, finished, voided]


def _copy(match: Match) -> Match:
    """Return a copy of the match with a new code."""
    rows = [*match.seats.all(), *match.deals.all(), *match.moves.all()]
    copy = Match.objects.get(pk=match.pk)
    copy.pk, copy.code = None, new_code()
    copy.save()
    for row in rows:
        row.pk, row.match = None, copy
        row.save()
    return copy


def _open(game: Game, host: User, *, private: bool = False, table_settings: TableSettings | None = None) -> Match:
    terms: dict[str, Any] = {"ruleset": game.name, "options": game.chosen, "private": private, "rated": False}
    return open_match(user=host, **terms, table_settings=table_settings or TableSettings())


def play_on(match: Match, dice: random.Random, moves: int | None = None) -> None:
    """Have the people in a match make up to this many random moves. By default, they play to the end."""
    table = load_table(match.code)
    users = [seat.user_id for seat in table.seats]
    while table.status == Status.RUNNING and moves != 0:
        game = table.live.game
        if table.pack is not None and table.pack.cut is None:
            seat, move = game.cutter(table.pack.dealer), ["cut", dice.randrange(1, 40)]
        else:
            seat, *said = dice.choice([one for one in game.turn_moves(game.to_act) if one[1] != "challenge"])
            move = list(said)
            moves = None if moves is None else moves - 1
        # The commit hooks put the game into the cache for the next move; otherwise it would be replayed from the log.
        with TestCase.captureOnCommitCallbacks(execute=True):
            make_move(code=match.code, user_id=users[seat] or 0, version=table.version, move=move)
        table.refresh()


def _add_doors(site: CrawlSite, people: list[User]) -> None:
    """Add tables with restricted access, and one with a bot."""
    game = Game.registry["moroccan"]({"players": 3})
    player, other = people[:2]
    private = _open(game, player, private=True)
    invited = _open(game, other, table_settings=TableSettings(invited_only=True))
    invite_players(code=invited.code, user=other, names=[player.username])
    unwatched = _open(game, other, table_settings=TableSettings(has_spectators=False))
    with_bot = _open(Game.registry["moroccan"]({}), player)
    seat_bot(code=with_bot.code, user=player)
    named = {"private": private, HIDDEN: invited, f"{HIDDEN} too": unwatched, "bot": with_bot}
    site.matches |= {match.code: kind for kind, match in named.items()}


def _add_words(site: CrawlSite, people: list[User], boss: User) -> None:
    """Add chat, comments, reports, follows, blocks, sanctions, tokens and bots."""
    player, other, rude = people[:3]
    finished = Match.objects.filter(status=Status.FINISHED, seats__user=player).order_by("pk")[0]
    send_chat_line(code=finished.code, user_id=other.pk, text="well played")
    write_comment(code=finished.code, user=other, text="What a match!")
    write_comment(code=finished.code, user=player, text="Thank you.")
    report_player(code=finished.code, by=player, whom=other.username, reason="other", words="slow")
    report_player(code=finished.code, by=other, whom=player.username, reason="words", words="rude")
    follow_user(by=player, whom=other)
    block_user(by=player, whom=rude)
    impose_sanction(whom=player, by=boss, measure="warn", reason="rude", message="Please be polite.")
    impose_sanction(whom=rude, by=boss, measure="mute", reason="rude", message="Please be polite.")
    make_token(user=player, name="a program")
    make_bot(operator=player, name="Zerda")
