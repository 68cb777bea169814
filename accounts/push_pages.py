"""Turning push notifications on and off: the settings forms, and requests from the service worker."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.answers import answer_saved
from accounts.errors import ServiceError
from accounts.models import User
from accounts.push import add_subscription, choose_kinds, remove_subscription, replace_subscription
from accounts.push_kinds import PushKind
from accounts.requests import signed_in_user
from accounts.signals import session_mark

PART = "notifications"  # the section of the settings page
DIGITS = 18  # in the largest ID


class PushKindsForm(ModelForm[User]):
    """Choose which push notifications to get."""

    class Meta:
        model = User
        fields = tuple(kind.switch for kind in PushKind)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def push(request: HttpRequest) -> HttpResponse:
    """Add this browser's subscription. If ``old`` is sent, the new one replaces the subscription with that endpoint.

    A GET returns the site's public key and a CSRF token for the POST, because a service worker has no page to take the
    token from.
    """
    if request.method != "POST":
        return JsonResponse({"key": settings.RONDA_VAPID_PUBLIC_KEY, "csrf": get_token(request)})
    user, sent = signed_in_user(request), request.POST
    facts = {
        "endpoint": sent.get("endpoint", ""),
        "public_key": sent.get("p256dh", ""),
        "secret": sent.get("auth", ""),
        "session": session_mark(request.session.session_key),
        "language": get_language() or settings.LANGUAGE_CODE,
        "user_agent": request.headers.get("User-Agent", ""),
    }
    try:
        if old := sent.get("old"):
            replace_subscription(user=user, old_endpoint=old, **facts)
        else:
            add_subscription(user=user, **facts)
    except ServiceError as error:
        return JsonResponse({"message": str(error)}, status=400)
    return JsonResponse({"message": _("Notifications are on.")})


@login_required
@require_POST
def remove_device(request: HttpRequest) -> HttpResponse:
    """Turn off push notifications on a device."""
    number = request.POST.get("device", "")
    if number.isascii() and number.isdigit() and len(number) <= DIGITS:
        remove_subscription(user=signed_in_user(request), subscription_id=int(number))
        return answer_saved(request, _("Notifications are off on that device."), part=PART)
    return redirect(reverse("settings") + f"#{PART}")


@login_required
@require_POST
def choose_pushes(request: HttpRequest) -> HttpResponse:
    """Save which push notifications the user wants."""
    user = signed_in_user(request)
    form = PushKindsForm(request.POST, instance=user)
    if not form.is_valid():
        return answer_saved(request, form.errors.as_text(), part=PART, status=400)
    choose_kinds(user=user, wanted=form.cleaned_data)
    return answer_saved(request, _("Notifications saved."), part=PART)
