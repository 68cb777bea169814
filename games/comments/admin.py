"""Comments in the admin, where moderators can hide them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin.actions import moderator_of
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
        by = moderator_of(request, "games.hide_comment")
        chosen = list(comments.values_list("pk", flat=True))
        for comment_id in chosen:
            hide_comment(comment_id=comment_id, moderator=by)
        message = ngettext("%(count)s comment hidden.", "%(count)s comments hidden.", len(chosen))
        messages.success(request, message % {"count": len(chosen)})

    @admin.action(description=_("Show selected comments again"), permissions=["hide"])
    def show(self, request: HttpRequest, comments: QuerySet[Comment]) -> None:
        """Show the selected comments again."""
        by = moderator_of(request, "games.hide_comment")
        hidden = list(comments.filter(hidden__isnull=False).values_list("pk", flat=True))
        for comment_id in hidden:
            show_comment(comment_id=comment_id, moderator=by)
        message = ngettext("%(count)s comment shown again.", "%(count)s comments shown again.", len(hidden))
        messages.success(request, message % {"count": len(hidden)})
