"""Following other players."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import services
from accounts.export import account_data
from accounts.models import Follow, User
from accounts.selectors import followed_by, is_following

pytestmark = pytest.mark.django_db


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina")


@pytest.fixture
def badr() -> User:
    return User.objects.create_user("badr")


def test_following_is_one_sided_and_can_be_undone(amina: User, badr: User) -> None:
    for _again in range(2):
        services.follow_user(by=amina, whom=badr)
    assert followed_by(amina) == [badr]
    assert (is_following(amina, badr), is_following(badr, amina)) == (True, False)
    assert [row["name"] for row in account_data(amina)["follows"]] == ["badr"]
    for _again in range(2):
        services.unfollow(by=amina, whom=badr)
    assert followed_by(amina) == []


def test_players_cannot_follow_themselves_bots_or_closed_accounts(amina: User, badr: User) -> None:
    User.objects.filter(pk=badr.pk).update(closed_at=timezone.now())
    badr.refresh_from_db()
    for whom in (amina, badr, User.objects.filter(is_bot=True)[0]):
        with pytest.raises(services.NobodyToFollowError):
            services.follow_user(by=amina, whom=whom)


def test_blocking_a_follower_ends_the_follow_and_prevents_another(amina: User, badr: User) -> None:
    services.follow_user(by=amina, whom=badr)
    services.follow_user(by=badr, whom=amina)
    services.mute_user(by=badr, whom=amina)
    assert Follow.objects.count() == 2
    services.block_user(by=badr, whom=amina)
    assert not Follow.objects.exists()
    for by, whom in ((amina, badr), (badr, amina)):
        with pytest.raises(services.NobodyToFollowError):
            services.follow_user(by=by, whom=whom)


def test_the_number_of_follows_is_limited(amina: User, badr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_FOLLOWED", 1)
    services.follow_user(by=amina, whom=badr)
    services.follow_user(by=amina, whom=badr)
    with pytest.raises(services.TooManyFollowedError):
        services.follow_user(by=amina, whom=User.objects.create_user("chama"))


def test_closing_an_account_clears_its_follows_and_country(amina: User, badr: User) -> None:
    services.follow_user(by=amina, whom=badr)
    services.follow_user(by=badr, whom=amina)
    services.choose_country(user=amina, country="MA")
    services.close_account(user=amina)
    amina.refresh_from_db()
    assert not Follow.objects.exists()
    assert amina.country == ""
