"""A Chromium for the tests, the one that dev.py found."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; ``dev.py test`` names it."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=os.environ.get("RONDA_CHROMIUM"), args=arguments)
        yield browser
        browser.close()
