"""The settings page: preferences, cards and the avatar."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.answers import answer_saved
from accounts.avatars import PEOPLE, PLAIN_PATTERNS, Avatar, AvatarColour, AvatarPattern
from accounts.card_forms import CardsForm
from accounts.errors import ServiceError
from accounts.language_choices import LANGUAGES, Digits
from accounts.models import User
from accounts.push import may_have_push, subscriptions_of
from accounts.push_pages import PushKindsForm
from accounts.requests import signed_in_user
from accounts.selectors import blocks_of
from accounts.services import choose_avatar, choose_cards


class PreferencesForm(ModelForm[User]):
    """A user's preferences."""

    class Meta:
        model = User
        fields = ("theme", "auto_call")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and save the user's preferences."""
    user = signed_in_user(request)
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        form.save()
        is_later = "auto_call" in form.changed_data
        message = _("Settings saved. They take effect from your next table.") if is_later else _("Settings saved.")
        return answer_saved(request, message, part="preferences")
    return _show_settings(request, form, CardsForm(instance=user))


@require_POST
@login_required
def save_cards(request: HttpRequest) -> HttpResponse:
    """Save the user's card faces, card backs and table."""
    user = signed_in_user(request)
    form = CardsForm(request.POST, instance=user)
    if form.is_valid():
        choose_cards(user=user, **form.cleaned_data)
        message = _("Table saved.") if form.changed_data == ["felt"] else _("Cards saved.")
        return answer_saved(request, message, part="cards")
    if not request.accepts("text/html"):
        return answer_saved(request, form.errors.as_text(), status=400)
    return _show_settings(request, PreferencesForm(instance=user), form, status=400)


def _show_settings(request: HttpRequest, form: PreferencesForm, cards: CardsForm, status: int = 200) -> HttpResponse:
    user = signed_in_user(request)
    context = {
        "form": form,
        "cards": cards,
        "blocks": blocks_of(user),
        "avatar_choices": _avatar_choices(user.avatar),
        "languages": LANGUAGES,
        "digits": Digits.choices,
    }
    if may_have_push(user):
        devices = subscriptions_of(user)
        context |= {"has_push": True, "push_kinds": PushKindsForm(instance=user), "push_devices": devices}
    return render(request, "accounts/settings.html", context, status=status)


def _avatar_choices(own: Avatar) -> list[tuple[str, str, str, list[tuple[str, str, Avatar]]]]:
    """Return (name, label, chosen value, choices) for each group of choices. A choice is (value, label, sample).

    The groups for people and patterns have the same name, so that a user chooses one or the other.
    """

    def pictures(group: Iterable[AvatarPattern]) -> list[tuple[str, str, Avatar]]:
        return [(one.value, str(one.label), own._replace(pattern=one.value)) for one in group]

    colours = [(value, str(label), own._replace(colour=value)) for value, label in AvatarColour.choices]
    return [
        ("pattern", _("People"), own.pattern, pictures(PEOPLE)),
        ("pattern", _("Patterns"), own.pattern, pictures(PLAIN_PATTERNS)),
        ("colour", _("Colour"), own.colour, colours),
    ]


@require_POST
def avatar(request: HttpRequest) -> HttpResponse:
    """Save the user's avatar."""
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("settings"))
    try:
        pattern, colour = (request.POST.get(name, "") for name in ("pattern", "colour"))
        choose_avatar(user=request.user, pattern=pattern, colour=colour)
    except ServiceError as error:
        return answer_saved(request, str(error), part="avatar", status=400)
    return answer_saved(request, _("Avatar saved."), part="avatar")
