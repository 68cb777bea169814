#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")
    from django.core.management import execute_from_command_line

    from ronda_site.environment import SettingsError

    try:
        execute_from_command_line(sys.argv)
    except SettingsError as error:
        sys.exit(f"The site cannot start: {error}")


if __name__ == "__main__":
    main()
