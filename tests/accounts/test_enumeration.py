"""User enumeration: logging in, signing up and resetting a password never reveal who has an account.

The tests compare the work done (password hashes, emails and queries) rather than the time taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.sanctions import impose_sanction

pytestmark = pytest.mark.django_db
PASSWORD = "seven of oros 7"
KNOWN, UNKNOWN = "amina@example.org", "badr@example.org"

WORK: list[str] = []


class CountedHasher(MD5PasswordHasher):
    """A password hasher that counts the hashes it computes."""

    def encode(self, password: str, salt: str) -> str:
        WORK.append("hash")
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _counted(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["tests.accounts.test_enumeration.CountedHasher"]
    WORK.clear()
    yield
    WORK.clear()


@pytest.fixture
def amina() -> User:
    amina = User.objects.create_user("Amina", KNOWN, PASSWORD)
    EmailAddress.objects.create(user=amina, email=KNOWN, primary=True, verified=True)
    return amina


@pytest.fixture
def mail_site(settings: Any) -> None:
    """A site that sends emails: it asks for an address and verifies it with a code."""
    settings.EMAIL_URL = "smtp://mail.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]


def work_of(client: Client, page: str, **fields: str) -> tuple[str, int, int, int]:
    """Send a form. Return the response and the number of hashes, emails and queries.

    Tokens, and the text entered in the form, are removed from the response.
    """
    WORK.clear()
    mails = len(mail.outbox)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(reverse(page), fields)
    hashes = len(WORK)
    words = answer.text + str(answer.get("Location"))
    if answer.status_code == 302:
        words += client.get(answer["Location"]).text
    for typed in filter(None, fields.values()):
        words = words.replace(typed, "…")
    words = re.sub(r'(csrfmiddlewaretoken|name="next")" value="[^"]*"', "", words)
    return words, hashes, len(mail.outbox) - mails, len(queries)


def test_every_login_attempt_costs_one_hash(amina: User) -> None:
    User.objects.create_user("Gone", "gone@example.org", PASSWORD, is_active=False)
    boss = User.objects.create_superuser("boss1", password=PASSWORD)
    barred = User.objects.create_user("Barred", "barred@example.org", PASSWORD)
    impose_sanction(whom=barred, by=boss, measure="suspend", reason="r", message="m")
    guest = User.objects.create_guest(1234)
    bot = User.objects.create_bot("Hajja")
    User.objects.create_user("Remote", "remote@example.org")  # has no password, and logs in with an external account
    for name in ("Twin1", "Twin2"):  # neither of them has verified the address
        User.objects.create_user(name, "twin@example.org", PASSWORD)
    typed = ["Amina", "amina", KNOWN, KNOWN.upper(), "Nobody", UNKNOWN, "gone@example.org", "Gone", "Barred"]
    typed += ["barred@example.org", guest.username, bot.username, "Remote", "remote@example.org", "twin@example.org"]
    found, spread = {}, []
    for number, login in enumerate(typed):
        client = Client(REMOTE_ADDR=f"203.0.113.{number}")
        words, hashes, _mails, queries = work_of(client, "account_login", login=login, password="wrong")
        found[login] = hashes
        assert "Wrong " in words
        spread.append(queries)
    assert found == dict.fromkeys(typed, 1)
    assert max(spread) - min(spread) <= 2, spread


@pytest.mark.parametrize("login", ["Amina", KNOWN])
def test_the_right_password_costs_one_hash_too(amina: User, login: str) -> None:
    client = Client()
    _words, hashes, _mails, _queries = work_of(client, "account_login", login=login, password=PASSWORD)
    assert (hashes, client.session["_auth_user_id"]) == (1, str(amina.pk))


def test_reauthenticating_costs_one_hash(amina: User) -> None:
    client = Client()
    client.force_login(amina)
    for password in ("wrong", PASSWORD):
        assert work_of(client, "account_reauthenticate", password=password)[1] == 1


def test_a_lockout_does_not_reveal_which_address_belongs_to_a_name(amina: User) -> None:
    for number in range(6):
        client = Client(REMOTE_ADDR=f"203.0.113.{number}")
        words = work_of(client, "account_login", login="Amina", password="wrong")[0]
    assert "Too many failed" in words
    assert "Wrong " in work_of(Client(), "account_login", login=KNOWN, password="wrong")[0]


@pytest.mark.usefixtures("mail_site", "amina")
def test_signing_up_does_not_reveal_whether_an_address_is_known() -> None:
    known, unknown = Client(REMOTE_ADDR="203.0.113.1"), Client(REMOTE_ADDR="203.0.113.2")
    fields = {"username": "Newcomer", "password1": PASSWORD}
    first = work_of(unknown, "account_signup", email=UNKNOWN, **fields)
    second = work_of(known, "account_signup", email=KNOWN, **fields | {"username": "Newcomes"})
    assert first[:3] == second[:3]
    assert first[1:3] == (1, 1)
    assert abs(first[3] - second[3]) <= 1, (first[3], second[3])
    code, told = mail.outbox
    assert (code.to, told.to) == ([UNKNOWN], [KNOWN])
    assert "already belongs" in told.body
    assert "already belongs" not in code.body
    cache.clear()  # at most one code is sent every ten seconds
    # Afterwards, the name, the profile, a login and another address do not reveal which address was known.
    for name in ("Newcomer", "Newcomes"):
        assert Client().get(reverse("player", args=[name])).status_code == 200
        assert (
            "errorlist"
            in Client().post(reverse("account_signup"), fields | {"username": name, "email": "x@y.org"}).text
        )
        again = Client()
        assert again.post(reverse("account_login"), {"login": name, "password": PASSWORD}).status_code == 302
        assert "_auth_user_id" not in again.session


@pytest.mark.usefixtures("mail_site", "amina")
@pytest.mark.parametrize("first", [KNOWN, UNKNOWN])
@pytest.mark.parametrize("other", ["carim@example.org", KNOWN])
def test_changing_the_address_while_signing_up_reveals_nothing(first: str, other: str) -> None:
    client = Client()
    client.post(reverse("account_signup"), {"username": "Newcomer", "email": first, "password1": PASSWORD})
    page = reverse("account_email_verification_sent")
    client.get(page)
    cache.clear()  # at most one code is sent every ten seconds
    words, _hashes, mails, _queries = work_of(client, "account_email_verification_sent", action="change", email=other)
    assert (mails, mail.outbox[-1].to) == (1, [other])
    assert "errorlist" not in words
    assert ("already belongs" in mail.outbox[-1].body) == (other == KNOWN)


@pytest.mark.usefixtures("mail_site")
def test_only_one_account_can_verify_an_address(amina: User) -> None:
    client = Client()
    client.post(reverse("account_signup"), {"username": "Newcomer", "email": KNOWN, "password1": PASSWORD})
    code = client.session["account_email_verification_code"]["code"]  # the second account is not notified
    assert code not in mail.outbox[-1].body
    client.post(reverse("account_email_verification_sent"), {"action": "verify", "code": code})
    assert "_auth_user_id" not in client.session
    assert [address.user for address in EmailAddress.objects.filter(verified=True)] == [amina]


@pytest.mark.usefixtures("mail_site")
def test_an_unverified_address_stays_free_for_others(client: Client) -> None:
    User.objects.create_user("Squatter", UNKNOWN, PASSWORD)
    client.post(reverse("account_signup"), {"username": "Badr", "email": UNKNOWN, "password1": PASSWORD})
    code = client.session["account_email_verification_code"]["code"]
    assert code in mail.outbox[-1].body
    client.post(reverse("account_email_verification_sent"), {"action": "verify", "code": code})
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Badr").pk)


@pytest.mark.usefixtures("mail_site", "amina")
def test_a_reset_does_not_reveal_whether_an_address_is_known() -> None:
    User.objects.create_user("Gone", "gone@example.org", PASSWORD, is_active=False)
    User.objects.create_user("Twin1", "twin@example.org", PASSWORD)
    User.objects.create_user("Twin2", "twin@example.org", PASSWORD)
    found = []
    for number, address in enumerate([KNOWN, UNKNOWN, "gone@example.org", "twin@example.org"]):
        client = Client(REMOTE_ADDR=f"203.0.113.{number}")
        found.append(work_of(client, "account_reset_password", email=address))
    assert {work[:3] for work in found} == {(found[0][0], 0, 1)}
    queries = [work[3] for work in found]
    assert max(queries) - min(queries) <= 4, queries


@pytest.mark.usefixtures("mail_site")
def test_adding_an_address_does_not_reveal_whether_it_is_known(amina: User) -> None:
    badr = User.objects.create_user("Badr", password=PASSWORD)
    found = []
    for number, address in enumerate([KNOWN, UNKNOWN]):
        client = Client(REMOTE_ADDR=f"203.0.113.{number}")
        client.force_login(badr)
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        found.append(work_of(client, "account_email", email=address, action_add="")[:3])
    assert found[0] == found[1]
    assert found[0][2] == 1
