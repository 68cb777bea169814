"""A user of a real browser, who signs up, plays, visits pages, and records every error."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Frame, Locator, Page, WebSocket
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.browser.contexts import SHOW_NOTHING, pool_of

PASSWORD = "four words are enough"
PATIENCE_MILLISECONDS = 20_000
MOMENT_MILLISECONDS = 100

EXPECTED = (  # allowed console messages
    "closed before the connection is established",  # the page was left while it was still loading
    "Service Worker registration blocked by Playwright",  # the context is created with service workers blocked
)

# The console only mentions refused resources; this event reports every violation.
WATCH_POLICY = """
    addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""

# The reader has chosen to cut packs by hand; an empty page has no storage.
CUTS_BY_HAND = "if (location.host) localStorage['ronda.cut_for_me'] ??= 'false';"


def watch_policy(context: BrowserContext) -> None:
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    context.add_init_script(WATCH_POLICY)


def cut_by_hand(context: BrowserContext) -> None:
    watch_policy(context)
    context.add_init_script(CUTS_BY_HAND)


def click_and_navigate(way: Locator) -> None:
    """Click an element that leads to another page, possibly after a dialog; return when that page has loaded."""
    with way.page.expect_navigation(timeout=PATIENCE_MILLISECONDS):
        way.click()


def wait_until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until a function returns a true value.

    The site's policy forbids ``Page.wait_for_function``, which compiles its expression on the page at every check.
    """
    ends = monotonic() + PATIENCE_MILLISECONDS / 1000
    while not holds():
        assert monotonic() < ends, f"{page.url} waits in vain"
        page.wait_for_timeout(10)


def unfold(page: Page) -> None:
    """Unfold all hidden parts of a form."""
    for summary in page.locator("details.folded:not([open]) > summary").all()[::-1]:  # last first: indices shift
        summary.click()


class BrowserUser:
    """One person's browser window; ``state`` is the last state frame of the table that is open in it."""

    def __init__(self, browser: Browser, site: str, name: str, *, cuts: bool = True, **options: Any) -> None:
        """Open a window with options for ``Browser.new_context``. Without ``cuts``, the page cuts packs on its own."""
        self.name = name
        self.site = site
        self.problems: list[str] = []
        self.state: dict[str, Any] = {}
        self.line: WebSocket | None = None
        self._pool = pool_of(browser)
        # Animations are for the component tests; here they would only take time.
        settings = {"base_url": site, "reduced_motion": "reduce", "service_workers": "block", **options}
        self.page = self._pool.new_page(cut_by_hand if cuts else watch_policy, **settings)
        if settings["reduced_motion"] == "reduce":
            self.page.add_init_script(SHOW_NOTHING)
        self.context = self.page.context
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.problems.append(f"{self.page.url}: {error}"))
        self.page.on("websocket", self._listen)
        self.page.on("framenavigated", self._leave)

    def close(self) -> None:
        """Close the window; its context can be used again."""
        self._pool.give_back(self.context)

    def _note_console(self, message: Any) -> None:
        """Record errors and warnings. The console also reports every request that was answered with an error."""
        if message.type in {"error", "warning"} and not any(text in message.text for text in EXPECTED):
            self.problems.append(f"{self.page.url}: {message.text} {message.location['url']}")

    def _listen(self, line: WebSocket) -> None:
        if "/ws/match/" in line.url:
            self.line = line
            line.on("framereceived", lambda text: self._take(line, text))

    def _leave(self, frame: Frame) -> None:
        """Forget the last state, because the window has left the table page or reloaded it."""
        if frame == self.page.main_frame:
            self.line = None
            self.state = {}

    def _take(self, line: WebSocket, text: str | bytes) -> None:
        frame = json.loads(text)
        if line == self.line and frame["type"] == "state":
            self.state = frame

    def sign_up(self) -> None:
        """Fill in and submit the open sign-up form."""
        form = self.page.locator("form", has=self.page.locator("[name=password1]"))
        form.locator("[name=username]").fill(self.name)
        form.locator("[name=password1]").fill(PASSWORD)
        click_and_navigate(form.get_by_role("button"))
        self.page.get_by_text(self.name, exact=True).first.wait_for()

    # ---- at the table ----

    @property
    def moves(self) -> list[list[Any]]:
        """Return the moves that the table offers this user now."""
        view = self.state.get("view")
        return view["moves"] if view else []

    @property
    def version(self) -> int:
        return int(self.state.get("version", -1))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the state of the open table satisfies ``wanted``."""
        ends = monotonic() + PATIENCE_MILLISECONDS / 1000
        while not (self.state and wanted(self.state)):
            assert monotonic() < ends, f"{self.name} waits for another state than {self.state}"
            self._wait_for_frame()

    def _wait_for_frame(self) -> None:
        """Wait briefly for the table's next frame, which may already have arrived, or may arrive in another window."""
        line = self.line
        try:
            if line and not line.is_closed():
                line.wait_for_event("framereceived", timeout=MOMENT_MILLISECONDS)
            else:
                self.page.wait_for_event("websocket", timeout=MOMENT_MILLISECONDS)
        except PlaywrightTimeoutError:
            pass
        except PlaywrightError:
            if not (line and line.is_closed()):  # otherwise, the page will open another connection
                raise

    def reload(self) -> None:
        """Reload the table page, and wait until it has drawn a hand."""
        self.page.reload()
        self.own_cards.first.wait_for()
        self.until(bool)

    def make(self, move: list[Any]) -> None:
        """Click the elements that make this move, or leave it to the page if it announces by itself."""
        self.close_count()
        if move[0] == "announce" and len(self.moves) == 1:
            return  # where only true calls are allowed, the page answers soon, and its button disappears
        if move[0] == "cut":
            self.page.get_by_label("Where to cut the pack").fill(str(move[1]))
            self.page.get_by_role("button", name="Cut here").click()
            return
        named = self.keyed(json.dumps(move, separators=(",", ":")))
        if move[0] != "play":
            buttons = self.page.locator("#prompt button")
            others = buttons.and_(self.keyed('["others"]'))
            buttons.and_(named).or_(others).first.wait_for()
            if not named.count():  # in a newcomer's first announcement, the other calls are behind a button
                others.click()
            buttons.and_(named).click()
            sure = self.page.locator("#prompt .is-sure")
            if sure.count():  # a coached player's first bluff has to be confirmed
                sure.click()
            return
        # The cards of a large hand overlap: only the edge of each is sure to be in view.
        self.own_cards.and_(self.keyed(move[1])).click(position={"x": 6, "y": 12})
        if sum(other[:2] == move[:2] for other in self.moves) > 1:
            self.page.locator(".choice button").and_(named).click()

    def close_count(self) -> None:
        """Close the count of a deal if the page shows one: the next deal waits for it."""
        self.page.locator(".button--continue").evaluate_all("buttons => buttons.forEach((one) => one.click())")

    def keyed(self, key: str) -> Locator:
        return self.page.locator(f"[data-key='{key}']")

    @property
    def own_cards(self) -> Locator:
        return self.page.locator(".board__own")

    def hand(self) -> list[str]:
        """Return the user's own cards as the page shows them."""
        return self.own_cards.evaluate_all("cards => cards.map(card => card.dataset.key)")

    def shown_scores(self) -> list[int]:
        """Return the scores in the order of the sides. The page shows the user's own score first."""
        shown = self.page.locator("#scores .score").evaluate_all(
            "nodes => nodes.map(node => [node.dataset.key, node.querySelector('.score__points').textContent])"
        )
        return [int(points) for _side, points in sorted(shown, key=lambda one: int(one[0]))]


OpenWindow = Callable[..., BrowserUser]  # the type of the fixtures that open windows
