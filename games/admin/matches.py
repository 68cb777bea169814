"""Matches in the admin. They are read-only, except that moderators can void them."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import AnyModel, ReadOnly, filter_in_words
from accounts.models import User
from games.models import Deal, Match, Seat, Status
from games.ratings.admin import ruleset_title, title_of
from games.selectors.move_words import moves_in_words
from games.selectors.options import size_label
from games.selectors.sides import player_names
from games.selectors.small_board import small_board
from games.selectors.summary import summarise, with_seats
from games.services.results import void_match
from games.state.errors import ServiceError

VOIDABLE = frozenset({Status.RUNNING, Status.FINISHED})


class LogInline(ReadOnly[AnyModel], admin.TabularInline[AnyModel, Match]):
    """A read-only inline for rows that belong to a match."""

    template = "admin/games/match/log.html"
    extra = 0
    can_delete = False
    show_change_link = False


@admin.display(description=_("left the match"))
def has_left(seat: Seat) -> str:
    """Return “Yes” if the player left. Otherwise, Django’s red cross would be an alarm where nothing is wrong."""
    return gettext("Yes") if seat.left else ""


class SeatInline(LogInline[Seat]):
    """The seats of a match. The players' choice of automatic calls stays private."""

    model = Seat
    fields = ("number", "user", "bot", has_left, "rating_before", "rating_change")  # type: ignore[assignment]
    in_words: ClassVar = {"left": has_left}


class DealInline(LogInline[Deal]):
    """The deals of a match. Packs stay secret while the match is running, because the reader may be playing in it."""

    model = Deal

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Include the pack only when the match is over."""
        known = ("number", "dealer", "before_move", "commitment", "cut")
        secret = ("salt", "shuffled", "deck", "returned")
        return (*known, *secret) if isinstance(obj, Match) and obj.finished else known


class VoidForm(forms.Form):
    """The reason for voiding a match, and a confirmation."""

    reason = forms.CharField(
        label=_("Reason"), help_text=_("The players will see this."), max_length=500, widget=forms.Textarea
    )
    confirm = forms.BooleanField(label=_("Void this match and reverse its rating changes. This can’t be undone."))


@admin.register(Match)
class MatchAdmin(ReadOnly[Match], admin.ModelAdmin[Match]):
    """A match with its seats, deals and moves. Moderators can void it if they give a reason."""

    change_form_template = "admin/games/match/change_form.html"
    in_words: ClassVar = {"ruleset": ruleset_title}
    list_display = ("players", ruleset_title, "status", "rated", "is_private", "created", "code")
    list_filter = (
        "status",
        ("ruleset", filter_in_words(title_of)),
        ("size_class", filter_in_words(size_label)),
        "rated",
        "is_private",
        "result_reason",
    )
    search_fields = ("code", "seats__user__username")
    hidden = frozenset({"id", "wake_at"})  # the time of the server's next action would reveal automatic calls
    ordering = ("-created",)
    show_full_result_count = False
    inlines = (SeatInline, DealInline)

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's URLs and the URL of the form for voiding a match."""
        void = path("<int:pk>/void/", self.admin_site.admin_view(self.void_view), name="games_match_void")
        return [void, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return the matches with their players."""
        return with_seats(super().get_queryset(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """Search for each word on its own: two names, which are on different seats, find the matches of both."""
        has_repeats = False
        for word in search_term.split():
            queryset, repeats = super().get_search_results(request, queryset, word)
            has_repeats = has_repeats or repeats
        return queryset, has_repeats

    @admin.display(description=_("players"))
    def players(self, match: Match) -> str:
        """Return the names of the players."""
        return player_names(match)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Show the match in words, with its table and moves, and offer to void it if the user has permission."""
        match = kwargs.get("obj")
        if match is not None:
            context |= self._match_context(request, match)
        context["can_void"] = match is not None and match.status in VOIDABLE and _moderator(request) is not None
        return super().render_change_form(request, context, *args, **kwargs)

    def _match_context(self, request: HttpRequest, match: Match) -> dict[str, Any]:
        summary = summarise(match)
        return {
            "title": player_names(match),
            "subtitle": None,
            "match": summary,
            "board": small_board(summary) if match.started else None,
            "seats": match.seats.all(),
            "moves": moves_in_words(match) if request.user.has_perm("games.view_move") else [],
        }

    def void_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, then void the match."""
        match = get_object_or_404(Match, pk=pk)
        moderator = _moderator(request)
        if moderator is None or not self.has_view_permission(request, match):
            raise PermissionDenied
        back = reverse("admin:games_match_change", args=[pk])
        form = VoidForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid() and self._void(request, match, moderator, form):
            return redirect(back)
        context = {
            **self.admin_site.each_context(request),
            "opts": Match._meta,
            "original": match,
            "title": _("Void match %(code)s") % {"code": match.code},
            "button": _("Void match"),
            "form": form,
            "back": back,
        }
        return TemplateResponse(request, "admin/games/match/void.html", context)

    def _void(self, request: HttpRequest, match: Match, moderator: User, form: VoidForm) -> bool:
        reason = form.cleaned_data["reason"]
        try:
            void_match(code=match.code, moderator=moderator, reason=reason)
        except ServiceError as error:
            form.add_error(None, str(error))
            return False
        self.log_change(request, match, reason)
        messages.success(request, _("Match %(code)s voided.") % {"code": match.code})
        return True


def _moderator(request: HttpRequest) -> User | None:
    """Return the user if they may void matches, or None otherwise."""
    user = request.user
    return user if isinstance(user, User) and user.has_perm("games.void_match") else None
