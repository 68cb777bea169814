"""Emails as the site sends them over SMTP, to a server that stores them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import allauth
import environ
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.mail_sink import MailSink
from tests.rows import fresh
from tests.threaded_server import running

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "seven of oros 7", "nine of copas 9"
HOST = "testserver"


@pytest.fixture
def sink(settings: Any) -> Iterator[MailSink]:
    """The mail server of a site that reads EMAIL_URL as settings.py does."""
    with running(MailSink()) as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        settings.EMAIL_URL = url
        for name, value in environ.Env.email_url_config(url).items():
            setattr(settings, name, value)
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
        settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
        settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
        yield sink


@pytest.fixture
def amina() -> User:
    amina = User.objects.create_user("Amina", "amina@example.org", PASSWORD)
    EmailAddress.objects.create(user=amina, email="amina@example.org", primary=True, verified=True)
    return amina


def code_of(mail: EmailMessage) -> str:
    found = re.search(r"^([A-Z0-9]+-[A-Z0-9]+)$", mail.get_content(), re.MULTILINE)
    assert found is not None, mail.get_content()
    return found[1]


def link_of(mail: EmailMessage) -> str:
    """Check that the password reset link leads to this site, and return its path."""
    (link,) = (word for word in mail.get_content().split() if "/password/reset/key/" in word)
    assert urlsplit(link).netloc == HOST
    return urlsplit(link).path


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def sign_in(login: str, password: str) -> Client:
    cache.clear()  # rate limits
    client = Client()
    client.post(reverse("account_login"), {"login": login, "password": password})
    return client


def test_signing_up_sends_a_code_by_mail(sink: MailSink, client: Client) -> None:
    form = {"username": "Badr", "email": "badr@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), form)
    mail = sink.take()
    assert (mail["To"], mail["From"]) == ("badr@example.org", "ronda@localhost")
    client.post(reverse("account_email_verification_sent"), {"action": "verify", "code": code_of(mail)})
    assert is_in(client)
    assert sink.mails.empty()


def test_a_password_is_reset_by_mail(sink: MailSink, amina: User, client: Client) -> None:
    old = sign_in("Amina", PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "amina@example.org"})
    mail = sink.take()
    assert mail["To"] == "amina@example.org"
    path = link_of(mail)
    page = client.get(path, follow=True).request["PATH_INFO"]
    assert path not in page  # the key is not in any URL that the browser sends as a referrer
    client.post(page, {"password1": OTHER, "password2": OTHER})
    assert "password" in sink.take()["Subject"].lower()  # the owner gets an email
    assert old.get(reverse("settings")).status_code == 302  # all other sessions have ended
    assert is_in(sign_in("Amina", OTHER))
    assert not is_in(sign_in("Amina", PASSWORD))
    # The link works only once.
    again = Client()
    again.get(path, follow=True)
    again.post(page, {"password1": PASSWORD, "password2": PASSWORD})
    assert not is_in(sign_in("Amina", PASSWORD))


def test_a_new_password_or_address_invalidates_a_reset_link(sink: MailSink, amina: User, client: Client) -> None:
    for change in ("password", "address"):
        cache.clear()  # rate limits
        client.post(reverse("account_reset_password"), {"email": "amina@example.org"})
        path = link_of(sink.take())
        if change == "password":
            amina.set_password(OTHER)
            amina.save()
        else:
            EmailAddress.objects.create(user=amina, email="other@example.org")
        assert "password1" not in Client().get(path, follow=True).text


def test_a_reset_for_an_unknown_address_is_answered_by_mail_only(sink: MailSink, client: Client) -> None:
    answer = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"}, follow=True)
    assert "We’ve sent you an email" in answer.text
    mail = sink.take()
    assert mail["To"] == "nobody@example.org"
    assert "/password/reset/key/" not in mail.get_content()


def test_a_new_address_is_verified_before_it_replaces_the_old_one_which_is_notified(
    sink: MailSink, amina: User
) -> None:
    client = sign_in("Amina", PASSWORD)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    mail = sink.take()
    assert mail["To"] == "new@example.org"
    assert fresh(amina).email == "amina@example.org"
    client.post(reverse("account_email_verification_sent"), {"action": "verify", "code": code_of(mail)})
    assert fresh(amina).email == "new@example.org"
    assert sink.take()["To"] == "amina@example.org"


def test_the_mails_greet_their_reader_and_are_in_the_sites_own_words(
    sink: MailSink, amina: User, client: Client
) -> None:
    client.post(reverse("account_signup"), {"username": "Badr", "email": "badr@example.org", "password1": PASSWORD})
    mail = sink.take()
    assert mail["Subject"] == "[Ronda] Your code to confirm your address"
    text = mail.get_content()
    assert text.startswith("Hello Badr,\n\nWelcome to Ronda!")
    assert text.rstrip().endswith(f"-- \nRonda\nhttp://{HOST}/")
    User.objects.filter(pk=amina.pk).update(language="fr")
    client = sign_in("Amina", PASSWORD)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    passwords = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    client.post(reverse("account_change_password"), passwords, headers={"User-Agent": "Firefox on Windows"})
    mail = sink.take()
    assert mail["Subject"].strip() == "[Ronda] Votre mot de passe a été modifié"
    assert mail.get_content().startswith("Bonjour Amina,\n\nLe mot de passe de votre compte a été modifié.\n")
    assert "Firefox" in mail.get_content()


def test_a_mail_to_an_address_of_nobody_does_not_name_whoever_is_signed_in(sink: MailSink, amina: User) -> None:
    client = sign_in("Amina", PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    text = sink.take().get_content()
    assert text.startswith("Hello,\n")
    assert "Amina" not in text


def test_every_mail_of_allauth_that_the_site_sends_has_a_text_of_its_own() -> None:
    unused = {"login_code", "password_reset_code", "email_confirm"}  # sign-in and resets by a code, and an old notice
    for app in ("account", "mfa", "socialaccount"):
        theirs = Path(allauth.__file__).parent / "templates" / app / "email"
        ours = settings.BASE_DIR / "templates" / app / "email"
        names = {path.name for path in theirs.glob("*.txt") if path.stem.rpartition("_")[0] not in unused}
        assert names <= {path.name for path in ours.glob("*.txt")}


def test_user_input_cannot_add_mail_headers(sink: MailSink, client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": "a@example.org\r\nBcc: b@example.org"})
    client.post(reverse("account_reset_password"), {"email": "c@example.org"}, headers={"Host": "evil.example"})
    assert sink.mails.empty()
