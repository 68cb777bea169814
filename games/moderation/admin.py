"""Reports in the admin, and a page about suspicious activity."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Count, F, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.admin.actions import ReasonForm, form_action_view, moderator_of
from accounts.admin.base import NullFilter, ReadOnly
from accounts.models import Sanction, User
from accounts.selectors import count_waiting_appeals
from accounts.wording import labelled
from games.chat.services import hide_line, show_line
from games.comments.services import hide_comment, show_comment
from games.models import Match
from games.moderation.evidence import lines_elsewhere, steps_of, talks_of
from games.moderation.forms import ConfirmationForm, DecisionForm, sent_id
from games.moderation.models import Report, Verdict
from games.moderation.selectors import leavers, next_open_report, player_record, shared_fingerprints, trading_pairs
from games.moderation.services import decide_report, reopen_report
from games.selectors.sides import player_names
from games.selectors.summary import with_seats
from games.state.errors import ServiceError

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DISMISSAL = _("Dismiss: no rules were broken")
UPHOLDING = _("Uphold without a sanction: rules were broken")
_HIDDEN = _("Done. Only moderators can read the message now.")
# The buttons beside a message in the evidence: the permission that each needs, what it does, and what it tells.
HIDING: dict[str, tuple[str, Callable[[int, User], None], "StrOrPromise"]] = {
    "chatline": ("games.hide_chatline", lambda pk, by: hide_line(line_id=pk, moderator=by), _HIDDEN),
    "comment": ("games.hide_comment", lambda pk, by: hide_comment(comment_id=pk, moderator=by), _HIDDEN),
    "shown_chatline": (
        "games.hide_chatline",
        lambda pk, by: show_line(line_id=pk, moderator=by),
        _("Done. Everyone at the table can read the message again."),
    ),
    "shown_comment": (
        "games.hide_comment",
        lambda pk, by: show_comment(comment_id=pk, moderator=by),
        _("Done. Everyone who can see the result can read the comment again."),
    ),
}


def _evidence(request: HttpRequest, report: Report) -> dict[str, Any]:
    """Return the evidence for judging a report: earlier decisions, the chat, and both players' histories.

    Only moderators who may read all chats see more than the messages that are attached to the report.
    """
    reads_all = request.user.has_perm("games.view_chatline")
    talks = talks_of(report, whole_series=reads_all)
    return {
        "steps": steps_of(report),
        "talks": talks,
        "is_silent": not any(line.is_theirs for talk in talks for line in talk.lines),
        "reported_line": next((line for talk in talks for line in talk.lines if line.is_reported), None),
        "elsewhere": lines_elsewhere(report) if reads_all else None,
        "pasts": [player_record(report.whom), player_record(report.by)],
    }


def _empty_form(request: HttpRequest, report: Report) -> DecisionForm | None:
    """Return the form for a decision, or None if there is a decision or this moderator may not make it."""
    may_decide = request.user.has_perm("games.handle_report") and report.whom_id != request.user.pk
    return _decision_form(request, report, None) if may_decide and report.handled is None else None


def _decision_form(request: HttpRequest, report: Report, data: QueryDict | None) -> DecisionForm:
    message = report.line or report.comment
    right = "games.hide_chatline" if report.line else "games.hide_comment"
    can_hide = message is not None and message.hidden is None and request.user.has_perm(right)
    return DecisionForm(data, can_hide=can_hide)


def _decision_message(report: Report, verdict: str, sanction: Sanction | None, following: Report | None) -> SafeString:
    """Return what a decision has done, with links to undo it, and whether there is more to decide."""
    upheld, dismissed = _("You upheld the report about %(name)s."), _("You dismissed the report about %(name)s.")
    done = (upheld if verdict == Verdict.UPHELD else dismissed) % {"name": report.whom.shown_name}
    undo = [(reverse("admin:games_report_reopen", args=[report.pk]), _("Reopen report"))]
    if sanction is not None:
        undo.append((reverse("admin:accounts_sanction_lift", args=[sanction.pk]), _("Lift sanction")))
    links = format_html_join(" · ", '<a href="{}">{}</a>', undo)
    more = _("This is the next open report.") if following else _("No more reports are waiting for you.")
    return format_html("{} {} · {}", done, links, more)


def _hiding_message(button: str, chosen: int, done: "StrOrPromise") -> SafeString:
    """Return what a button in the evidence has done. If it has hidden a message, a button shows that again."""
    opposite = f"shown_{button}"
    if opposite not in HIDING:
        return format_html("{}", done)
    undo = '{} <button class="button" type="submit" form="hide-form" name="{}" value="{}">{}</button>'
    return format_html(undo, done, opposite, chosen, _("Show again"))


class StatusFilter(NullFilter):
    """Filter for reports with or without a decision."""

    title = _("status")
    parameter_name = "status"
    null_field = "handled"
    labels: ClassVar[Mapping[str, Any]] = {
        "open": pgettext_lazy("report", "open"),
        "decided": pgettext_lazy("report", "decided"),
    }


@admin.register(Report)
class ReportAdmin(ReadOnly[Report], admin.ModelAdmin[Report]):
    """Reports: first the open ones, the longest waiting first, then those with the latest decisions."""

    list_display = ("created", "waiting_time", "whom", "open_reports", "reason", "by", "about", "verdict", "handled_by")
    list_filter = (StatusFilter, "reason")
    list_select_related = ("by", "whom", "handled_by")
    search_fields = ("whom__username", "by__username", "match__code")
    ordering = (F("handled").desc(nulls_first=True), "id")
    show_full_result_count = False
    hidden = frozenset({"id", "line", "comment", "lines"})
    actions = ("dismiss", "uphold")
    change_form_template = "admin/games/report/change_form.html"
    change_list_template = "admin/games/report/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the URLs of the admin pages and of the other pages for moderators."""
        guard = self.admin_site.admin_view
        return [
            path("trouble/", guard(self.trouble_view), name="games_report_trouble"),
            path("<int:pk>/decide/", guard(self.decide_view), name="games_report_decide"),
            path("<int:pk>/reopen/", guard(self.reopen_view), name="games_report_reopen"),
            path("<int:pk>/hide/", guard(self.hide_view), name="games_report_hide"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the reports, and the number of unanswered appeals."""
        return super().changelist_view(request, {**(extra_context or {}), "appeals": count_waiting_appeals()})

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add the evidence: the chat before the report, and both players' histories. Add the form for a decision."""
        report = kwargs.get("obj")
        if report is not None:
            context.update(self._page_of(request, report), form=_empty_form(request, report))
        return super().render_change_form(request, context, *args, **kwargs)

    def _page_of(self, request: HttpRequest, report: Report) -> dict[str, Any]:
        return {
            "title": _("Report about %(name)s") % {"name": report.whom.shown_name},
            "subtitle": None,
            "report": report,
            "button": _("Resolve report"),
            "action": reverse("admin:games_report_decide", args=[report.pk]),
            "back": reverse("admin:games_report_changelist"),
            "parent": self.opts.verbose_name_plural,
            **_evidence(request, report),
        }

    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Carry out the decision on a report that its page has sent, and go on to the next open report."""
        by, report = moderator_of(request, "games.handle_report"), get_object_or_404(Report, pk=pk)
        if request.method != "POST":  # the page with the errors of a decision has this address, and can be reloaded
            return redirect("admin:games_report_change", pk)
        following = next_open_report(by, after=report)
        onward = reverse("admin:games_report_changelist")
        if following is not None:
            onward = reverse("admin:games_report_change", args=[following.pk])

        def do(decision: dict[str, Any]) -> str:
            sanction = decide_report(report_id=pk, moderator=by, **decision)
            return _decision_message(report, decision["verdict"], sanction, following)

        extra, template = self._page_of(request, report), self.change_form_template
        form = partial(_decision_form, request, report)
        return form_action_view(
            self, request, form, do, title=extra["title"], back=onward, template=template, extra=extra
        )

    def reopen_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Withdraw the decision on a report, so that it is open again."""
        by, report = moderator_of(request, "games.handle_report"), get_object_or_404(Report, pk=pk)
        about = _(
            "This reopens the report about %(name)s. Any sanction or voided match stays as it is, and the player who "
            "sent the report isn’t told."
        ) % {"name": report.whom.shown_name}

        def do(data: dict[str, Any]) -> str:
            reopen_report(report_id=pk, moderator=by, words=data["words"])
            return gettext("Done. The report is open again.")

        title, back = str(_("Reopen report")), reverse("admin:games_report_change", args=[pk])
        return form_action_view(self, request, ReasonForm, do, title=title, back=back, extra={"about": about})

    def hide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Hide a chat line or a comment, or show it again, then return to the page of the report."""
        button = next((name for name in HIDING if name in request.POST), "chatline")
        right, change, done = HIDING[button]
        by = moderator_of(request, right)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            change(chosen := sent_id(request.POST, button), by)
            messages.success(request, _hiding_message(button, chosen, done))
        except ServiceError as error:
            messages.error(request, str(error))
        return redirect("admin:games_report_change", pk)

    def trouble_view(self, request: HttpRequest) -> HttpResponse:
        """Show suspicious pairs of players, players who often leave, and shared fingerprints.

        Requires the permission to see fingerprints.
        """
        moderator_of(request, "accounts.view_loginfingerprint")
        lists = {"pairs": trading_pairs(), "leavers": leavers(), "places": shared_fingerprints()}
        names = {name for pair in lists["pairs"] for name in (pair["one"], pair["other"])}
        names.update(person["user__username"] for person in lists["leavers"])
        names.update(name for place in lists["places"] for name in place["names"])
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Suspicious activity"),
            "people": User.objects.filter(username__in=names).in_bulk(field_name="username"),
            **lists,
        }
        return TemplateResponse(request, "admin/games/report/lists.html", context)

    def has_handle_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may handle reports."""
        return request.user.has_perm("games.handle_report")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports with their matches, and the number of open reports about the same player."""
        same = Report.objects.filter(whom=OuterRef("whom"), handled=None).order_by().values("whom")
        counted = Subquery(same.annotate(count=Count("pk")).values("count"))
        reports = super().get_queryset(request).prefetch_related(Prefetch("match", with_seats(Match.objects.all())))
        return reports.annotate(open_about=Coalesce(counted, 0))

    @admin.display(description=_("waiting time"), ordering="created")
    def waiting_time(self, report: Report) -> str:
        """Return how long a report has been open, or was open until it was decided."""
        return timesince(report.created, report.handled, depth=1)

    @admin.display(description=_("open reports"), ordering="open_about")
    def open_reports(self, report: Report) -> str:
        """Return the number of open reports about the same player, with a link to all reports about them."""
        address = f"{reverse('admin:games_report_changelist')}?whom__id__exact={report.whom_id}"
        return format_html('<a href="{}">{}</a>', address, report.open_about)  # type: ignore[attr-defined]

    @admin.display(description=_("match"), ordering="match")
    def about(self, report: Report) -> str:
        """Return the players and the game, with a link to the match, and its code."""
        match, address = report.match, reverse("admin:games_match_change", args=[report.match_id])
        words = f"{player_names(match)} · {match.game_title}"
        return format_html('<a href="{}">{}</a> <small>{}</small>', address, words, match.code)

    @admin.action(description=DISMISSAL, permissions=["handle"])
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> HttpResponse:
        """Dismiss the selected reports."""
        return self._decide_all(request, reports, Verdict.DISMISSED, DISMISSAL)

    @admin.action(description=UPHOLDING, permissions=["handle"])
    def uphold(self, request: HttpRequest, reports: QuerySet[Report]) -> HttpResponse:
        """Uphold the selected reports, for example those of a player who has been sanctioned for another one."""
        return self._decide_all(request, reports, Verdict.UPHELD, UPHOLDING)

    def _decide_all(
        self, request: HttpRequest, reports: QuerySet[Report], verdict: Verdict, title: "StrOrPromise"
    ) -> HttpResponse:
        """Ask for a confirmation, because the reporters are told at once, then decide on those that are open."""
        by, chosen = moderator_of(request, "games.handle_report"), list(reports.filter(handled=None))
        back = request.get_full_path()
        if not chosen:
            messages.warning(request, gettext("None of the selected reports is open."))
            return redirect(back)

        def do(_data: dict[str, Any]) -> str:
            return _decide_each(request, chosen, by, verdict)

        def form(data: QueryDict | None) -> ConfirmationForm:
            return ConfirmationForm(data, request.POST["action"], [report.pk for report in chosen])

        extra = {"about": _plan(chosen), "parent": self.opts.verbose_name_plural}
        return form_action_view(self, request, form, do, title=str(title), back=back, extra=extra)


def _plan(chosen: list[Report]) -> str:
    """Return what a decision on these reports does, and a line for each of them."""
    plan = ngettext(
        "This resolves %(count)s open report. The reporter will be told.",
        "This resolves %(count)s open reports. The reporters will be told.",
        len(chosen),
    ) % {"count": len(chosen)}
    lines = [labelled(report.whom.shown_name, report.get_reason_display()) for report in chosen]
    return "\n".join([f"{plan}\n", *lines])


def _decide_each(request: HttpRequest, chosen: list[Report], by: User, verdict: Verdict) -> str:
    """Decide on the reports, except those about the moderator, and return how many were resolved."""
    count = 0
    for report in chosen:
        try:
            decide_report(report_id=report.pk, moderator=by, verdict=verdict)
            count += 1
        except ServiceError as error:
            messages.error(request, str(error))
    done = ngettext("%(count)s report resolved.", "%(count)s reports resolved.", count) % {"count": count}
    told = gettext("The reporters will be told.")
    return f"{done} {told}" if count else done
