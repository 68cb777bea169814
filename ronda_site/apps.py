"""The configuration of Django's admin app."""

from django.contrib.admin.apps import AdminConfig


class SiteAdminConfig(AdminConfig):
    """Django's admin app with the site's own admin site."""

    default_site = "ronda_site.admin.SiteAdmin"
