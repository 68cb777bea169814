"""Packs are shuffled, committed to, and disclosed in the record."""

from __future__ import annotations

import json
from collections import Counter
from secrets import SystemRandom

import pytest

from accounts.models import User
from games.models import Match, Status
from games.rules import find_ruleset
from games.rules.cards import SPANISH_40
from games.rules.fair import commit_to, draw_dealer, join_pack
from games.rules.game import Game
from games.rules.verify import verify_deals
from games.selectors.replay import load_ended, record_of
from games.services import dealing, leaving, seating
from games.state.match_cache import match_cache
from tests.rows import fresh
from tests.services.tables import (
    cut,
    game_of,
    move_once,
    open_table,
    play_to_end,
    stored_match,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db

SHUFFLES = 4_000


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    """A match that has started and whose pack is waiting to be cut."""
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    match.refresh_from_db()
    return match


# ---- the shuffle ----


def test_every_card_is_equally_likely_at_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_random", SystemRandom())  # the real random generator
    found: Counter[tuple[str, int]] = Counter()
    for _shuffle in range(SHUFFLES):
        found.update((card, place) for place, card in enumerate(dealing.shuffle_pack(SPANISH_40)))
    expected = SHUFFLES / 40
    chi_square = sum((found[card, place] - expected) ** 2 / expected for card in SPANISH_40 for place in range(40))
    # 39 × 39 = 1521 degrees of freedom, standard deviation 55: a deviation seven times that occurs once in 10^11 runs
    assert 1136 < chi_square < 1906


def test_a_biased_shuffle_would_be_noticed() -> None:
    random = SystemRandom()
    found: Counter[tuple[str, int]] = Counter()
    for _shuffle in range(SHUFFLES):
        cards = list(SPANISH_40)
        for place in range(40):  # the well-known mistake: swapping with any position, not only the remaining ones
            other = random.randrange(40)
            cards[place], cards[other] = cards[other], cards[place]
        found.update((card, place) for place, card in enumerate(cards))
    expected = SHUFFLES / 40
    assert sum((found[card, place] - expected) ** 2 / expected for card in SPANISH_40 for place in range(40)) > 1906


def test_a_shuffled_pack_holds_every_card_once() -> None:
    assert sorted(dealing.shuffle_pack(SPANISH_40)) == sorted(SPANISH_40)


def test_cuts_by_bots_reach_every_position(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "_random", SystemRandom())
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    loaded = stored_match(match.code)
    assert {dealing.draw_cut(loaded) for _draw in range(2_000)} == set(range(1, 40))


# ---- the commitment ----


def test_a_pack_is_committed_to_before_any_card_is_dealt(match: Match) -> None:
    deal = match.deals.get()
    assert deal.commitment == commit_to(deal.salt, deal.shuffled.split())
    assert deal.dealer == draw_dealer(deal.salt, 2)
    assert (deal.deck, deal.cut, deal.returned, deal.before_move) == ("", None, [], 0)
    assert not any(game_of(match).hands)


def test_each_deal_has_its_own_salt(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=60)
    play_to_end(match)
    salts = list(match.deals.values_list("salt", flat=True))
    assert len(salts) > 1
    assert len(set(salts)) == len(salts)
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}


def test_the_pack_is_dealt_as_it_was_cut(match: Match) -> None:
    before = match.deals.get()
    change = cut(match, 13)
    deal = match.deals.get()
    assert (deal.commitment, deal.salt, deal.shuffled) == (before.commitment, before.salt, before.shuffled)
    assert deal.cut == 13
    assert join_pack(deal.deck.split(), 13) == tuple(before.shuffled.split())
    assert change.moves == ()
    assert any(game_of(match).hands)


# ---- the record ----


@pytest.mark.parametrize("name", sorted(Game.registry))
def test_the_record_of_every_finished_match_is_valid(name: str, anna: User) -> None:
    ruleset = find_ruleset(name)
    target = {"target": 15} if "target" in [option.name for option in ruleset.options.options] else {}
    match = seating.open_match(user=anna, ruleset=name, options=target, private=False, rated=False)
    for number in range(1, ruleset.seats_for(match.options)):
        seating.take_seat(code=match.code, user=User.objects.create_user(f"guest{number}"))
    match.refresh_from_db()
    play_to_end(match)
    record = record_of(load_ended(match.code)).as_json()
    assert len(record["deals"]) == match.deals.count()
    assert all({"salt", "commitment", "cut"} <= deal.keys() for deal in record["deals"])
    assert verify_deals(json.dumps(record))[1]


@pytest.mark.parametrize("deals", [0, 1])
def test_resigning_before_a_cut_reveals_the_pack(match: Match, badr: User, deals: int) -> None:
    if deals:
        cut(match)
        while not waits_for_cut(match):
            move_once(match)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    assert fresh(match).status == Status.FINISHED
    record = record_of(load_ended(match.code)).as_json()
    assert len(record["deals"]) == deals
    assert record["uncut"]["commitment"] == match.deals.latest("number").commitment
    line, agrees = verify_deals(json.dumps(record))
    assert agrees, line


def test_deals_from_before_commitments_existed_can_be_continued(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=60)
    match.deals.update(commitment="", salt="", shuffled="", cut=None)
    match_cache.clear()
    play_to_end(match)
    said = json.loads(verify_deals(json.dumps(record_of(load_ended(match.code)).as_json()))[0])
    assert [deal["committed"] for deal in said["deals"]] == [False] + [True] * (len(said["deals"]) - 1)
    assert said["agrees"]
    assert len(said["deals"]) > 1
