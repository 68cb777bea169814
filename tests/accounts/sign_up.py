"""Signing up and logging in through the pages."""

from typing import Any

from django.test import Client
from django.urls import reverse

PASSWORD = "seven of oros 7"


def sign_up(client: Client, name: str, **fields: str) -> Any:
    return client.post(reverse("account_signup"), {"username": name, "password1": PASSWORD, **fields})


def sign_in(client: Client, login: str, password: str = PASSWORD) -> Any:
    return client.post(reverse("account_login"), {"login": login, "password": password})
