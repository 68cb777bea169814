"""Permissions for allauth's pages: every kind of user opens each page and sends its form."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from accounts.models import User
from tests.project.rights import PASSWORD, outcomes, read_rows
from tests.project.test_permissions import ALLAUTH, site_names

pytestmark = pytest.mark.django_db

NEW = "nine of copas 9"

# The fields of each form, filled in as well as possible without an email, a phone or a passkey.
SENT: dict[str, dict[str, Any]] = {
    "account_login": {"login": "other", "password": PASSWORD},
    "account_logout": {},
    "account_signup": {"username": "newcomer", "password1": NEW},
    "account_inactive": {},
    "account_reauthenticate": {"password": PASSWORD},
    "account_email": {"email": "new@example.org", "action_add": ""},
    "account_email_verification_sent": {"code": "123456"},
    "account_confirm_email": {},
    "account_confirm_login_code": {"code": "123456"},
    "account_change_password": {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    "account_set_password": {"password1": NEW, "password2": NEW},
    "account_reset_password": {"email": "player@example.org"},
    "account_reset_password_done": {},
    "account_reset_password_from_key": {"password1": NEW, "password2": NEW},
    "account_reset_password_from_key_done": {},
    "mfa_index": {},
    "mfa_authenticate": {"code": "123456"},
    "mfa_reauthenticate": {"code": "123456"},
    "mfa_activate_totp": {"code": "123456"},
    "mfa_deactivate_totp": {},
    "mfa_view_recovery_codes": {},
    "mfa_generate_recovery_codes": {},
    "mfa_download_recovery_codes": {},
    "mfa_list_webauthn": {},
    "mfa_add_webauthn": {"name": "key", "credential": "{}"},
    "mfa_reauthenticate_webauthn": {"credential": "{}"},
    "mfa_remove_webauthn": {},
    "mfa_edit_webauthn": {"name": "renamed"},
    "mfa_login_webauthn": {"credential": "{}"},
    "socialaccount_login_cancelled": {},
    "socialaccount_login_error": {},
    "socialaccount_signup": {"username": "newcomer"},
    "socialaccount_connections": {"account": "1"},
    "usersessions_list": {},
}
KEYS = {"account_confirm_email": ["MQ:x:y"], "account_reset_password_from_key": ["1", "x-y"]}
OF_A_KEY = {"mfa_remove_webauthn", "mfa_edit_webauthn"}

READ = read_rows("""
#                                       stranger guest  player other  banned moderator superuser
account_login                           open     open   no     no     403    no        no
account_logout                          no       open   open   open   open   open      open
account_signup                          open     open   no     no     403    no        no
account_inactive                        open     open   open   open   403    open      open
account_reauthenticate                  login    login  open   open   403    open      open
account_email                           login    login  open   open   403    open      open
account_email_verification_sent         open     open   open   open   403    open      open
account_confirm_email                   open     open   open   open   403    open      open
account_confirm_login_code              login    login  no     no     403    no        no
account_change_password                 login    login  open   open   403    open      open
account_set_password                    login    login  no     no     403    no        no
account_reset_password                  open     open   open   open   403    open      open
account_reset_password_done             open     open   open   open   403    open      open
account_reset_password_from_key         open     open   open   open   403    open      open
account_reset_password_from_key_done    open     open   open   open   403    open      open
mfa_index                               login    login  open   open   403    open      open
mfa_authenticate                        login    login  no     no     403    no        no
mfa_reauthenticate                      login    login  reauth reauth 403    reauth    reauth
mfa_activate_totp                       login    login  open   open   403    open      open
mfa_deactivate_totp                     login    login  404    404    403    404       404
mfa_view_recovery_codes                 login    login  404    404    403    404       404
mfa_generate_recovery_codes             login    login  open   open   403    open      open
mfa_download_recovery_codes             login    login  404    404    403    404       404
mfa_list_webauthn                       login    login  open   open   403    open      open
mfa_add_webauthn                        login    login  open   open   403    open      open
mfa_reauthenticate_webauthn             login    login  reauth reauth 403    reauth    reauth
mfa_remove_webauthn                     login    login  404    404    403    404       404
mfa_edit_webauthn                       login    login  404    404    403    404       404
mfa_login_webauthn                      login    login  no     no     403    no        no
socialaccount_login_cancelled           open     open   open   open   403    open      open
socialaccount_login_error               401      401    401    401    403    401       401
socialaccount_signup                    login    login  login  login  403    login     login
socialaccount_connections               login    login  open   open   403    open      open
usersessions_list                       login    login  open   open   403    open      open
""")

# POST requests by users who have just reauthenticated, on a site that sends no emails.
COMES = read_rows("""
#                                       stranger guest  player other  banned moderator superuser
account_login                           does     does   no     no     403    no        no
account_logout                          no       out    out    out    out    out       out
account_signup                          does     does   no     no     403    no        no
account_inactive                        405      405    405    405    403    405       405
account_reauthenticate                  login    login  no     no     403    no        no
account_email                           login    login  no     no     403    no        no
account_email_verification_sent         405      405    405    405    403    405       405
account_confirm_email                   404      404    404    404    403    404       404
account_confirm_login_code              login    login  no     no     403    no        no
account_change_password                 login    login  does   does   403    does      does
account_set_password                    login    login  no     no     403    no        no
account_reset_password                  no       no     no     no     403    no        no
account_reset_password_done             405      405    405    405    403    405       405
account_reset_password_from_key         no       no     no     no     403    no        no
account_reset_password_from_key_done    405      405    405    405    403    405       405
mfa_index                               login    login  405    405    403    405       405
mfa_authenticate                        login    login  no     no     403    no        no
mfa_reauthenticate                      login    login  reauth reauth 403    reauth    reauth
mfa_activate_totp                       login    login  no     no     403    no        no
mfa_deactivate_totp                     login    login  404    404    403    404       404
mfa_view_recovery_codes                 login    login  405    405    403    405       405
mfa_generate_recovery_codes             login    login  no     no     403    no        no
mfa_download_recovery_codes             login    login  404    404    403    404       404
mfa_list_webauthn                       login    login  405    405    403    405       405
mfa_add_webauthn                        login    login  no     no     403    no        no
mfa_reauthenticate_webauthn             login    login  reauth reauth 403    reauth    reauth
mfa_remove_webauthn                     login    login  404    404    403    404       404
mfa_edit_webauthn                       login    login  404    404    403    404       404
mfa_login_webauthn                      login    login  no     no     403    no        no
socialaccount_login_cancelled           405      405    405    405    403    405       405
socialaccount_login_error               405      405    405    405    403    405       405
socialaccount_signup                    login    login  login  login  403    login     login
socialaccount_connections               login    login  no     no     403    no        no
usersessions_list                       login    login  no     no     403    no        no
""")

# Pages that ask for the password again, however the user logged in.
SENSITIVE = """mfa_activate_totp mfa_generate_recovery_codes mfa_add_webauthn mfa_remove_webauthn
mfa_edit_webauthn mfa_reauthenticate mfa_reauthenticate_webauthn""".split()


@pytest.fixture
def key() -> Authenticator:
    """A passkey of the neighbour, who is not one of ``PEOPLE``."""
    neighbour = User.objects.create_user("neighbour", password=PASSWORD)
    return Authenticator.objects.create(
        user=neighbour, type=Authenticator.Type.WEBAUTHN, data={"name": "phone", "credential": {}}
    )


def address_of(name: str, key: Authenticator) -> str:
    return reverse(name, args=[key.pk] if name in OF_A_KEY else KEYS.get(name, []))


def test_every_account_page_is_listed_here() -> None:
    assert set(SENT) == set(READ) == set(COMES) == {name for name in site_names() if name.startswith(ALLAUTH)}


@pytest.mark.parametrize("name", SENT)
def test_an_account_page(name: str, people: dict[str, User], key: Authenticator) -> None:
    address = address_of(name, key)
    assert outcomes(people, address, proven=True) == READ[name]
    assert outcomes(people, address, SENT[name], proven=True) == COMES[name]
    stale = outcomes(people, address, SENT[name])
    asked = {"player", "other", "moderator", "superuser"} if name in SENSITIVE else set()
    assert stale == COMES[name] | dict.fromkeys(asked, "reauth")
