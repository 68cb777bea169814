"""Moves and resignations."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules.fair import join_pack
from games.rules.moroccan import Moroccan
from games.services import dealing, leaving, play
from games.state.announce import Change
from games.state.errors import Forbidden, Illegal, Malformed, NotFound, ServiceError, Stale
from games.state.match_log import replay_match
from tests.rows import fresh
from tests.rules.tables import stack
from tests.services.tables import (
    cut,
    game_of,
    move_once,
    mover,
    open_table,
    plain_move,
    play_to_end,
    server_owes_a_move,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def refused(match: Match, **changed: Any) -> ServiceError:
    """Try a neutral move with these arguments changed, check that nothing is stored, and return the error."""
    before = (match.version, match.moves.count(), game_of(match).trace())
    said: dict[str, Any] = {"code": match.code, "user_id": mover(match).pk, "version": match.version}
    said["move"] = list(plain_move(game_of(match))[1:])
    with pytest.raises(ServiceError) as caught:
        play.make_move(**{**said, **changed})
    match.refresh_from_db()
    assert (match.version, match.moves.count(), game_of(match).trace()) == before
    return caught.value


def test_a_move_is_logged_and_makes_the_next_version(match: Match) -> None:
    version = match.version
    move = plain_move(game_of(match))
    change = move_once(match, move)
    assert change == Change(match.code, version + 1, (move,), times=change.times, new_turn=True, correspondence=True)
    assert change.times is not None
    assert match.version == version + 1
    row = match.moves.get()
    assert (row.number, row.seat, row.move) == (1, move[0], list(move[1:]))


def test_a_stale_move_is_refused(match: Match) -> None:
    assert isinstance(refused(match, version=match.version - 1), Stale)
    assert isinstance(refused(match, version=match.version + 1), Stale)


def test_the_same_move_twice_is_made_once(match: Match) -> None:
    user, version, said = mover(match), match.version, list(plain_move(game_of(match))[1:])
    play.make_move(code=match.code, user_id=user.pk, version=version, move=said)
    with pytest.raises(Stale):
        play.make_move(code=match.code, user_id=user.pk, version=version, move=said)
    assert match.moves.count() == 1


def test_a_spectator_may_not_move(match: Match, chama: User) -> None:
    error = refused(match, user_id=chama.pk)
    assert isinstance(error, Forbidden)
    assert error.code == "forbidden"


def test_the_user_of_the_sites_bot_may_not_move(anna: User) -> None:
    from games.services.seating import start_quick_match

    match = start_quick_match(user=anna, ruleset="moroccan", options={})
    bot = Seat.objects.get(match=match, number=1).user
    assert bot is not None
    with pytest.raises(Forbidden):
        play.make_move(code=match.code, user_id=bot.pk, version=match.version, move=["announce", "nothing"])


@pytest.mark.parametrize("move", [[], ["fly"], ["play"], ["play", 7], ["claim", "1"], ["done", 1], [1, 2], [None], "x"])
def test_an_invalid_move_is_malformed(match: Match, move: Any) -> None:
    error = refused(match, move=move)
    assert isinstance(error, Malformed)
    assert str(error)


def test_a_move_against_the_rules_is_illegal_with_their_error_code(match: Match) -> None:
    error = refused(match, move=["play", "1O"])
    assert isinstance(error, Illegal)
    assert error.code == "not_now"
    waiting = match.seats.exclude(user=mover(match)).get().user_id
    assert refused(match, user_id=waiting).code == "not_your_turn"


def test_an_unknown_match_is_not_found(anna: User) -> None:
    with pytest.raises(NotFound):
        play.make_move(code="nowhere", user_id=anna.pk, version=0, move=["done"])


def test_nobody_can_move_at_an_open_table(anna: User) -> None:
    match = open_table(anna)
    with pytest.raises(Illegal) as caught:
        play.make_move(code=match.code, user_id=anna.pk, version=0, move=["done"])
    assert caught.value.code == "not_now"


def test_malformed_is_reported_before_forbidden_and_forbidden_before_stale(match: Match, chama: User) -> None:
    assert isinstance(refused(match, move=["fly"], user_id=chama.pk), Malformed)
    assert isinstance(refused(match, user_id=chama.pk, version=99), Forbidden)
    assert isinstance(refused(match, move=["play", "1O"], version=99), Stale)


def test_the_next_deal_follows_the_end_of_a_deal(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=121)
    while match.deals.count() == 1:
        move_once(match)
    cut(match)
    first, second = match.deals.order_by("number")
    assert second.dealer == (first.dealer + 1) % 2
    assert second.before_move == match.moves.count()
    assert second.is_dealt


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_played_to_its_end_has_a_result(anna: User, badr: User, chama: User, dris: User, players: int) -> None:
    match = open_table(*[anna, badr, chama, dris][:players], target=5)
    last = play_to_end(match)[-1]
    game = game_of(match)
    assert last.reload
    assert (match.status, match.result_reason) == (Status.FINISHED, "rules")
    assert match.sides == game.scores
    assert tuple(match.winners) == game.winners
    assert match.finished is not None
    assert {seat.finished for seat in match.seats.all()} == {match.finished}
    with pytest.raises(Illegal) as caught:
        play.make_move(code=match.code, user_id=anna.pk, version=match.version, move=["done"])
    assert caught.value.code == "match_over"


def test_replaying_the_log_gives_the_same_match(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=21)
    changes = play_to_end(match)
    game, steps = replay_match(match)
    assert game.over
    cuts = match.deals.count() - 1  # the first pack was cut before
    assert len(steps) == 1 + len(changes) - cuts == 1 + match.moves.count()
    assert [row.number for row in match.moves.all()] == list(range(1, len(steps)))
    assert [event.kind for event in steps[0][:2]] == ["cut", "deal"]
    assert steps[-1][-1].kind == "won"


def test_resigning_gives_the_win_to_the_other_side(match: Match, badr: User) -> None:
    change = leaving.resign_match(code=match.code, user_id=badr.pk)
    match.refresh_from_db()
    assert change.reload
    assert (match.status, match.result_reason, match.result_seat) == (Status.FINISHED, "resigned", 1)
    assert match.winners == [0]
    assert match.version == change.version


def test_a_match_is_resigned_once_and_only_by_its_players(match: Match, anna: User, badr: User, chama: User) -> None:
    with pytest.raises(Forbidden):
        leaving.resign_match(code=match.code, user_id=chama.pk)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    with pytest.raises(Illegal):
        leaving.resign_match(code=match.code, user_id=anna.pk)


def test_a_match_can_be_resigned_while_a_server_move_is_due(anna: User) -> None:
    from games.services.seating import start_quick_match

    match = start_quick_match(user=anna, ruleset="moroccan", options={})
    if not server_owes_a_move(match):
        move_once(match)
    assert server_owes_a_move(match)
    leaving.resign_match(code=match.code, user_id=anna.pk)
    assert fresh(match).wake_at is None


def test_a_deal_can_win_the_match_before_a_card_is_played(
    anna: User, badr: User, monkeypatch: pytest.MonkeyPatch
) -> None:  # M11, M26
    dealt = stack(Moroccan.pack, "1O 1C 1S", "2O 4O 6O", "3O 5O 7O 11O")
    monkeypatch.setattr(dealing, "shuffle_pack", lambda _pack: join_pack(dealt, 20))
    match = open_table(anna, badr, target=5, declarations="automatic")
    assert match.status == Status.FINISHED
    assert match.winners
    assert not match.moves.exists()
    assert match.wake_at is None
