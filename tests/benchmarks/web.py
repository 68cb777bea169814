"""The quality of the pages in a browser: speed on a phone, accessibility and HTML."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import django
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ronda_site.settings")
django.setup()  # the crawler looks up the kinds of addresses

import dev  # noqa: E402
from tests.benchmarks import proxy  # noqa: E402
from tests.benchmarks.node_tools import audit, install_tools, validate  # noqa: E402
from tests.browser.accessible import violations  # noqa: E402
from tests.browser.crawler import crawl_as  # noqa: E402
from tests.crawl_site import ROLES  # noqa: E402
from tests.servers import Server, Site, answers, free_port  # noqa: E402

THROTTLE = 4  # times slower than this machine, like a phone
PHONE: dict[str, Any] = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True}
LONG_MATCH = {"players": 2, "target": 121}
SWEPT = 6  # cards that fly to the pile: the captured cards and the capturing one
SETTLED = 1500  # milliseconds after which a page has finished its start-up work
LIMITS = {
    "performance": 95,
    "accessibility": 100,
    "shift": 0.02,
    "kilobytes": 300,
    "blocking": 100,
    "task": 100,
    "frames": 60,
}
FIGURES = {"shift": "cumulative-layout-shift", "blocking": "total-blocking-time", "bytes": "total-byte-weight"}

# Only the part of a task beyond 50 milliseconds counts, as in Lighthouse's total blocking time.
WATCH_TASKS = """window.blocked = window.longest = 0; new PerformanceObserver(list =>
    list.getEntries().forEach(({duration}) => {
        window.blocked += duration - 50;
        window.longest = Math.max(window.longest, duration);
    })
).observe({type: "longtask", buffered: true});"""

# Shows the next step of the replay. Once all cards have landed, resolves to when each was moving, in milliseconds.
# Captured cards stand still for a moment after they have gathered; the browser draws no frames then.
FLY = """() => new Promise(done => {
    const times = [];
    let flying = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...words) {
        const animation = animate.apply(this, words);
        if (!this.matches(".board__spot, .board__flying")) return animation;
        flying += 1;
        animation.ready.then(({ startTime, effect }) => {
            const { delay, duration } = effect.getComputedTiming();
            const at = (offset) => startTime + delay + offset * duration;
            const frames = effect.getKeyframes();
            frames.slice(1).forEach(({ computedOffset, transform }, number) => {
                const before = frames[number];
                if (transform !== before.transform) times.push([at(before.computedOffset), at(computedOffset)]);
            });
        });
        animation.finished.finally(() => setTimeout(() => (flying -= 1) || done(times), 1000));
        return animation;
    };
    performance.mark("click");
    document.getElementById("next").click();
})"""

# The step with the capture that comes closest to this number of cards, since the match is random.
FIND_CAPTURE = """swept => JSON.parse(document.getElementById("replay-data").textContent).steps
    .flatMap(({events}, step) => events
        .filter(({kind, card}) => kind === "capture" && card)
        .map(({cards}) => ({step, off: Math.abs(cards.length + 1 - swept)})))
    .sort((one, other) => one.off - other.off)[0].step"""


def web(runs: int = 5, part: str = "all") -> None:
    """Print the figures for all parts, or for one: ``lighthouse``, ``html``, ``axe`` or ``motion``."""
    with TemporaryDirectory(prefix="ronda-web-") as name:
        for key, measure in PARTS.items():
            if part in {key, "all"}:
                folder = Path(name, key)
                folder.mkdir()
                measure(folder, runs)


def _print(words: str) -> None:
    print(f"web      {words}", flush=True)


def _print_all(lines: list[str]) -> None:
    for line in lines:
        _print(line)


# ---- sites and browsers ----


def _new_site(folder: Path, **environment: str) -> Site:
    return Site(folder, **{"RONDA_LOG_LEVEL": "WARNING", **environment})


@contextmanager
def _serve_pages(folder: Path, **environment: str) -> Iterator[tuple[Server, dict[str, str], str]]:
    """Serve a site with a table and a long match. Yield the server, the paths by page, and the player's cookie."""
    site = _new_site(folder, **environment)
    table = site.call("bot_match", "salma", {})
    finished = site.call("finished_matches", ["nadia", "omar"], LONG_MATCH, 1)
    pages = {
        "home": "/",
        "table": f"/t/{table['code']}/",
        "tutorial": "/learn/",
        "replay": f"/matches/{finished['codes'][0]}/replay/",
    }
    with Server(site) as server:
        yield server, pages, table["players"][0]["cookie"]


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=dev.find_browser(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def _debugged_chromium(folder: Path, url: str, cookie: str) -> Iterator[int]:
    """Run a browser in which the site's cookie is set, and return its debugging port."""
    port = free_port()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder / 'profile'}"]
    flags += ["--ignore-certificate-errors", f"--remote-debugging-port={port}"]
    command = [str(dev.find_browser()), *flags]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True) as process:
        while not answers(port):
            assert process.poll() is None, "the browser does not start"
        with sync_playwright() as tool:
            contexts = tool.chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts
            contexts[0].add_cookies([{"name": "sessionid", "value": cookie, "url": url}])
        try:
            yield port
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # the command can be a script that starts the browser


# ---- the parts ----


def _lighthouse(folder: Path, runs: int) -> None:
    """Have Lighthouse load the main pages as a phone does, through nginx if it is installed."""
    modules = install_tools()
    if modules is None:
        _print("Lighthouse skipped: there is no npm")
        return
    with ExitStack() as stack:
        is_behind_proxy = proxy.is_available()
        environment = proxy.ENVIRONMENT if is_behind_proxy else {}
        server, pages, cookie = stack.enter_context(_serve_pages(folder, **environment))
        url = stack.enter_context(proxy.proxy(folder / "nginx", server.port)) if is_behind_proxy else server.url
        _print("HTTP/2, by nginx" if is_behind_proxy else "HTTP/1.1: without nginx, each file is a round trip")
        port = stack.enter_context(_debugged_chromium(folder, url, cookie))
        for name, path in pages.items():
            reports = [audit(modules, url + path, port) for _run in range(runs)]
            _print(f"{name:9} {_figures(reports)}")
    _print(
        f"at least {LIMITS['performance']} and {LIMITS['accessibility']}; shift below {LIMITS['shift']}; "
        f"replay blocked for less than {LIMITS['blocking']} ms; table at most {LIMITS['kilobytes']} kB"
    )


def _figures(reports: list[dict[str, Any]]) -> str:
    """Return the medians of Lighthouse's reports on a page, as text."""
    scores = {
        name: median(100 * report["categories"][name]["score"] for report in reports)
        for name in ("performance", "accessibility")
    }
    shift, blocking, size = (
        median(report["audits"][audit]["numericValue"] for report in reports) for audit in FIGURES.values()
    )
    return (
        f"performance {scores['performance']:.0f}, accessibility {scores['accessibility']:.0f}, shift {shift:.3f}, "
        f"blocked for {blocking:.0f} ms, {size / 1000:.0f} kB"
    )


def _html(folder: Path, _runs: int) -> None:
    """Validate the HTML of every page that any role can reach."""
    modules = install_tools()
    if modules is None:
        _print("html-validate skipped: there is no npm")
        return
    pages = folder / "pages"
    pages.mkdir()
    _new_site(folder, RONDA_ALLOWED_HOSTS="testserver").call("save_pages", str(pages))
    files = sorted(pages.iterdir())
    admin = [file for file in files if "_admin_" in file.name]
    own = [file for file in files if "_admin_" not in file.name]
    found = validate(modules, own, "html-validate.mjs") + validate(modules, admin, "html-validate-admin.mjs")
    _print_all(found)
    _print(f"html-validate: {len(found)} errors on {len(files)} pages  (none)")


def _axe(folder: Path, _runs: int) -> None:
    """Look for accessibility violations of any level on one page of every kind, in every role."""
    site = _new_site(folder)
    crawled = site.call("crawl_site")
    found: list[str] = []

    def look(page: Page) -> None:
        found.extend(f"{page.url}: {one}" for one in violations(page))

    with Server(site) as server, _chromium() as browser:
        count = sum(len(crawl_as(role, browser, server, crawled, look)[1]) for role in ROLES)
    _print_all(found)
    _print(f"axe: {len(found)} violations on {count} pages  (none)")


def _motion(folder: Path, runs: int) -> None:
    """On a slow CPU, measure the frame rate of a six-card capture, and how long loading a replay blocks the page."""
    with _serve_pages(folder) as (server, pages, _cookie), _chromium() as browser:
        address = server.url + pages["replay"]
        blocked = median(_on_a_slow_phone(browser, address, _blocked) for _run in range(runs))
        longest = median(_on_a_slow_phone(browser, address, _longest) for _run in range(runs))
        frames = median(_on_a_slow_phone(browser, address, _frames) for _run in range(runs))
    _print(f"replay at {THROTTLE}× throttle: blocked for {blocked:.0f} ms  (less than {LIMITS['blocking']})")
    _print(f"replay at {THROTTLE}× throttle: longest task {longest:.0f} ms  (less than {LIMITS['task']})")
    _print(
        f"{SWEPT} cards taken at {THROTTLE}× throttle: {frames:.0f} frames a second on the screen  ({LIMITS['frames']})"
    )


def _on_a_slow_phone(browser: Browser, address: str, measure: Callable[[Page, CDPSession], float]) -> float:
    """Load a page in a new context that simulates a slow phone, and return the result of ``measure``."""
    context = browser.new_context(**PHONE, service_workers="block")
    page = context.new_page()
    processor = context.new_cdp_session(page)
    page.add_init_script(WATCH_TASKS)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    page.goto(address)
    page.wait_for_timeout(SETTLED)
    found = measure(page, processor)
    context.close()
    return found


def _blocked(page: Page, _processor: CDPSession) -> float:
    return float(page.evaluate("blocked"))


def _longest(page: Page, _processor: CDPSession) -> float:
    return float(page.evaluate("longest"))


def _frames(page: Page, processor: CDPSession) -> float:
    """Return the frames per second that the browser draws while the cards of a six-card capture are moving.

    The browser animates the cards without scripts, so this counts the frames on the screen, not those that scripts see.
    """
    processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    step = page.evaluate(FIND_CAPTURE, SWEPT)
    page.goto(f"{page.url.partition('?')[0]}?move={step - 1}")
    page.wait_for_timeout(SETTLED)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["viz", "blink.user_timing"])
    flights = page.evaluate(FLY)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    click = next(event for event in events if event["name"] == "click" and "data" in event.get("args", {}))
    zero = click["ts"] - 1000 * click["args"]["data"]["startTime"]  # microseconds at the page's time 0
    drawn = [(event["ts"] - zero) / 1000 for event in events if event["name"] == "Display::DrawAndSwap"]
    spans = _union(flights)
    frames = sum(begin <= time < end for time in drawn for begin, end in spans)
    return 1000 * frames / sum(end - begin for begin, end in spans)


def _union(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join overlapping time spans."""
    joined: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((begin, end))
    return joined


PARTS: dict[str, Callable[[Path, int], None]] = {
    "html": _html,
    "axe": _axe,
    "motion": _motion,
    "lighthouse": _lighthouse,
}
