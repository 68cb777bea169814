"""Permissions for every address of the site and every kind of user. Add each new address here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import ApiToken, ModerationLog, Sanction, User
from games.models import Match, Puzzle
from tests.project.rights import signed_in

pytestmark = pytest.mark.django_db

# The status of a GET: pages for everyone; pages that redirect visitors to the login page; addresses for forms only.
OPEN = """home new_table table log matches result match_picture match_story replay record analysis analysis_progress
player player_picture player_matches ladder puzzles puzzle learn fair rules site_bots api document example_bot
jsi18n help conduct privacy about glossary faces service_worker manifest offline watch""".split()
SHORT = ["latest_puzzle"]  # redirects to the page that it stands for
OWN = "settings standing close_account notices report_form tokens new_token new_bot push".split()
OWNERS = "revoke_token bot_token close_bot".split()  # pages about a player's own data: others get a 404
FILES = "site_records player_records".split()  # only for players
FORMS = """keep_away export appeal quick be_guest answer_seek play_with_friend sit leave decline decline_all invite
send_away start add_bot report comment request_analysis follow choose_country choose_avatar choose_cards set_language
answer_puzzle remove_push_device choose_pushes play_again""".split()
# Pages that may redirect guests, or users who must reauthenticate first.
ELSEWHERE = {"close_account", "table", "tokens", "new_token", "new_bot"}
ALLAUTH = ("account_", "mfa_", "socialaccount_", "usersessions_")
# Admin addresses for moderators, besides the lists and pages of these models.
VIEWED = """accounts_user accounts_sanction accounts_moderationlog accounts_loginfingerprint games_match games_rating
games_ratingchange games_chatline games_comment games_report""".split()
JUDGING = """accounts_user_sanction accounts_user_rename accounts_sanction_answer accounts_sanction_lift
games_match_void games_report_trouble games_report_decide games_report_reopen games_report_hide""".split()
COMMON = "index logout password_change password_change_done jsi18n app_list login autocomplete view_on_site".split()
# Models that moderators cannot see: forbidden words, and what allauth stores.
ROOTS = """accounts_forbiddenword account_emailaddress mfa_authenticator usersessions_usersession
socialaccount_socialapp socialaccount_socialtoken socialaccount_socialaccount""".split()
KEYS = ["", *"code name pk key object_id app_label".split(), "code name", "uidb36 key", "content_type_id object_id"]
KEYS += ["ruleset day", "ruleset", "language version", "language"]
VERBS = "changelist add history delete change".split()


def names(patterns: list[URLPattern | URLResolver], inside: bool = False) -> Iterator[tuple[bool, str]]:
    """Yield every URL name and whether it belongs to the admin. For the API, see tests/api/test_permissions.py."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace == "api":
                continue
            yield from names(pattern.url_patterns, inside or pattern.namespace == "admin")
        elif pattern.name:
            yield inside, pattern.name


def site_names() -> set[str]:
    """Return the URL names outside the admin."""
    return {name for inside, name in names(get_resolver().url_patterns) if not inside}


def admin_names() -> set[str]:
    """Return the URL names of the admin."""
    return {name for inside, name in names(get_resolver().url_patterns) if inside}


def test_every_address_is_listed_here() -> None:
    listed = {*OPEN, *SHORT, *OWN, *OWNERS, *FILES, *FORMS}
    assert {name for name in site_names() if not name.startswith(ALLAUTH)} == listed
    models = {f"{model}_{verb}" for model in [*VIEWED, *ROOTS] for verb in VERBS}
    assert admin_names() == {*COMMON, *JUDGING, *models}


def status(user: User | None, address: str) -> int:
    return signed_in(user).get(address).status_code


def address_of(name: str, match: Match) -> str:
    bot = User.objects.get(operator__isnull=False).pk
    about = {"revoke_token": ApiToken.objects.get().pk, "bot_token": bot, "close_bot": bot}
    pk = about.get(name, Sanction.objects.get().pk)
    about_whom = "bots" if name == "document" else "player"
    known = {"code": match.code, "name": about_whom, "ruleset": "moroccan", "pk": pk, "object_id": match.pk}
    known |= {"language": "en", "version": "1"}
    known |= {"day": Puzzle.objects.get().date, "uidb36": "1", "key": "x-y", "app_label": "games", "content_type_id": 1}
    for keys in KEYS:
        with suppress(NoReverseMatch):
            return reverse(name, kwargs={key: known[key] for key in keys.split()})
    raise AssertionError(name)


def every_address(match: Match) -> list[str]:
    """Return a URL for every URL name, including those of the admin and allauth."""
    return [address_of(name, match) for name in [*site_names(), *(f"admin:{name}" for name in admin_names())]]


@pytest.mark.parametrize("name", [*OPEN, *SHORT, *OWN, *FILES, *FORMS])
def test_an_address_of_the_site(name: str, people: dict[str, User], match: Match) -> None:
    address = address_of(name, match)
    expected = 405 if name in FORMS else 302 if name in SHORT else 200
    for who in ("player", "other", "guest", "moderator", "superuser"):
        got = status(people[who], address)
        assert got == expected or (got == 302 and name in ELSEWHERE), (who, got)
    stranger = status(None, address)
    wanted = {302} if name in [*OWN, *SHORT] else {403} if name in FILES else {302, 405} if name in FORMS else {200}
    assert stranger in wanted, stranger
    kept_out = status(people["banned"], address)
    assert kept_out == {"standing": 200, "appeal": 405, "export": 405, "jsi18n": 200, "set_language": 405}.get(
        name, 403
    )


@pytest.mark.parametrize("name", OWNERS)
def test_an_address_of_a_players_own_data(name: str, people: dict[str, User], match: Match) -> None:
    address = address_of(name, match)
    found = {who: status(user, address) for who, user in people.items()}
    assert found == dict.fromkeys(people, 404) | {"player": 200, "banned": 403}
    assert status(None, address) == 302


@pytest.mark.parametrize("name", [*(f"{model}_{verb}" for model in [*VIEWED, *ROOTS] for verb in VERBS), *JUDGING])
def test_an_address_of_the_admin(name: str, people: dict[str, User], match: Match) -> None:
    rows = {
        "accounts_user": people["player"].pk,
        "games_match": match.pk,
        "accounts_sanction": Sanction.objects.get().pk,
        "accounts_moderationlog": ModerationLog.objects.get().pk,
        "games_report": match.reports.get().pk,
    }
    model, verb = name.rsplit("_", 1)
    pk = rows.get(model, 1)
    try:
        address = reverse(f"admin:{name}")
    except NoReverseMatch:  # the address has a row's id
        address = reverse(f"admin:{name}", args=[pk])
    for who in (None, "player", "other", "guest"):
        assert status(None if who is None else people[who], address) == 302, who
    assert status(people["banned"], address) == 403
    may = name in JUDGING or (model in VIEWED and verb in {"changelist", "change", "history"})
    moderator, superuser = status(people["moderator"], address), status(people["superuser"], address)
    if name == "games_report_hide":  # it accepts only POST
        assert (moderator, superuser) == (405, 405)
        return
    if name == "games_report_decide":  # the form is on the page of the report
        assert (moderator, superuser) == (302, 302)
        return
    assert moderator in ({200, 302} if may else {403, 302}), (
        moderator
    )  # a request for a row that does not exist is redirected to the list
    assert moderator != 302 or model not in rows
    assert superuser in {200, 302, 403}, superuser
