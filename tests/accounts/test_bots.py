"""Bot accounts: who may create them, their names, and the sanctions that they share with their operator."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import bots
from accounts.bots import BadNameError, NoBotsForYouError, TooManyBotsError, bots_of, make_bot
from accounts.models import Scope, User
from accounts.names import check_not_reserved
from accounts.sanctions import NotPermittedError, impose_sanction, lift_sanction, locked_out_among
from accounts.tokens import LockedOutError, WrongTokenError, find_token, make_token
from games.services.account_closing import close_account


@pytest.fixture
def amina(db: None) -> User:
    return User.objects.create_user("Amina", password="a long password")


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss")


def test_a_bot_is_marked_has_an_operator_and_cannot_log_in(amina: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    assert (bot.is_bot, bot.is_site_bot, bot.operator, list(bots_of(amina))) == (True, False, amina, [bot])
    bot.set_password("a long password")
    bot.save()
    assert authenticate(username="Zerda", password="a long password") is None


@pytest.mark.parametrize(
    "name", ["Amina", "am1na", "Moderator", "ModBot", "RondaBot", "Bot", "x", "not well formed", "Sota"]
)
def test_a_bot_cannot_take_the_name_of_another_user_or_of_the_site(amina: User, name: str) -> None:
    with pytest.raises(BadNameError):
        make_bot(operator=amina, name=name)
    assert not bots_of(amina)


@pytest.mark.parametrize("name", ["NodeBotA", "my-bot", "bot.amina", "B0t-Runner"])
def test_only_a_bot_may_be_called_a_bot(amina: User, name: str) -> None:
    assert make_bot(operator=amina, name=name).username == name
    with pytest.raises(ValidationError, match="Only bot accounts can have"):
        check_not_reserved(name)


def test_a_reserved_name_is_refused_with_a_reason(amina: User) -> None:
    with pytest.raises(BadNameError) as refused:
        make_bot(operator=amina, name="AdminBot")
    assert "could be mistaken for an official one" in str(refused.value)


def test_guests_and_bots_cannot_have_bots(amina: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    for who in (bot, User.objects.create_guest(1234)):
        with pytest.raises(NoBotsForYouError):
            make_bot(operator=who, name="Fennec")


def test_the_number_of_bots_and_of_used_names_is_limited(amina: User) -> None:
    for number in range(bots.MADE_A_DAY):
        if number >= bots.MOST:
            close_account(user=bots_of(amina)[0])
        make_bot(operator=amina, name=f"Zerda-{number}x")
    with pytest.raises(TooManyBotsError):
        make_bot(operator=amina, name="Fennec")
    close_account(user=bots_of(amina)[0])
    with pytest.raises(TooManyBotsError):
        make_bot(operator=amina, name="Fennec")
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert make_bot(operator=amina, name="Fennec").is_bot


def test_only_bots_have_operators(amina: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("badr", operator=amina)


def test_a_suspended_operators_bots_are_suspended_until_the_operator_returns(amina: User, boss: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    _token, secret = make_token(user=bot, name="home", scope=Scope.PLAY)
    sanction = impose_sanction(whom=amina, by=boss, measure="suspend", reason="why", message="because")
    assert locked_out_among([bot.pk, boss.pk]) == {bot.pk}
    with pytest.raises(LockedOutError):
        find_token(secret)
    lift_sanction(sanction_id=sanction.pk, by=boss, words="enough")
    assert locked_out_among([bot.pk]) == set()
    assert find_token(secret).user == bot


def test_a_suspended_bot_stays_suspended_when_its_operators_suspension_ends(amina: User, boss: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    impose_sanction(whom=bot, by=boss, measure="suspend", reason="why", message="because")
    other = impose_sanction(whom=amina, by=boss, measure="suspend", reason="why", message="because")
    lift_sanction(sanction_id=other.pk, by=boss, words="enough")
    assert locked_out_among([amina.pk, bot.pk]) == {bot.pk}


def test_moderators_cannot_sanction_their_own_bots_or_the_sites(boss: User) -> None:
    for whom in (make_bot(operator=boss, name="Zerda"), User.objects.get(username="Sota")):
        with pytest.raises(NotPermittedError):
            impose_sanction(whom=whom, by=boss, measure="mute", reason="why", message="because")


def test_closing_an_account_closes_its_bots(amina: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    _token, secret = make_token(user=bot, name="home", scope=Scope.PLAY)
    close_account(user=amina)
    bot.refresh_from_db()
    assert (bot.closed_at is not None, bot.is_active, bot.shown_name) == (True, False, "Closed account")
    with pytest.raises(WrongTokenError):
        find_token(secret)


def test_deactivating_an_account_deactivates_its_bots(amina: User) -> None:
    bot = make_bot(operator=amina, name="Zerda")
    _token, secret = make_token(user=bot, name="home", scope=Scope.PLAY)
    User.objects.filter(pk=amina.pk).update(is_active=False)
    assert locked_out_among([bot.pk]) == {bot.pk}
    with pytest.raises((LockedOutError, WrongTokenError)):
        find_token(secret)
