"""The levels of the site's bots, however a bot gets its seat."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.apps import make_bot_users
from games.bots import BOTS, DEFAULT_BOT
from games.models import Match, Seat
from games.services import hosting, seating
from games.services.bot_levels import user_of_bot
from games.services.leaving import resign_match
from games.services.rematch import offer_rematch
from games.services.seating import TableSettings
from games.state.errors import ServiceError
from tests.rows import fresh
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db

STRONGEST = max(BOTS, key=lambda key: BOTS[key].level)


def bots_at(match: Match) -> list[str]:
    return list(match.seats.exclude(bot="").order_by("number").values_list("bot", flat=True))


@pytest.mark.parametrize("level", ["", *BOTS])
def test_a_quick_match_is_against_the_chosen_level(anna: User, level: str) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"players": 3}, level=level)
    assert bots_at(match) == [level or DEFAULT_BOT] * 2
    seat = match.seats.get(number=1)
    assert seat.user is not None
    assert (seat.user.site_bot, seat.user.is_site_bot) == (level or DEFAULT_BOT, True)


def test_the_host_chooses_the_level_of_each_bot(anna: User) -> None:
    options = {"players": 4}
    table = TableSettings(bot_level="siete")
    match = seating.open_match(
        user=anna, ruleset="moroccan", options=options, private=False, rated=False, table_settings=table
    )
    seating.seat_bot(code=match.code, user=anna)
    seating.seat_bot(code=match.code, user=anna, level="caballo")
    hosting.start_match(code=match.code, user=anna, level="sota")
    assert bots_at(match) == ["siete", "caballo", "sota"]


def test_a_stand_in_has_the_tables_level(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, chama)
    Match.objects.filter(pk=match.pk).update(bot_level="caballo")
    resign_match(code=match.code, user_id=badr.pk)
    assert Seat.objects.get(match=match, user=badr).stand_in == "caballo"


def test_a_rematch_is_against_the_same_levels(anna: User) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"players": 3}, level="caballo")
    resign_match(code=match.code, user_id=anna.pk)
    offer_rematch(code=match.code, user_id=anna.pk)
    assert fresh(match).rematch is not None
    assert (bots_at(match.rematch), match.rematch.bot_level) == (["caballo"] * 2, "caballo")


@pytest.mark.parametrize(("level", "bot"), [("beginner", "siete"), ("advanced", "caballo"), ("pro", STRONGEST)])
def test_the_level_of_mufts_names_the_bot(anna: User, level: str, bot: str) -> None:  # F4
    chosen = seating.start_quick_match(user=anna, ruleset="mufts", options={"level": level})
    assert bots_at(chosen) == [bot]
    named = seating.start_quick_match(user=anna, ruleset="mufts", options={}, level=bot)
    assert named.options["level"] == level
    assert bots_at(named) == [bot]


@pytest.mark.parametrize(
    ("ruleset", "level", "code"), [("moroccan", "reina", "no_such_level"), ("mufts", "sota", "level_is_set")]
)
def test_a_bot_that_does_not_play_there_is_refused(anna: User, ruleset: str, level: str, code: str) -> None:
    with pytest.raises(ServiceError) as refused:
        seating.start_quick_match(user=anna, ruleset=ruleset, options={}, level=level)
    assert refused.value.code == code
    assert not Match.objects.exists()


def test_a_bot_keeps_its_account_and_takes_no_name_from_a_player(anna: User) -> None:
    sota = user_of_bot("sota")
    User.objects.filter(pk=sota.pk).update(site_bot=None)  # as it was before levels were introduced
    User.objects.filter(site_bot="caballo").delete()
    User.objects.filter(pk=anna.pk).update(username="CABALL0", name_key="caballo")
    make_bot_users(using="default")
    make_bot_users(using="default")
    assert user_of_bot("sota") == sota
    assert user_of_bot("caballo").username == "Caballo bot"
    assert User.objects.filter(is_bot=True).count() == len(BOTS)
