"""Screenshots of pages, compared with the baselines in ``screenshots/``.

``RONDA_UPDATE_SCREENSHOTS=1`` (``dev.py test --update-screenshots``) writes the baselines instead. Look at each image
before you commit it: by committing a baseline, you declare that nothing in it needs to change.
"""

from __future__ import annotations

import base64
import os
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image
from playwright.sync_api import BrowserContext, Page

from tests.browser.board_pages import boxes
from tests.browser.image_comparison import MEAN, WORST_BLOCK, compare

HERE = Path(__file__).parent
BASELINES = HERE / "screenshots"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
QUALITY = 45  # of WebP; compression errors vanish when the images are scaled down
LONGEST = 2400  # height limit of a full-page screenshot, in pixels
ATTEMPTS = 5  # on a busy machine, the browser can capture a frame that lacks drawings which are on the page

# Style sheets that scripts add are exempt from the pages' content security policy.
PREPARE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
    :root { scrollbar-width: none; }
    *, *::before, *::after {
        animation: none !important; transition: none !important; caret-color: transparent !important;
    }
`);
document.adoptedStyleSheets.push(sheet);
"""
SIZE = """longest => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return longest ? [scrollWidth, Math.min(scrollHeight, longest)] : [innerWidth, innerHeight];
}"""
# Otherwise, lazy images would not load until the full-page screenshot is taken.
LOAD_IMAGES = """() => Promise.all([...document.images].map(image => {
    image.loading = "eager";
    return image.decode().catch(() => 0);
}))"""
# Card drawings come from files that depend on the window's size, so a resize loads others.
CARDS_DRAWN = """() => [...document.querySelectorAll("use[data-card], use[href*='.svg#']")].every(
    use => !use.checkVisibility() || use.getBBox().width > 0
)"""


class Shot(NamedTuple):
    """A screen size and a colour scheme."""

    width: int
    height: int
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.scheme}"


DESKTOP = (Shot(1280, 900, "light"), Shot(1280, 900, "dark"))
PHONE = (Shot(390, 844, "light"), Shot(390, 844, "dark"))
SMALL = (Shot(844, 390, "dark"), Shot(320, 568, "light"))
EVERY_PAGE = (*PHONE, *DESKTOP)
TABLE = (*PHONE, *SMALL, *DESKTOP)
LIGHT = (PHONE[0], DESKTOP[0])


def prepare(context: BrowserContext) -> None:
    """Freeze the clock in a context's pages, and stop all movement."""
    context.clock.set_fixed_time(NOON)
    context.add_init_script(PREPARE)


def check_screenshots(
    page: Page, name: str, shots: Iterable[Shot], *, language: str = "en", full_page: bool = False
) -> None:
    """Compare the open page with its baseline for each of these shots. Fail if any of them differs."""
    faults = []
    for shot in shots:
        page.set_viewport_size({"width": shot.width, "height": shot.height})
        page.emulate_media(color_scheme=shot.scheme, reduced_motion="reduce")
        page.evaluate(LOAD_IMAGES)
        boxes(page, "main", ".seat", ".board__spot", ".board__own", ".panel")  # wait until nothing moves
        page.wait_for_function(CARDS_DRAWN)
        for _attempt in range(ATTEMPTS):
            found = _judge(photograph(page, LONGEST if full_page else 0), f"{language}/{name}-{shot}")
            if not found:
                break
        faults += found
    assert not faults, "\n".join(faults)


def photograph(page: Page, longest: int = 0) -> Image.Image:
    """Return a screenshot of the visible area or, with ``longest``, of the full page up to this height in pixels.

    This uses the browser's own protocol, because Playwright's method spends half its time on compression.
    """
    width, height = page.evaluate(SIZE, longest)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    session = page.context.new_cdp_session(page)  # it stays open: closing it would also end the size emulation
    taken = session.send(
        "Page.captureScreenshot",
        {"format": "png", "optimizeForSpeed": True, "clip": clip, "captureBeyondViewport": longest > 0},
    )
    return Image.open(BytesIO(base64.b64decode(taken["data"]))).convert("RGB")


def _judge(image: Image.Image, name: str) -> list[str]:
    """Compare an image with its baseline, or make it the baseline. Return the faults found, as messages."""
    file = BASELINES / f"{name}.webp"
    if os.environ.get("RONDA_UPDATE_SCREENSHOTS"):
        _update(image, file)
        return []
    if not file.exists():
        return [f"{name}: no baseline in {_keep(name, actual=image)}"]
    expected = Image.open(file).convert("RGB")
    if expected.size != image.size:
        return [f"{name}: {image.size} instead of {expected.size}, see {_keep(name, actual=image, expected=expected)}"]
    apart = compare(image, expected)
    if not apart.is_fault:
        return []
    folder = _keep(name, actual=image, expected=expected, difference=apart.picture)
    limits = f"worst block {apart.worst:.0f} (at most {WORST_BLOCK:.0f}), mean {apart.mean:.2f} (at most {MEAN:.2f})"
    return [f"{name}: {limits}, see {folder}"]


def _update(image: Image.Image, file: Path) -> None:
    """Write a baseline, unless the existing one looks the same."""
    if file.exists():
        present = Image.open(file).convert("RGB")
        if present.size == image.size and not compare(image, present).is_fault:
            return
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file, quality=QUALITY, method=4)


@cache
def _folder() -> Path:
    """Return the folder for failure images."""
    return Path(os.environ.get("RONDA_SCREENSHOT_FAILURES") or tempfile.mkdtemp(prefix="ronda-screenshots-"))


def _keep(name: str, **images: Image.Image) -> Path:
    """Save a failure's images, and return their folder."""
    folder = _folder() / name
    folder.mkdir(parents=True, exist_ok=True)
    for kind, image in images.items():
        image.save(folder / f"{kind}.png")
    return folder
