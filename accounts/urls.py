"""The addresses of an account beside allauth's."""

from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("settings/people/", views.keep_away, name="keep_away"),
]
