"""The site's URLs."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from accounts.js_catalog import catalog
from games.urls import pages

# The admin's own sign-in page has no rate limit, but the site's sign-in page has one.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# The admin's page for changing a password has no rate limit either, which would allow guessing the old one.
admin.site.password_change = RedirectView.as_view(pattern_name="account_change_password")  # type: ignore[assignment,method-assign]

handler500 = "ronda_site.unavailable.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("jsi18n/<slug:language>.<slug:version>.js", catalog, name="jsi18n"),
    # For pages without an icon link, such as the admin's. The icon's hashed name is known only after collectstatic.
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("favicon.svg"))),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    *i18n_patterns(path("", include(pages)), prefix_default_language=False),
]
