"""Print the values that the named settings have in this process's environment, as JSON."""

from __future__ import annotations

import json
import sys

from ronda_site import settings

if __name__ == "__main__":
    print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
