"""Every kind of page, opened in a browser by every role: no console error, failed request or policy violation.

For visitors and players it is opened in every language, on a dark phone and on a light desktop: no text is clipped,
overlaps or leaves the screen, and in one language axe finds no violation. Superusers open the admin only, in which
moderators see a part of the same pages.
tests/views/test_crawl.py follows every link.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import get_language_info
from playwright.sync_api import Browser, Page

from tests.browser.accessible import WAYS, use, violations
from tests.browser.board_pages import boxes
from tests.browser.crawler import crawl_as
from tests.servers import Server

FEWEST = {"stranger": 20, "guest": 25, "player": 40, "moderator": 60, "superuser": 35}  # pages of a crawl that works
WITHIN = {"superuser": "/admin/"}
CHECKED = "ar"  # the language in which accessibility is checked: it differs most from English, in which stories run
LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Most of the admin's texts are Django's own; French has the longest, Arabic the other direction.
CRAWLS = [
    *product(["stranger", "player"], LANGUAGES),
    *product(["superuser"], ["fr", CHECKED]),
]

# Text is measured as its letters are seen: the boxes of lines are higher, in some fonts twice.
MEASURE = """async (width) => {
    await document.fonts.ready;
    const isReady = () => innerWidth === width;  // a resize arrives some frames later
    for (let frame = 0; frame < 3 || (frame < 60 && !isReady()); frame += 1) await new Promise(requestAnimationFrame);

    const found = [];
    const classOf = (node) => node.getAttribute("class") ?? "";
    const nameOf = (node) => `${node.localName}.${classOf(node)} “${node.textContent.trim().slice(0, 40)}”`;
    const styles = new Map();
    const styleOf = (node) => styles.get(node) ?? styles.set(node, getComputedStyle(node)).get(node);
    const hidden = new Map();
    const isHidden = (node) => hidden.get(node) ?? hidden.set(node,
        !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        || node.closest("[aria-hidden=true], .visually-hidden, .skip-link")
        || (styleOf(node).clipPath !== "none" && node.clientWidth <= 1)).get(node);
    const ancestors = (node) => (node.parentElement ? [node.parentElement, ...ancestors(node.parentElement)] : []);

    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} px wide`);

    // clipped: an element that hides what does not fit, or a button whose label leaves it
    for (const node of document.querySelectorAll("body *")) {
        const fits = node.scrollWidth <= node.clientWidth + 1 || !node.clientWidth;
        if (fits || !node.textContent.trim() || isHidden(node)) continue;
        if (node.matches(".seat__base")) continue;  // the name of a player, of any length, ends in an ellipsis
        const hides = ["hidden", "clip"].includes(styleOf(node).overflowX);
        if (hides || node.matches("button, .button, .badge, th, legend")) found.push(`clipped: ${nameOf(node)}`);
    }

    // the lines of each text, by the element that contains it
    const lines = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || node.closest("script, style, option, svg") || isHidden(node)) continue;
        if (ancestors(node).some(isHidden)) continue;
        const range = new Range();
        range.selectNodeContents(texts.currentNode);
        const inset = ({ height }) => Math.max(0, (height - parseFloat(styleOf(node).fontSize) * 0.7) / 2);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1).map((box) => (
            { left: box.left, right: box.right, top: box.top + inset(box), bottom: box.bottom - inset(box) }));
        lines.set(node, [...(lines.get(node) ?? []), ...boxes]);
        const scrolls = [node, ...ancestors(node)].some((one) => styleOf(one).overflowX !== "visible");
        const isOutside = boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1);
        if (isOutside && !scrolls) found.push(`outside: ${nameOf(node)}`);
    }

    // overlapping: the texts of two children of one element
    const isPlaced = (node) => ["absolute", "fixed"].includes(styleOf(node).position);
    const textOf = new Map();
    for (const [node, boxes] of lines) {
        let child = node;
        for (const parent of ancestors(node)) {
            if (isPlaced(child)) break;
            const children = textOf.get(parent) ?? textOf.set(parent, new Map()).get(parent);
            children.set(child, [...(children.get(child) ?? []), ...boxes]);
            if (styleOf(parent).overflowX !== "visible") break;  // what is outside is not seen
            child = parent;
        }
    }
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    for (const children of textOf.values()) {
        const list = [...children].flatMap(([node, boxes]) => boxes.map((box) => ({ node, ...box })));
        list.sort((one, other) => one.top - other.top);
        list.forEach((box, place) => {
            for (let next = place + 1; list[next]?.top < box.bottom; next += 1) {  // those below cannot overlap it
                const [one, other] = [box.node, list[next].node];
                if (one !== other && meet(box, list[next])) found.push(`overlap: ${nameOf(one)}, ${nameOf(other)}`);
            }
        });
    }
    return found;
}"""


class Measurer:
    """Looks at pages in one language; ``found`` are the problems."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.is_bidi = bool(get_language_info(language)["bidi"])
        self.found: list[str] = []
        self._ways = list(WAYS)

    def look_at(self, page: Page) -> None:
        root = page.evaluate("[document.documentElement.lang, document.documentElement.dir]")
        if root != [self.language, "rtl" if self.is_bidi else "ltr"]:
            self.found.append(f"{page.url}: lang and dir are {root}")
        is_table = page.locator(".felt").count() > 0
        self._ways.reverse()  # begin as the last page ended: each change takes time
        for scheme, width in self._ways:
            use(page, scheme, width)
            if is_table:  # cards and seats are fitted in several steps
                boxes(page, ".seat__head", ".seat__count", ".board__spot")
            self.found += [f"{page.url}, {width} px: {problem}" for problem in page.evaluate(MEASURE, width)]
            if self.language == CHECKED:
                self.found += [f"{page.url}, {scheme}, {width} px: {violation}" for violation in violations(page)]


@pytest.mark.parametrize(("role", "language"), CRAWLS)
def test_no_text_is_clipped_or_overlaps(
    role: str, language: str, browser: Browser, site: Server, crawled: dict[str, Any]
) -> None:
    measurer = Measurer(language)
    person, opened = crawl_as(role, browser, site, crawled, measurer.look_at, language, within=WITHIN.get(role, "/"))
    assert person.problems == []
    assert site.complaints() == []
    assert measurer.found == []
    assert len(opened) >= FEWEST[role], opened


@pytest.mark.parametrize("role", sorted(FEWEST.keys() - {role for role, _language in CRAWLS}))
def test_every_page_opens_without_an_error(role: str, browser: Browser, site: Server, crawled: dict[str, Any]) -> None:
    person, opened = crawl_as(role, browser, site, crawled, lambda _page: None)
    assert person.problems == []
    assert site.complaints() == []
    assert len(opened) >= FEWEST[role], opened
