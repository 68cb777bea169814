"""Comments in the admin, where moderators can hide them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin.actions import act_on_each
from accounts.admin.base import HiddenFilter, ReadOnly
from games.comments.models import Comment
from games.comments.services import hide_comment, show_comment


@admin.register(Comment)
class CommentAdmin(ReadOnly[Comment], admin.ModelAdmin[Comment]):
    """Comments on matches, newest first."""

    list_display = ("created", "match", "user", "__str__", "hidden")
    list_filter = (HiddenFilter,)
    list_select_related = ("user", "match")
    search_fields = ("user__username", "match__code", "text")
    ordering = ("-id",)
    show_full_result_count = False
    actions = ("hide", "show")

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may hide comments."""
        return request.user.has_perm("games.hide_comment")

    @admin.action(description=_("Hide selected comments"), permissions=["hide"])
    def hide(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Hide the selected comments."""
        count = act_on_each(
            request, "games.hide_comment", comments, lambda pk, by: hide_comment(comment_id=pk, moderator=by)
        )
        message = ngettext("%(count)s comment hidden.", "%(count)s comments hidden.", count)
        messages.success(request, message % {"count": count})

    @admin.action(description=_("Show selected comments again"), permissions=["hide"])
    def show(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Show the selected comments again."""
        hidden = comments.filter(hidden__isnull=False)
        count = act_on_each(
            request, "games.hide_comment", hidden, lambda pk, by: show_comment(comment_id=pk, moderator=by)
        )
        message = ngettext("%(count)s comment shown again.", "%(count)s comments shown again.", count)
        messages.success(request, message % {"count": count})
