"""What a browser says of itself, in words that its user knows."""

from __future__ import annotations

import pytest

from accounts.templatetags.accounts import device

CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (CHROME, "Chrome on Android"),
        (f"{CHROME} Edg/140.0", "Edge on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_device_is_named_by_browser_and_system(told: str, shown: str) -> None:
    assert device(told) == shown
