"""Sanctions and appeals in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.admin.actions import AnswerForm, ReasonForm, form_action_view, moderator_of
from accounts.admin.base import ReadOnly
from accounts.models import Sanction
from accounts.sanctions import answer_appeal, lift_sanction
from accounts.wording import labelled


class AppealFilter(admin.SimpleListFilter):
    """Filter for appeals without an answer."""

    title = _("appeal")
    parameter_name = "appeal"

    def lookups(self, _request: HttpRequest, _page: Any) -> list[tuple[str, Any]]:
        """Return the only choice besides "all"."""
        return [("waiting", _("awaiting an answer"))]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        """Return the sanctions that match the chosen filter."""
        waits = Q(appealed__isnull=False, answered=None)
        return queryset.filter(waits) if self.value() == "waiting" else queryset


@admin.register(Sanction)
class SanctionAdmin(ReadOnly[Sanction], admin.ModelAdmin[Sanction]):
    """Sanctions, with open appeals first."""

    change_form_template = "admin/accounts/sanction/change_form.html"
    list_display = ("created", "user", "measure", "reason", "ends", "lifted", "appealed", "answered", "by")
    list_filter = (AppealFilter, "measure")
    list_select_related = ("user", "by")
    search_fields = ("user__username", "reason")
    ordering = (F("answered").desc(nulls_first=True), F("appealed").asc(nulls_last=True), "-id")
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's URLs and the URLs for the actions on a sanction."""
        guard = self.admin_site.admin_view
        return [
            path("<int:pk>/answer/", guard(self.answer_view), name="accounts_sanction_answer"),
            path("<int:pk>/lift/", guard(self.lift_view), name="accounts_sanction_lift"),
            *super().get_urls(),
        ]

    def answer_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer an appeal."""
        by, found = moderator_of(request, "accounts.answer_appeal"), get_object_or_404(Sanction, pk=pk)

        def do(data: dict[str, Any]) -> None:
            answer_appeal(sanction_id=pk, by=by, **data)

        title = str(_("Answer appeal"))
        return form_action_view(
            self, request, AnswerForm, do, title=title, back=_page_of(pk), extra={"about": found.appeal}
        )

    def lift_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Lift a sanction before it ends."""
        by, found = moderator_of(request, "accounts.impose_sanction"), get_object_or_404(Sanction, pk=pk)

        def do(data: dict[str, Any]) -> None:
            lift_sanction(sanction_id=pk, by=by, **data)

        title = str(_("Lift sanction"))
        about = f"{labelled(found.user.shown_name, str(found))}\n\n{found.message}"
        return form_action_view(self, request, ReasonForm, do, title=title, back=_page_of(pk), extra={"about": about})


def _page_of(pk: int) -> str:
    return reverse("admin:accounts_sanction_change", args=[pk])
