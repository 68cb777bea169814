"""A gentle start to a person's first match against bots.

The person plays first, and the site announces for them in the first batches.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import TestCase

from accounts.models import User
from games.models import Clock, Match
from games.rules.fair import draw_dealer
from games.rules.game import Game
from games.rules.moves import Done
from games.selectors.table import load_table
from games.services import play, seating
from games.services.autoplay import server_moves
from games.state.live_match import GENTLE_BATCHES
from tests.rating_factories import ended_match
from tests.services.tables import (
    cut,
    game_of,
    move_once,
    open_table,
    serve,
    server_owes_a_move,
    stored_match,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db

CALLING = [name for name, ruleset in Game.registry.items() if getattr(ruleset(), "manual", False)]
PERSON = 0


def first_match(user: User, ruleset: str = "moroccan", *, is_taught: bool = False, **options: object) -> Match:
    """Start a match against bots."""
    match = seating.start_quick_match(user=user, ruleset=ruleset, options=options, is_taught=is_taught)
    match.refresh_from_db()
    return match


def has_gentle_start(match: Match) -> bool:
    return match.seats.filter(gentle_start=True).exists()


def go_on(match: Match) -> None:
    """Make the next move. On the person's turn, capture if possible."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        if waits_for_cut(match) and match.turn == PERSON:
            cut(match)
        elif server_owes_a_move(match):
            assert serve(match) is not None
        else:
            capturing = [move for move in game_of(match).turn_moves(PERSON) if captures(game_of(match), move)]
            move_once(match, capturing[0] if capturing else None)
    match.refresh_from_db()


def captures(game: Game, move: Any) -> bool:
    before = game.captured[game.sides[PERSON]]
    game.apply(move)
    return game.captured[game.sides[PERSON]] > before


def go_to_announcement(match: Match) -> Game:
    """Play until it is the person's turn to announce. Return the game."""
    while True:
        go_on(match)
        if match.turn == PERSON and not waits_for_cut(match) and game_of(match).phase == "announce":
            return game_of(match)


def test_the_games_with_calls_are_known() -> None:
    assert CALLING == ["moroccan", "porrazo"]


@pytest.mark.parametrize(
    ("ruleset", "options"), [*((name, {}) for name in Game.registry), ("moroccan", {"players": 4})]
)
def test_the_newcomer_plays_first_and_the_dealer_still_follows_from_the_salt(
    anna: User, ruleset: str, options: dict[str, object]
) -> None:
    for _match in range(4):
        match = first_match(anna, ruleset, **options)
        deal, players = match.deals.get(), match.seats.count()
        assert (deal.dealer + 1) % players == PERSON
        assert deal.dealer == draw_dealer(deal.salt, players)


def test_the_first_dealer_is_drawn_by_lot_for_those_who_are_taught(anna: User) -> None:
    assert {first_match(anna, is_taught=True).deals.get().dealer for _match in range(20)} == {0, 1}


@pytest.mark.parametrize("ruleset", CALLING)
def test_the_site_announces_truly_in_the_first_batches(anna: User, ruleset: str) -> None:
    match = first_match(anna, ruleset)
    for _batch in range(GENTLE_BATCHES):
        game = go_to_announcement(match)
        made = play.act_for_server(code=match.code)
        assert made is not None
        assert made.moves == (game.true_call(PERSON),)
        match.refresh_from_db()
    assert go_to_announcement(match).deal_number == 0
    assert not server_owes_a_move(match), "now the person announces"
    frame = load_table(match.code).state_frame(PERSON, [], recent=False, online=[True, True])
    assert frame["seats"][PERSON]["gentle_start"] is False


@pytest.mark.parametrize("ruleset", CALLING)
def test_bots_announce_nothing_until_the_first_capture(anna: User, ruleset: str) -> None:
    held: set[str] = set()
    while held <= {"nothing"}:
        match = first_match(anna, ruleset)
        game = game_of(match)
        while not game.captured[PERSON] and game.deal_number < 2 and match.finished is None:
            if game.phase == "announce" and match.turn != PERSON and not waits_for_cut(match):
                assert not stored_match(match.code).bot_chooses
                held.add(game.true_call(match.turn).call)
                made = play.act_for_server(code=match.code)
                assert made is not None
                assert [move.call for move in made.moves] == ["nothing"]
                match.refresh_from_db()
            else:
                go_on(match)
            game = game_of(match)


def test_it_ends_with_the_first_deal(anna: User) -> None:
    match = first_match(anna)
    go_to_announcement(match)
    live = stored_match(match.code)
    assert live.announces_for(PERSON)
    live.deals_made = 2
    assert not live.announces_for(PERSON)
    assert not live.bots_are_silent


@pytest.mark.parametrize("ruleset", CALLING)
def test_the_site_claims_nothing_for_the_newcomer_in_the_first_deal_only(anna: User, ruleset: str) -> None:
    match = first_match(anna, ruleset)
    while not (game_of(match).phase == "close" and match.turn == PERSON):
        go_on(match)
    live = stored_match(match.code)
    assert live.deals_made == 1
    table = load_table(match.code)
    frames = [table.state_frame(audience, [], recent=False, online=[True, True]) for audience in (PERSON, 1, None)]
    assert [frame["seats"][PERSON]["gentle_start"] for frame in frames] == [True, None, None]
    assert server_owes_a_move(match)
    made = play.act_for_server(code=match.code)
    assert made is not None
    assert made.moves == (Done(PERSON, "done"),)
    assert live.closes_for(PERSON)
    live.deals_made = 2
    assert not live.closes_for(PERSON)
    assert not server_moves(live)


@pytest.mark.parametrize("on", [True, False])
def test_the_players_own_choice_ends_it(anna: User, on: bool) -> None:
    match = first_match(anna)
    go_to_announcement(match)
    assert play.set_auto_call(code=match.code, user_id=anna.pk, on=on) is not None
    assert play.set_auto_call(code=match.code, user_id=anna.pk, on=on) is None, "nothing changes"
    match.refresh_from_db()
    assert not has_gentle_start(match)
    assert server_owes_a_move(match) is on
    assert stored_match(match.code).announces_for(PERSON) is on


def test_only_the_player_is_told(anna: User) -> None:
    match = first_match(anna)
    table = load_table(match.code)
    frames = [table.state_frame(audience, [], recent=False, online=[True, True]) for audience in (PERSON, 1, None)]
    assert [frame["seats"][PERSON]["gentle_start"] for frame in frames] == [True, None, None]
    assert [frame["seats"][PERSON]["auto_call"] for frame in frames] == [False, None, None], "they have not chosen that"


def test_guests_have_it_too(db: None) -> None:
    assert has_gentle_start(first_match(User.objects.create_guest(1)))


def test_a_person_who_has_played_or_been_taught_has_none(anna: User, badr: User, chama: User) -> None:
    assert not has_gentle_start(first_match(chama, is_taught=True))
    ended_match([anna, badr], [41, 20], [0])
    assert not has_gentle_start(first_match(anna))


def test_a_bot_account_has_none(db: None) -> None:
    bot = User.objects.create_bot("robot", User.objects.create_user("dunia"))
    assert not has_gentle_start(first_match(bot))


@pytest.mark.parametrize("rated", [True, False])
def test_a_match_against_people_has_none(anna: User, rated: bool) -> None:
    match = seating.open_match(
        user=anna,
        ruleset="moroccan",
        options={},
        private=False,
        rated=rated,
        clock=Clock.parse("3d"),
        table_settings=seating.TableSettings(gentle_start=True),
    )
    assert not has_gentle_start(match)


def test_a_table_with_people_and_bots_has_none(anna: User, badr: User) -> None:
    match = open_table(anna, badr, rated=False)
    assert not has_gentle_start(match)
