"""Hints: who may ask for one, what is counted, and what happens to late answers."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.bots.advice import Advice, advise
from games.models import Hint, Match, Rating
from games.selectors.hints import hints_used, read_hint_request, waiting_hints
from games.selectors.table import load_table
from games.services import play, seating
from games.services.hints import answer_hint, ask_for_hint
from games.services.leaving import resign_match
from games.services.receipts import CommandId, carry_out_once
from games.state.errors import ServiceError
from tests.rows import fresh
from tests.services.tables import (
    cut_if_due,
    elsewhere,
    game_of,
    move_once,
    open_table,
    play_to_end,
    serve,
    server_owes_a_move,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db

FOUND = Advice(["announce", "nothing"], 0.5, -0.25)


def refusal(act: Any, **command: Any) -> str:
    with pytest.raises(ServiceError) as refused:
        act(**command)
    return refused.value.code


def choice_of(user: User, ruleset: str = "moroccan", **options: Any) -> Match:
    """Start a match between this player and bots, and let the bots play until it is the player's turn."""
    match = seating.start_quick_match(user=user, ruleset=ruleset, options=options)
    cut_if_due(match)
    while server_owes_a_move(match):
        serve(match)
        match.refresh_from_db()
    return match


def asked_by(user: User, match: Match) -> dict[str, Any]:
    """Return the arguments of a hint request at the current version."""
    match.refresh_from_db()
    return {"code": match.code, "user_id": user.pk, "version": match.version}


def hint_shown(match: Match, seat: int | None = 0) -> dict[str, Any] | None:
    frame = load_table(match.code).state_frame(seat, [], recent=False, online=[True] * match.seats.count())
    hint: dict[str, Any] | None = frame["hint"]
    return hint


def used_at_table(match: Match) -> list[int]:
    frame = load_table(match.code).state_frame(None, [], recent=False, online=[True] * match.seats.count())
    return [seat["hints"] for seat in frame["seats"]]


def test_a_hint_is_asked_for_found_shown_and_counted(anna: User) -> None:
    match = choice_of(anna)
    nothing = dict.fromkeys(("move", "points", "next_points", "next_move", "reason", "call_chance"))
    assert hint_shown(match) == {"asked": False, **nothing}
    assert ask_for_hint(**asked_by(anna, match)) is not None
    assert hint_shown(match) == {"asked": True, **nothing}
    assert used_at_table(match) == [0, 0], "not before the answer"
    (waiting,) = waiting_hints()
    request = read_hint_request(match.code, waiting.moves_made)
    assert request is not None
    advice = advise(request.observation, request.seed)
    assert answer_hint(code=match.code, moves_made=waiting.moves_made, advice=advice) is not None
    shown = hint_shown(match)
    assert shown is not None
    assert shown["move"] in game_of(match).view(0)["moves"]
    assert shown["reason"] == advice.reason is not None
    assert hint_shown(match, 1) is None is hint_shown(match, None), "nobody else sees it"
    assert used_at_table(match) == [1, 0]
    assert not waiting_hints()
    assert hints_used(match) == (0, 1)


def test_a_bot_process_sees_what_the_seat_sees(anna: User) -> None:
    match = choice_of(anna)
    ask_for_hint(**asked_by(anna, match))
    request = read_hint_request(match.code, Hint.objects.get().moves_made)
    assert request is not None
    game = game_of(match)
    assert request.observation.view == game.view(0)
    assert not [card for card in game.hands[1] if f"'{card}'" in str(request.observation)]


def test_asking_twice_in_a_position_is_asking_once(anna: User) -> None:
    match = choice_of(anna)
    command = asked_by(anna, match)
    assert ask_for_hint(**command) is not None
    assert ask_for_hint(**asked_by(anna, match)) is None
    assert ask_for_hint(**command) is None, "a hint makes a new version, but no move"
    assert Hint.objects.count() == 1


def test_a_repeated_command_gets_the_same_receipt(anna: User) -> None:
    match = choice_of(anna)
    act = partial(ask_for_hint, **asked_by(anna, match))
    command = CommandId.of(act, user_id=anna.pk, place=match.code, client_id="one")
    first = carry_out_once(command=command, act=act)
    assert first.refusal == ""
    assert carry_out_once(command=command, act=act) == first
    assert first.version == match.version + 1


def test_hints_are_refused_in_rated_matches_and_among_people(anna: User, badr: User, chama: User) -> None:
    rated = open_table(anna, badr)
    casual = open_table(anna, badr, rated=False, clock="600+5")
    mixed = seating.open_match(
        user=anna, ruleset="moroccan", options={"players": 3}, private=False, rated=False, bots=1
    )
    seating.take_seat(code=mixed.code, user=badr)
    for match in (rated, casual, mixed):
        assert refusal(ask_for_hint, **asked_by(anna, match)) == "no_hints"
        assert hint_shown(match) is None
    alone = choice_of(anna)
    assert refusal(ask_for_hint, **asked_by(chama, alone)) == "forbidden"
    assert not Hint.objects.exists()


def test_hints_are_refused_out_of_turn_at_a_cut_on_an_old_version_and_after_the_end(anna: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    match.refresh_from_db()
    if not waits_for_cut(match):
        match = next(
            one
            for one in (seating.start_quick_match(user=anna, ruleset="moroccan", options={}) for _attempt in range(50))
            if waits_for_cut(Match.objects.get(pk=one.pk))
        )
    assert refusal(ask_for_hint, **asked_by(anna, match)) == "not_now"
    cut_if_due(match)
    seen = match.version
    while not server_owes_a_move(match):
        seen = match.version
        move_once(match)
    assert refusal(ask_for_hint, **asked_by(anna, match)) == "not_your_turn"
    assert refusal(ask_for_hint, **{**asked_by(anna, match), "version": seen}) == "stale"
    assert refusal(ask_for_hint, **{**asked_by(anna, match), "version": match.version + 1}) == "stale"
    resign_match(code=match.code, user_id=anna.pk)
    assert refusal(ask_for_hint, **asked_by(anna, match)) == "match_over"
    assert refusal(ask_for_hint, **{**asked_by(anna, match), "code": "nosuchmatch1"}) == "not_found"


def test_there_is_no_hint_for_the_last_card(anna: User) -> None:
    match = choice_of(anna)
    while True:
        game = game_of(fresh(match))
        if server_owes_a_move(match):
            serve(match)
        elif waits_for_cut(match):
            cut_if_due(match)
        elif game.phase == "play" and len(game.hands[0]) == 1 and len(game.legal()) == 1:
            break
        else:
            move_once(match)
    assert refusal(ask_for_hint, **asked_by(anna, match)) == "only_move"


def test_an_answer_that_comes_too_late_is_dropped_and_not_counted(anna: User) -> None:
    match = choice_of(anna)
    ask_for_hint(**asked_by(anna, match))
    waiting = Hint.objects.get()
    move_once(match)
    assert read_hint_request(match.code, waiting.moves_made) is None
    version = match.version
    assert answer_hint(code=match.code, moves_made=waiting.moves_made, advice=FOUND) is None
    assert fresh(match).version == version
    assert not Hint.objects.exists()
    assert used_at_table(match) == [0, 0]


def test_an_answer_after_the_end_is_dropped(anna: User) -> None:
    match = choice_of(anna)
    ask_for_hint(**asked_by(anna, match))
    made = Hint.objects.get().moves_made
    resign_match(code=match.code, user_id=anna.pk)
    assert read_hint_request(match.code, made) is None
    assert answer_hint(code=match.code, moves_made=made, advice=FOUND) is None
    assert not waiting_hints()


def test_a_hint_that_cannot_be_found_can_be_asked_for_again(anna: User) -> None:
    match = choice_of(anna)
    ask_for_hint(**asked_by(anna, match))
    made = Hint.objects.get().moves_made
    assert answer_hint(code=match.code, moves_made=made, advice=None) is not None
    shown = hint_shown(match)
    assert shown is not None
    assert not shown["asked"]
    assert ask_for_hint(**asked_by(anna, match)) is not None


def test_only_the_first_answer_counts(anna: User) -> None:
    match = choice_of(anna)
    ask_for_hint(**asked_by(anna, match))
    made = Hint.objects.get().moves_made
    assert answer_hint(code=match.code, moves_made=made, advice=FOUND) is not None
    assert answer_hint(code=match.code, moves_made=made, advice=Advice(["announce", "ronda"])) is None
    assert Hint.objects.get().move == FOUND.move


def test_a_hint_leaves_moves_on_the_version_before_it_valid(anna: User) -> None:
    match = choice_of(anna)
    command = asked_by(anna, match)
    move = game_of(match).view(0)["moves"][0]
    ask_for_hint(**command)
    assert play.make_move(**command, move=move).moves


def test_a_process_that_missed_the_cut_still_finds_the_hint(anna: User) -> None:
    match = choice_of(anna)
    load_table(match.code)
    with elsewhere():
        ask_for_hint(**asked_by(anna, match))
    assert read_hint_request(match.code, Hint.objects.get().moves_made) is not None


def test_a_match_with_hints_does_not_rate_its_bots(anna: User) -> None:
    Rating.objects.create(
        user=anna, ruleset="moroccan", size_class="2", value=1600, matches=20, opponents=9, ranked=True
    )
    fair, helped = (choice_of(anna, target=5) for _match in range(2))
    ask_for_hint(**asked_by(anna, helped))
    answer_hint(code=helped.code, moves_made=Hint.objects.get().moves_made, advice=FOUND)
    for match in (fair, helped):
        play_to_end(match)
    assert fair.seats.get(number=1).rating_change is not None
    assert helped.seats.get(number=1).rating_change is None
