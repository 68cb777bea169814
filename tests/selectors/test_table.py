"""The table that followers read, and the frames that are built from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.models import Match, Rating, Seat, Status
from games.rules.events import Event
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.selectors.earlier_events import earlier_events
from games.selectors.table import RECENT_EVENTS, Table, load_table
from games.services import leaving, play, seating
from games.state.errors import NotFound
from games.state.live_match import LiveMatch, follow_others
from tests.rating_factories import void
from tests.services.tables import (
    cut,
    elsewhere,
    game_of,
    move_once,
    on_turn,
    open_table,
    plain_move,
    play_to_end,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db


def frame(table: Table, audience: int | None, events: list[Event] | None = None, *, recent: bool = True) -> Any:
    return table.state_frame(audience, events or [], recent=recent, online=[True] * len(table.seats))


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr, rated=False, target=30)


def test_an_unknown_table_is_not_found(db: None) -> None:
    with pytest.raises(NotFound):
        load_table("nowhere")


def test_a_follower_starts_at_the_end_of_the_log(match: Match) -> None:
    table = load_table(match.code)
    for _move in range(60):
        if match.status != Status.RUNNING:
            break
        cut(match) if waits_for_cut(match) else move_once(match)
        told = table.refresh()
        fresh = load_table(match.code)
        assert told
        for audience in (0, 1, None):
            assert frame(table, audience) == frame(fresh, audience)


@pytest.mark.django_db(transaction=True)
def test_following_a_move_takes_no_query_and_makes_it_no_second_time(
    match: Match, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = load_table(match.code)
    move, user = plain_move(game_of(match)), on_turn(match)
    made: list[Move] = []
    honest = Moroccan.apply

    def apply(game: Moroccan, move: Move) -> list[Event]:
        made.append(move)
        return honest(game, move)

    monkeypatch.setattr(Moroccan, "apply", apply)
    change = play.make_move(code=match.code, user_id=user.pk, version=match.version, move=list(move[1:]))
    with django_assert_num_queries(0), table.current() as events:
        assert table.version == change.version
        assert [event.seat for event in events] == [move[0]]
        frame(table, 0)
        frame(table, None)
    assert made == [move]


def test_a_seat_shows_the_rating_in_this_game(anna: User, badr: User) -> None:
    Rating.objects.create(user=badr, ruleset="moroccan", size_class="2", value=1612, ranked=True)
    Rating.objects.create(user=badr, ruleset="porrazo", size_class="2", value=1400)
    seats = frame(load_table(open_table(anna, badr).code), 0)["seats"]
    assert [seat["rating"] for seat in seats] == [None, {"value": 1612, "ranked": True}]


def test_the_seats_of_a_finished_match_show_the_ratings_after_it(anna: User, badr: User) -> None:
    match = open_table(anna, badr, rated=True)
    table = load_table(match.code)
    leaving.resign_match(code=match.code, user_id=anna.pk)
    table.refresh()
    after = [1480, 1520]
    assert ratings_at(table) == after
    Rating.objects.update(value=1700)  # by later matches
    assert ratings_at(load_table(match.code)) == after
    void(match, User.objects.create_superuser("boss"))
    table.refresh()
    assert ratings_at(table) == ratings_at(load_table(match.code))
    assert ratings_at(table) != after, "voiding takes the changes back"


def ratings_at(table: Table) -> list[int]:
    return [seat["rating"]["value"] for seat in frame(table, 0)["seats"]]


def test_a_missed_change_is_read_from_the_database(match: Match) -> None:
    table = load_table(match.code)
    missed, change = move_once(match), move_once(match)
    assert not table.is_fresh(change.version)
    events = table.refresh()
    assert [event.seat for event in events if event.kind == "announce"] == [missed.moves[0][0], change.moves[0][0]]
    assert table.version == change.version
    assert table.refresh() == [], "nothing is told twice"


def test_changes_announced_by_another_process_are_read(match: Match) -> None:
    table = load_table(match.code)
    with elsewhere():
        move_once(match)
    assert len(table.refresh()) == 1


def test_followers_see_every_step_of_a_table(anna: User, badr: User) -> None:
    match = open_table(anna)
    table = load_table(match.code)
    waiting = frame(table, 0)
    assert (waiting["status"], waiting["view"], waiting["result"]) == ("open", None, None)
    assert waiting["seats"][1] is None
    seating.take_seat(code=match.code, user=badr)
    assert table.refresh() == []
    match.refresh_from_db()
    cut(match)
    events = table.refresh()
    assert [event.kind for event in events[:2]] == ["cut", "deal"]
    running = frame(table, 0)
    assert running["status"] == "running"
    assert running["seats"][1]["name"] == "badr"
    leaving.resign_match(code=match.code, user_id=badr.pk)
    table.refresh()
    ended = frame(table, 0)
    assert ended["result"] == {
        "reason": "resigned",
        "seat": 1,
        "sides": [0, 0],
        "winners": [0],
        "url": f"/matches/{match.code}/",
        "story": f"/matches/{match.code}/story.json",
        "analysis": f"/matches/{match.code}/analysis/",
    }
    assert (ended["view"]["moves"], ended["view"]["interrupts"], ended["view"]["to_act"]) == ([], [], None)


def test_a_frame_has_the_keys_of_the_protocol(match: Match) -> None:
    table = load_table(match.code)
    keys = {"type", "status", "version", "me", "seats", "watching", "events", "view", "result"}
    keys |= {"clock", "offers", "early", "gathering", "moved", "pack", "hint"}
    assert set(frame(table, 0, recent=False)) == keys
    assert set(frame(table, 0)) == keys | {"recent", "earlier"}
    seat_keys = {
        "name",
        "bot",
        "by_site",
        "online",
        "auto_call",
        "gentle_start",
        "stand_in",
        "grace",
        "left",
        "leaves",
        "rating",
        "hints",
    }
    assert set(frame(table, 0)["seats"][0]) == seat_keys
    assert set(frame(table, 0)["offers"]) == {
        "abort",
        "abort_declined",
        "rematch",
        "rematch_declined",
        "rotated",
        "url",
        "left",
    }
    json.dumps(frame(table, 0))


def test_a_seat_sees_its_own_hand_and_nobody_elses(match: Match) -> None:
    table = load_table(match.code)
    hands = game_of(match).hands
    for audience in (0, 1, None):
        seen = [seat["hand"] for seat in frame(table, audience)["view"]["seats"]]
        assert seen == [hand if seat == audience else None for seat, hand in enumerate(hands)]


def test_only_the_seat_on_turn_is_asked_for_moves(match: Match) -> None:
    table = load_table(match.code)
    to_act = game_of(match).to_act
    asked = {audience: frame(table, audience)["view"]["moves"] for audience in (0, 1, None)}
    assert asked[to_act]
    assert not asked[1 - to_act]
    assert not asked[None]


def test_automatic_calls_are_visible_only_to_their_player(match: Match, anna: User) -> None:
    play.set_auto_call(code=match.code, user_id=anna.pk, on=True)
    table = load_table(match.code)
    assert [frame(table, audience)["seats"][0]["auto_call"] for audience in (0, 1, None)] == [True, None, None]


def test_the_log_of_recent_events_covers_the_running_deal_and_is_bounded(match: Match) -> None:
    table = load_table(match.code)
    batches = 0
    for _move in range(30):
        move_once(match)
        table.refresh()
        kinds = [event["kind"] for event in frame(table, 0)["recent"]]
        assert kinds[0] == "cut"  # in the first deal, the log lacks nothing
        assert kinds.count("batch") >= batches
        batches = kinds.count("batch")
        assert len(kinds) <= RECENT_EVENTS
        assert table.recent == load_table(match.code).recent
    assert batches > 1


def test_recent_events_come_after_all_earlier_ones(match: Match) -> None:
    table = load_table(match.code)
    told = [event.as_json() for event in table.live.last_events]
    for _move in range(60):
        if match.status != Status.RUNNING:
            break
        cut(match) if waits_for_cut(match) else move_once(match)
        told += [event.as_json() for event in table.refresh()]
        shown = frame(table, 0)
        assert told == earlier_events(match, shown["earlier"]) + shown["recent"]
    assert frame(table, 0)["earlier"] > 60


def test_people_have_seats_and_bots_have_none(anna: User, chama: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    table = load_table(match.code)
    bot = Seat.objects.get(match=match, number=1).user
    assert bot is not None
    assert [table.seat_of(user) for user in (anna.pk, chama.pk, bot.pk, None)] == [0, None, None, None]
    seats = table.state_frame(0, [], recent=False, online=[False, False])["seats"]
    assert [(seat["bot"], seat["online"]) for seat in seats] == [(False, False), (True, True)], "a bot is always there"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_followers_see_the_end_of_a_match(anna: User, badr: User, chama: User, dris: User, players: int) -> None:
    match = open_table(*[anna, badr, chama, dris][:players], target=5)
    table = load_table(match.code)
    play_to_end(match)
    events = table.refresh()
    assert events[-1].kind == "won"
    assert frame(table, None)["result"]["winners"] == match.winners


def test_before_the_cut_only_the_cutter_is_asked_and_the_commitment_is_public(anna: User, badr: User) -> None:
    match = open_table(anna, rated=False)
    seating.take_seat(code=match.code, user=badr)
    table = load_table(match.code)
    deal = match.deals.get()
    match.refresh_from_db()
    cutter = 1 - deal.dealer  # M2
    assert match.turn == cutter
    for audience in (0, 1, None):
        told = frame(table, audience)
        assert told["pack"] == {
            "number": 0,
            "commitment": deal.commitment,
            "dealer": deal.dealer,
            "cutter": cutter,
            "cut": None,
        }
        view = told["view"]
        assert (view["phase"], view["to_act"], view["dealer"]) == ("cut", cutter, deal.dealer)
        assert view["moves"] == ([["cut", place] for place in range(1, 40)] if audience == cutter else [])
        assert deal.salt not in json.dumps(told)
    cut(match, 17)
    table.refresh()
    for audience in (0, 1, None):
        told = frame(table, audience)
        assert told["pack"]["cut"] == 17
        assert deal.salt not in json.dumps(told)
    assert frame(table, None) == frame(load_table(match.code), None)


def test_a_match_that_ends_before_the_cut_asks_nobody(anna: User, badr: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    view = frame(load_table(match.code), 0)["view"]
    assert (view["to_act"], view["moves"]) == (None, [])


def test_a_table_follows_another_process_over_a_cut(anna: User, badr: User) -> None:
    match = open_table(anna, badr, rated=False, target=121)
    with elsewhere():
        while not waits_for_cut(match):
            before = Table(LiveMatch(match.code))
            before.refresh()
            move_once(match)
    waiting = load_table(match.code)
    for step in range(2):
        for table in (before, waiting):
            follow_others([table.live])
            table.refresh()
            assert frame(table, 0) == frame(load_table(match.code), 0)
        if not step:
            cut(match)
            move_once(match)
