"""With a contrast theme, which replaces the colours of the page, the icons are still visible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.scenes import GAMES, own_turn
from tests.browser.site_shots import open_site_page, site_pages

# The icons drawn as a masked or clipped background, and those of them that have the colour of what they lie on.
ICONS = """() => {
    const decoration = ".felt, .site-header, .board__middle, .board__deck";
    const seen = [], lost = [];
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "Canvas";
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const ground = (node) => {
        for (let at = node; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\\)$/.test(colour)) return colour;
        }
        return canvas;
    };
    for (const node of document.querySelectorAll("body *")) {
        if (!node.checkVisibility({ visibilityProperty: true }) || node.matches(decoration)) continue;
        for (const part of ["", "::before", "::after"]) {
            const style = getComputedStyle(node, part);
            if (style.display === "none" || (part && style.content === "none")) continue;
            if (style.maskImage === "none" && !style.clipPath.startsWith("polygon")) continue;
            const name = `${node.className}${part}`;
            seen.push(name);
            if (style.backgroundColor === ground(part ? node : node.parentElement)) lost.push(name);
        }
    }
    return [seen, lost];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-8"])
def test_icons_are_visible_with_a_contrast_theme(new_page: Callable[..., Page], name: str, size, scheme: str) -> None:
    page = new_page(forced_colors="active", color_scheme=scheme, viewport={"width": size[0], "height": size[1]})
    stage = own_turn(GAMES[name])
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(stage.game.players)
    if size[0] < 1024:
        page.locator(".to-side").click()
    page.locator(".legend summary").click()
    seen, lost = page.evaluate(ICONS)
    assert {"legend__icon legend__icon--leader", "board__tool board__sound::before"}.issubset(seen)
    assert lost == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "size", "icon"),
    [("settings", (1280, 800), "listen::before"), ("ladder", (390, 844), "ladder-choice::after")],
)
def test_icons_of_pages_are_visible_with_a_contrast_theme(new_page, name: str, size, icon: str) -> None:
    page = new_page(forced_colors="active", viewport={"width": size[0], "height": size[1]})
    with site_pages() as pages:
        open_site_page(page, pages.html(name, "en"))
        seen, lost = page.evaluate(ICONS)
    assert any(icon in one for one in seen), seen
    assert lost == []
