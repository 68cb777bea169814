"""Permissions in the admin: every kind of user sends every form and tries every action."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import appeal_sanction
from games.comments.services import write_comment
from games.models import ChatLine, Comment, Match, Report
from tests.project.rights import PASSWORD, PEOPLE, all_rows, outcomes, signed_in
from tests.project.test_permissions import JUDGING, ROOTS, VERBS, VIEWED

pytestmark = pytest.mark.django_db

# The actions that lists offer to moderators and superusers; all other lists have none.
ACTIONS = {
    "games_chatline": (["hide", "show"], ["hide", "show"]),
    "games_comment": (["hide", "show"], ["hide", "show"]),
    "games_report": (["dismiss", "uphold"], ["dismiss", "uphold"]),
    "account_emailaddress": ([], ["delete_selected", "make_verified"]),
    **{name: ([], ["delete_selected"]) for name in ROOTS if name != "account_emailaddress"},
}
EVERY_ACTION = ["hide", "show", "dismiss", "uphold", "delete_selected", "make_verified"]

# Changes that only superusers can make, with a form for each; allauth's other forms are not tried.
CHANGED: dict[str, dict[str, Any]] = {
    "accounts_user": {"is_staff": "on"},
    "accounts_forbiddenword": {"word": "cheater"},
    "account_emailaddress": {"email": "new@example.org"},  # the test adds the ``user`` field
}
WHY = {"words": "because"}
JUDGED: dict[str, dict[str, Any]] = {
    "accounts_user_sanction": {"measure": "mute", "reason": "rude", "message": "Be kind.", "duration": "1"},
    "accounts_user_rename": {"name": "renamed", **WHY},
    "accounts_sanction_answer": {"answer": "No."},
    "accounts_sanction_lift": WHY,
    "games_match_void": {"reason": "a fault", "confirm": "on"},
    "games_report_decide": {"verdict": "dismissed", "duration": "1"},
    "games_report_reopen": WHY,
    "games_report_hide": {},  # the test adds the ``chatline`` field
    "games_report_trouble": {},
}


@pytest.fixture
def rows(people: dict[str, User], match: Match) -> dict[str, Model]:
    """Return a row of every model that has an admin page, keyed by the page's name."""
    sanction, user = Sanction.objects.get(), people["other"]
    appeal_sanction(sanction_id=sanction.pk, user=people["banned"], words="It was not me.")
    write_comment(code=match.code, user=user, text="well played")
    account = SocialAccount.objects.create(user=user, provider="github", uid="1")
    EmailAddress.objects.create(user=user, email="other@example.org")
    Authenticator.objects.create(user=user, type="recovery_codes", data={})
    UserSession.objects.create(user=user, ip="127.0.0.1", session_key="x", user_agent="")
    SocialToken.objects.create(account=account, token="t")
    SocialApp.objects.create(provider="github", name="g")
    for person in people.values():
        signed_in(person)  # this stores a login fingerprint
    found = {}
    for model in admin.site._registry:
        row = model._default_manager.order_by("pk").first()
        assert row is not None, model
        found[f"{model._meta.app_label}_{model._meta.model_name}"] = row
    return found | {"accounts_user": user}


def expected(moderator: str, superuser: str) -> dict[str, str]:
    """Return the outcomes for all users, including those who have no access to the admin."""
    return dict.fromkeys(PEOPLE, "login") | {"banned": "403", "moderator": moderator, "superuser": superuser}


def page_of(name: str, *keys: object) -> str:
    return reverse(f"admin:{name}", args=keys)


def test_every_model_and_action_of_the_admin_is_listed_here(rows: dict[str, Model]) -> None:
    assert set(rows) == {*VIEWED, *ROOTS}
    assert set(JUDGED) == set(JUDGING)
    offered = {name for page in admin.site._registry.values() for name in page.actions}
    assert offered | {"delete_selected"} == set(EVERY_ACTION)


@pytest.mark.parametrize("name", [*VIEWED, *ROOTS])
def test_adding_changing_and_deleting(name: str, people: dict[str, User], rows: dict[str, Model]) -> None:
    change, delete = page_of(f"{name}_change", rows[name].pk), page_of(f"{name}_delete", rows[name].pk)
    fields = CHANGED.get(name, {}) | {"user": str(people["other"].pk)}
    is_roots, does = name in ROOTS, "does" if name in CHANGED else "no" if name in ROOTS else "403"
    assert outcomes(people, page_of(f"{name}_add"), fields) == expected("403", does if is_roots else "403")
    assert outcomes(people, change, fields) == expected("403", does)
    assert outcomes(people, delete, {"post": "yes"}) == expected("403", "does" if is_roots else "403")


@pytest.mark.parametrize("name", JUDGED)
def test_actions_of_moderators(name: str, people: dict[str, User], rows: dict[str, Model]) -> None:
    keys = [] if name == "games_report_trouble" else [rows[name.rsplit("_", 1)[0]].pk]
    does = "does" if keys else "no"  # that page is read-only
    if name == "games_report_reopen":
        Report.objects.update(handled=timezone.now(), verdict="dismissed")
    fields = JUDGED[name] | {"chatline": str(rows["games_chatline"].pk)}
    assert outcomes(people, page_of(name, *keys), fields) == expected(does, does)


@pytest.mark.parametrize("name", ["accounts_user_sanction", "accounts_user_rename"])
@pytest.mark.parametrize("whom", ["moderator", "superuser"])
def test_moderators_cannot_sanction_themselves_or_users_of_higher_rank(
    name: str, whom: str, people: dict[str, User]
) -> None:
    superuser = "no" if whom == "superuser" else "does"
    assert outcomes(people, page_of(name, people[whom].pk), JUDGED[name]) == expected("no", superuser)


@pytest.mark.parametrize("name", [*VIEWED, *ROOTS])
def test_actions_of_a_list(name: str, people: dict[str, User], rows: dict[str, Model]) -> None:
    offered = dict(zip(("moderator", "superuser"), ACTIONS.get(name, ([], [])), strict=True))
    for who, actions in offered.items():
        assert actions_in(signed_in(people[who]).get(page_of(f"{name}_changelist"))) == actions
    for action in EVERY_ACTION:
        for model in (ChatLine, Comment):
            model.objects.update(hidden=timezone.now() if action == "show" else None)
        fields = {"action": action, "_selected_action": [rows[name].pk], "index": "0", "post": "yes"}
        does = {who: "does" if action in actions else "no" for who, actions in offered.items()}
        if name in ROOTS:
            does["moderator"] = "403"
        assert outcomes(people, page_of(f"{name}_changelist"), fields) == expected(**does), action


def actions_in(answer: Any) -> list[str]:
    """Return the actions that a list offers."""
    form = answer.context_data["action_form"] if answer.status_code == 200 else None
    return [] if form is None else [name for name, _label in form.fields["action"].choices if name]


def test_staff_without_permissions_see_and_change_nothing(people: dict[str, User], rows: dict[str, Model]) -> None:
    staff = User.objects.create_user("clerk", password=PASSWORD, is_staff=True)
    client = signed_in(staff)
    before = all_rows()
    for name in [*JUDGING, *(f"{model}_{verb}" for model in [*VIEWED, *ROOTS] for verb in VERBS)]:
        is_of_all = name == "games_report_trouble" or name.endswith(("_changelist", "_add"))
        address = page_of(name, *([] if is_of_all else [rows[name.rsplit("_", 1)[0]].pk]))
        assert client.get(address).status_code == 403, name
        assert client.post(address, {"post": "yes", **CHANGED["accounts_user"]}).status_code == 403, name
    assert all_rows() == before


@pytest.mark.parametrize(
    "query",
    [
        "accounts/user/?password__startswith=md5",
        "accounts/user/?operator__password__startswith=md5",
        "accounts/user/?groups__user__password__startswith=md5",
        "accounts/user/?operator__authenticator__data__secret__startswith=a",
        "accounts/user/?auto_call__exact=1",
        "accounts/user/?has_unread_message=1",
        "games/match/?wake_at__isnull=0",
    ],
)
def test_lists_cannot_be_filtered_by_hidden_fields(query: str, people: dict[str, User], match: Match) -> None:
    """Otherwise hidden values, such as a password hash or the automatic calls, could be found letter by letter."""
    for who in ("moderator", "superuser"):
        assert signed_in(people[who]).get(f"/admin/{query}").status_code == 400, who


def test_the_admin_has_no_password_change_page_of_its_own(people: dict[str, User]) -> None:
    """On the site's own page, attempts to guess the old password are rate limited."""
    client = signed_in(people["moderator"])
    for answer in (
        client.get(page_of("password_change")),
        client.post(page_of("password_change"), {"old_password": "x"}),
    ):
        assert (answer.status_code, answer["location"]) == (302, reverse("account_change_password"))
