"""Find texts on a page that are clipped, overlap or leave the screen, and signs on the wrong side of their numbers."""

from playwright.sync_api import Page

# Text is measured by its visible letters: line boxes are taller, in some fonts twice as tall.
FIND = r"""async (width) => {
    await document.fonts.ready;
    const isReady = () => innerWidth === width;  // a resize arrives some frames later
    for (let frame = 0; frame < 3 || (frame < 60 && !isReady()); frame += 1) await new Promise(requestAnimationFrame);

    // A touch area may be larger than its button.
    const seen = new CSSStyleSheet();
    seen.replaceSync("button::after { content: none !important }");
    document.adoptedStyleSheets.push(seen);

    const found = [];
    const nameOf = (node) => {
        return `${node.localName}.${node.getAttribute("class") ?? ""} “${node.textContent.trim().slice(0, 40)}”`;
    };
    // What is asked of an element and its ancestors: a computed style is slow to read, so each is read once.
    const known = new Map();
    const factsOf = (node) => known.get(node) ?? known.set(node, readFacts(node)).get(node);
    const readFacts = (node) => {
        const parent = node.parentElement && factsOf(node.parentElement);
        const { overflowX, position, clipPath, fontSize } = getComputedStyle(node);
        const hides = overflowX !== "visible";
        const isClipped = clipPath !== "none" && node.clientWidth <= 1;
        const isHidden = parent?.isHidden || isClipped
            || node.matches("[aria-hidden=true], .visually-hidden, .skip-link")
            || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return {
            node, parent, overflowX, hides, isHidden,
            depth: parent ? parent.depth + 1 : 0,
            letter: parseFloat(fontSize) * 0.7,
            isPlaced: ["absolute", "fixed"].includes(position),
            isScrolled: hides || Boolean(parent?.isScrolled),
        };
    };

    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} px wide`);

    // clipped: an element that hides what does not fit, or a button whose label leaves it
    for (const node of document.querySelectorAll("body *")) {
        const fits = node.scrollWidth <= node.clientWidth + 1 || !node.clientWidth;
        if (fits || !node.textContent.trim() || factsOf(node).isHidden) continue;
        if (node.matches(".seat__base")) continue;  // the name of a player, of any length, ends in an ellipsis
        const hides = ["hidden", "clip"].includes(factsOf(node).overflowX);
        if (hides || node.matches("button, .button, .badge, th, legend")) found.push(`clipped: ${nameOf(node)}`);
    }

    // the lines of each text
    const lines = [];
    const isMark = (letter) => /[\u200e\u200f\u2066-\u2069]/.test(letter);  // without a width
    let sign = null;  // the box of a sign at the end of the text before
    const boxAt = (node, place) => {
        const one = new Range();
        one.setStart(node, place);
        one.setEnd(node, place + 1);
        return one.getBoundingClientRect();
    };
    const checkSigns = (node) => {
        for (let place = 0; place < node.data.length; place += 1) {
            const box = boxAt(node, place);
            const isNumber = sign && /\p{Nd}/u.test(node.data[place]);
            if (isNumber && sign.left > box.left && sign.bottom > box.top && sign.top < box.bottom) {
                found.push(`a sign after its number: ${nameOf(node.parentElement)}`);
            }
            if (/[+−]/.test(node.data[place])) sign = box;
            else if (!isMark(node.data[place])) sign = null;
        }
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = new Range();
    while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || node.closest("script, style, option, svg")) continue;
        if (sign || /[+−]/.test(texts.currentNode.data)) checkSigns(texts.currentNode);
        const facts = factsOf(node);
        if (facts.isHidden) continue;
        range.selectNodeContents(texts.currentNode);
        let isOutside = false;
        for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
            if (width <= 1) continue;
            const inset = Math.max(0, (height - facts.letter) / 2);
            lines.push({ facts, left, right, top: top + inset, bottom: bottom - inset });
            isOutside ||= left < -1 || right > innerWidth + 1;
        }
        if (isOutside && !facts.isScrolled) found.push(`outside: ${nameOf(node)}`);
    }

    // overlapping: the texts of two children of one element, unless one of them is placed or hides what leaves it
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    const childrenOfOne = (one, other) => {
        let [left, right] = [one, other];
        while (left.parent !== right.parent) {
            const lower = left.depth >= right.depth ? left : right;
            if (lower.isPlaced || lower.parent.hides) return null;
            if (lower === left) left = left.parent;
            else right = right.parent;
        }
        return left === right || left.isPlaced || right.isPlaced ? null : [left, right];
    };
    lines.sort((one, other) => one.top - other.top);
    lines.forEach((line, place) => {
        for (let next = place + 1; lines[next]?.top < line.bottom; next += 1) {  // those below cannot overlap it
            const pair = meet(line, lines[next]) && childrenOfOne(line.facts, lines[next].facts);
            if (pair) found.push(`overlap: ${pair.map(({ node }) => nameOf(node)).join(", ")}`);
        }
    });
    return found;
}"""


def text_faults(page: Page, width: int) -> list[str]:
    """Return the faults in a page's texts, once it is ``width`` pixels wide."""
    found: list[str] = page.evaluate(FIND, width)
    return found
