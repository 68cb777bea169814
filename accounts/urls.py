"""The addresses of an account beside allauth's."""

from __future__ import annotations

from django.urls import path

from accounts import standing, views

urlpatterns = [
    path("settings/", views.preferences, name="settings"),
    path("settings/people/", views.keep_away, name="keep_away"),
    path("settings/standing/", standing.standing, name="standing"),
    path("settings/standing/<int:pk>/appeal/", standing.appeal, name="appeal"),
]
