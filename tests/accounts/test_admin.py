"""Accounts in the admin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import ForbiddenWord, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("rooty", password="x")


def test_the_admin_has_no_log_in_page_of_its_own(client: Client) -> None:
    response = client.get("/admin/login/?next=/admin/")
    assert response.status_code == 302
    assert response["location"].startswith(reverse("account_login"))


def test_players_may_not_enter_the_admin(client: Client) -> None:
    client.force_login(User.objects.create_user("Amina"))
    assert client.get("/admin/login/").status_code == 403


def test_a_superuser_makes_a_user_staff_and_sees_no_password(client: Client, root: User) -> None:
    amina = User.objects.create_user("Amina", password="secret enough")
    client.force_login(root)
    page = reverse("admin:accounts_user_change", args=[amina.pk])
    assert amina.password not in client.get(page).text
    client.post(page, {"is_active": "on", "is_staff": "on", "username": "Other", "password": "x", "is_bot": "on"})
    after = User.objects.get(pk=amina.pk)
    assert (after.is_staff, after.is_superuser, after.username, after.is_bot) == (True, False, "Amina", False)
    assert after.password == amina.password


def test_staff_cannot_give_themselves_rights(client: Client) -> None:
    staff = User.objects.create_user("Sami", is_staff=True)
    staff.user_permissions.add(*Permission.objects.filter(content_type__app_label="accounts"))
    client.force_login(staff)
    page = reverse("admin:accounts_user_change", args=[staff.pk])
    client.post(page, {"is_active": "on", "is_staff": "on", "is_superuser": "on"})
    assert not User.objects.get(pk=staff.pk).is_superuser


def test_accounts_are_neither_added_nor_deleted_in_the_admin(client: Client, root: User) -> None:
    client.force_login(root)
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403
    assert client.get(reverse("admin:accounts_user_delete", args=[root.pk])).status_code == 403
    assert client.get(reverse("admin:accounts_user_changelist")).status_code == 200


def test_staff_with_the_permission_edit_the_list_of_forbidden_words(client: Client) -> None:
    staff = User.objects.create_user("Sami", is_staff=True)
    client.force_login(staff)
    add = reverse("admin:accounts_forbiddenword_add")
    assert client.get(add).status_code == 403
    staff.user_permissions.add(Permission.objects.get(codename="add_forbiddenword"))
    assert client.post(add, {"word": "Rude!"}).status_code == 200
    client.post(add, {"word": "rude"})
    assert ForbiddenWord.objects.filter(word="rude", whole=False).exists()
    page = Client().post(reverse("account_signup"), {"username": "xX-Rud3-Xx", "password1": "seven of oros 7"})
    assert "This name could be offensive" in page.text
