"""Chat lines in the admin, where moderators can hide them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin.actions import act_on_each
from accounts.admin.base import HiddenFilter, ReadOnly
from games.chat.models import ChatLine
from games.chat.phrases import PHRASES
from games.chat.services import hide_line, show_line


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly[ChatLine], admin.ModelAdmin[ChatLine]):
    """Chat lines, newest first."""

    list_display = ("created", "match", "room", "user", "said", "hidden")
    list_filter = ("room", HiddenFilter)
    list_select_related = ("user", "match")
    search_fields = ("user__username", "match__code", "text")
    ordering = ("-id",)
    show_full_result_count = False
    actions = ("hide", "show")

    @admin.display(description=_("text"))
    def said(self, line: ChatLine) -> str:
        """Return the line's text, or its phrase in the reader's language."""
        return str(PHRASES.get(line.phrase, line.text))

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may hide chat lines."""
        return request.user.has_perm("games.hide_chatline")

    @admin.action(description=_("Hide selected messages"), permissions=["hide"])
    def hide(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> None:
        """Hide the selected lines, including on open pages."""
        count = act_on_each(request, "games.hide_chatline", lines, lambda pk, by: hide_line(line_id=pk, moderator=by))
        message = ngettext("%(count)s message hidden.", "%(count)s messages hidden.", count)
        messages.success(request, message % {"count": count})

    @admin.action(description=_("Show selected messages again"), permissions=["hide"])
    def show(self, request: HttpRequest, lines: QuerySet[ChatLine]) -> None:
        """Show the selected lines again, including on open pages."""
        hidden = lines.filter(hidden__isnull=False)
        count = act_on_each(request, "games.hide_chatline", hidden, lambda pk, by: show_line(line_id=pk, moderator=by))
        message = ngettext("%(count)s message shown again.", "%(count)s messages shown again.", count)
        messages.success(request, message % {"count": count})
