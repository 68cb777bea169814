"""Reading through the API: rulesets, ladders, players and matches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from accounts.services import close_account
from games.models import Match, Rating, RatingChange, SeatStats
from games.rules.game import Game
from games.services.leaving import resign_match
from games.state.access import may_watch
from tests.api.conftest import Program
from tests.rating_factories import ended_match
from tests.services.tables import cut, game_of, move_once
from tests.views.conftest import finished_match, open_table, start_match


def codes(answer: dict[str, Any]) -> list[str]:
    return [item.get("match", item)["code"] for item in answer["items"]]


def names(ladder: dict[str, Any]) -> list[str]:
    return [row["name"] for row in ladder["items"]]


def test_every_ruleset_lists_its_options(stranger: Program) -> None:
    rulesets = {one["name"]: one for one in stranger.read("/rulesets")}
    assert list(rulesets) == list(Game.registry)
    for name, ruleset in Game.registry.items():
        told = {option["name"]: option for option in rulesets[name]["options"]}
        for option in ruleset.options.options:
            first = (
                told[option.name]["values"][0]["value"] if told[option.name]["values"] else told[option.name]["least"]
            )
            assert option.accepts(first)
        assert stranger.read(f"/rulesets/{name}") == rulesets[name]


def test_a_ladder_is_read_page_by_page(stranger: Program) -> None:
    for number in range(5):
        user = User.objects.create_user(f"p{number}x", country="MA" if number % 2 else "")
        common = {"ruleset": "moroccan", "size_class": "2", "ranked": True, "matches": 10, "country": user.country}
        Rating.objects.create(user=user, value=1500 + 10 * number, **common)
    part = stranger.read("/ladders/moroccan/2", limit=3)
    best = [(row["rank"], row["name"], row["rating"]) for row in part["items"]]
    assert best == [(1, "p4x", 1540), (2, "p3x", 1530), (3, "p2x", 1520)]
    rest = stranger.read("/ladders/moroccan/2", limit=3, after=part["next"])
    assert (names(rest), rest["next"]) == (["p1x", "p0x"], None)
    assert names(stranger.read("/ladders/moroccan/2", of="country", country="MA")) == ["p3x", "p1x"]
    assert stranger.read("/ladders/moroccan/2", of="month") == {"items": [], "next": None}


@pytest.mark.parametrize(
    ("address", "query", "refusal"),
    [
        ("/ladders/bridge/2", {}, (404, "not_found")),
        ("/ladders/moroccan/7", {}, (404, "not_found")),
        ("/ladders/moroccan/2", {"of": "country", "country": "XX"}, (404, "not_found")),
        ("/ladders/moroccan/2", {"of": "friends"}, (422, "malformed")),
        ("/ladders/moroccan/2", {"limit": 101}, (422, "malformed")),
        ("/ladders/moroccan/2", {"after": "nonsense"}, (404, "bad_cursor")),
        ("/players/nobody", {}, (404, "not_found")),
        ("/players/no%00body", {}, (422, "malformed")),
        ("/matches", {"after": "2026-11-21~1"}, (404, "bad_cursor")),
        ("/matches", {"after": "2026-11-21T10:00:00~1"}, (404, "bad_cursor")),
        ("/matches", {"after": "0001-01-01T00:00:00+23:59~1"}, (404, "bad_cursor")),
        ("/matches", {"since": "yesterday"}, (422, "malformed")),
        ("/matches", {"since": "0"}, (422, "malformed")),
        ("/matches", {"ruleset": "bridge"}, (404, "not_found")),
        ("/matches/nonsense", {}, (422, "malformed")),
        ("/matches/222222222222", {}, (404, "not_found")),
        ("/matches/222222222222/state", {}, (404, "not_found")),
        ("/matches/222222222222/record", {}, (404, "not_found")),
    ],
)
def test_invalid_requests_are_refused(
    address: str, query: dict[str, Any], refusal: tuple[int, str], stranger: Program
) -> None:
    assert stranger.refused(address, **query) == refusal


def test_dates_far_away_are_valid(stranger: Program) -> None:
    for asked in ({"since": "0001-01-01"}, {"until": "9999-12-31"}):
        assert stranger.read("/matches", **asked) == {"items": [], "next": None}


def test_a_player_with_their_rating_history(amina: User, badr: User, stranger: Program) -> None:
    match = finished_match(amina, badr)
    SeatStats.objects.filter(seat__user=amina).update(missas=3)
    told = stranger.read("/players/AMINA")
    assert (told["name"], told["bot"], told["tally"]["played"]) == ("amina", False, 1)
    rating = Rating.objects.get(user=amina)
    [standing] = told["ratings"]
    assert (standing["rating"], standing["rank"], standing["ruleset"]) == (rating.value, None, "moroccan")
    [manner] = told["manners"]
    assert (manner["ruleset"], manner["matches"], manner["missas"]) == ("moroccan", 1, 3)
    [change] = stranger.read("/players/amina/ratings")["items"]
    assert (change["match"], change["after"], change["kind"]) == (match.code, rating.value, "match")


def test_rating_changes_are_read_page_by_page(amina: User, badr: User, stranger: Program) -> None:
    for _time in range(3):
        ended_match([amina, badr], [41, 20], [0])
    part = stranger.read("/players/amina/ratings", limit=2)
    rest = stranger.read("/players/amina/ratings", limit=2, after=part["next"])
    after = list(RatingChange.objects.filter(user=amina).order_by("-pk").values_list("after", flat=True))
    assert [change["after"] for change in part["items"] + rest["items"]] == after
    assert rest["next"] is None


def test_private_matches_are_visible_only_to_their_players(
    amina: User, badr: User, chadia: User, stranger: Program
) -> None:
    match = finished_match(amina, badr, private=True)
    assert RatingChange.objects.filter(user=amina).exists()
    assert codes(stranger.read("/matches")) == []
    for program in (stranger, Program(chadia)):
        assert codes(program.read("/players/amina/matches")) == []
        assert all(change["match"] is None for change in program.read("/players/amina/ratings")["items"])
    for player in (amina, badr):
        assert codes(Program(player).read("/players/amina/matches")) == [match.code]


def test_a_list_of_matches_is_filtered_and_read_page_by_page(
    amina: User, badr: User, chadia: User, stranger: Program
) -> None:
    with_badr = [ended_match([amina, badr], [41, 20], [0]).code for _time in range(3)]
    with_chadia = ended_match([amina, chadia], [20, 41], [1], rated=False).code
    part = stranger.read("/matches", limit=3)
    rest = stranger.read("/matches", limit=3, after=part["next"])
    assert codes(part) + codes(rest) == [with_chadia, *reversed(with_badr)]
    assert codes(stranger.read("/matches", rated=False)) == [with_chadia]
    assert codes(stranger.read("/matches", ruleset="porrazo")) == []
    assert codes(stranger.read("/players/amina/matches", rated=False)) == [with_chadia]
    assert codes(stranger.read("/players/amina/matches", opponent="Badr", limit=1)) == with_badr[-1:]
    assert stranger.refused("/players/amina/matches", opponent="nobody") == (404, "not_found")


def test_a_match_shows_its_settings_and_its_result(amina: User, badr: User, stranger: Program) -> None:
    match = cut_match(amina, badr)
    move_once(match)
    move_once(match)
    resign_match(code=match.code, user_id=badr.pk)
    told = stranger.read(f"/matches/{match.code}")
    assert told == stranger.read("/matches")["items"][0]
    assert (told["status"], told["reason"], told["reason_seat"]) == ("finished", "resigned", 1)
    assert (told["clock"], told["options"]) == (match.clock, match.options)
    assert [side["won"] for side in told["sides"]] == [True, False]
    [seat] = told["sides"][0]["seats"]
    assert (seat["name"], seat["bot"], seat["rating_before"]) == ("amina", False, 1500)
    assert seat["rating_change"] > 0


def test_a_players_matches_are_found_by_their_outcome(amina: User, badr: User, stranger: Program) -> None:
    match = cut_match(amina, badr)
    move_once(match)
    move_once(match)
    resign_match(code=match.code, user_id=badr.pk)
    assert codes(stranger.read("/players/amina/matches", outcome="won")) == [match.code]
    assert codes(stranger.read("/players/amina/matches", outcome="lost")) == []


def test_open_tables_and_running_matches_are_listed(amina: User, badr: User, chadia: User, stranger: Program) -> None:
    running = start_match(amina, badr)
    waiting = open_table(chadia)
    open_table(User.objects.create_user("driss"), private=True)
    told = stranger.read("/matches/live")
    assert [one["code"] for one in told["open"]] == [waiting.code]
    assert [one["code"] for one in told["running"]] == [running.code]
    seats = [seat["name"] for side in told["open"][0]["sides"] for seat in side["seats"]]
    assert seats == ["chadia", None]


def test_a_state_is_exactly_what_spectators_see(amina: User, badr: User, stranger: Program) -> None:
    match = cut_match(amina, badr)
    move_once(match)
    for program in (stranger, Program(amina)):
        state = program.read(f"/matches/{match.code}/state")
        assert (state["status"], state["version"]) == ("running", match.version)
        assert {"view", "clock", "pack", "recent", "result"} <= state.keys()
        assert all("hand" not in seat or seat["hand"] is None for seat in state["view"]["seats"])
        assert state["view"]["moves"] == []
        hidden = hidden_cards(match)
        assert hidden
        assert not hidden & words_in(state)
        assert not hidden & words_in(program.read(f"/matches/{match.code}"))


def test_users_who_may_not_watch_see_nothing_of_a_match_before_its_end(
    amina: User, badr: User, chadia: User, stranger: Program
) -> None:
    match = start_match(amina, badr)
    for closed in ({"has_spectators": False}, {"invited_only": True}):
        Match.objects.update(**{"has_spectators": True, "invited_only": False, **closed})
        match.refresh_from_db()
        assert not may_watch(match, chadia.pk)
        for program in (stranger, Program(chadia)):
            for address in (f"/matches/{match.code}", f"/matches/{match.code}/state"):
                assert program.refused(address) == (404, "not_found")
        Program(amina).read(f"/matches/{match.code}/state")


def cut_match(*players: User) -> Match:
    match = start_match(*players)
    cut(match)
    return match


def hidden_cards(match: Match) -> set[str]:
    """Return all cards held in hands. A set is enough, because a pack of forty has no duplicates."""
    return {card for hand in game_of(match).hands for card in hand}


def words_in(value: Any) -> set[str]:
    """Return every string within a JSON value, including the keys of objects."""
    if isinstance(value, dict):
        return {word for one in value.items() for part in one for word in words_in(part)}
    if isinstance(value, list | tuple):
        return {word for one in value for word in words_in(one)}
    return {value} if isinstance(value, str) else set()


def test_a_closed_account_is_shown_as_a_number(amina: User, badr: User, stranger: Program) -> None:
    finished_match(amina, badr)
    close_account(user=badr)
    told = json.dumps(stranger.read("/matches"))
    assert "badr" not in told
    assert f"Closed {badr.pk}" in told


def test_clients_can_ask_whose_token_they_use(amina: User, stranger: Program) -> None:
    told = Program(amina).read("/account")
    assert told == {"name": "amina", "bot": False, "scope": "read", "ends": None}
    assert stranger.refused("/account") == (401, "unauthorized")
