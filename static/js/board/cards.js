/* Card images and names. The faces of a suit are in one sprite, one symbol per card: "7C", "12C".
   The page has the URLs: <… data-pack="spanish" data-cards='{"C": "URL of the sprite of cups", …}' data-card-back="URL">.
   Unless the reader has chosen a set of cards, it has the URLs of sprites for small screens, data-cards-narrow, and of
   ones with high contrast, data-cards-contrast. */

export const CARD_HEIGHT = 1.54; // as a multiple of its width

const SVG = "http://www.w3.org/2000/svg";
const { dataset } = document.querySelector("[data-cards]");
export const { pack } = dataset;
const { cards, cardsNarrow, cardsContrast, cardBack } = dataset;

const CONTRAST = matchMedia("(prefers-contrast: more)");
const NARROW = matchMedia("(width < 640px), (height < 480px)");

function chooseSprites() {
  if (cardsContrast && CONTRAST.matches) return JSON.parse(cardsContrast);
  if (cardsNarrow && NARROW.matches) return JSON.parse(cardsNarrow);
  return JSON.parse(cards);
}
let sprites = chooseSprites();

/** Return the URL of a card's drawing or a suit's symbol. For an unknown suit, it points to nothing on this page. */
const addressOf = (code) => `${sprites[suitOf(code)] ?? ""}#${code}`;

/** Draw the card or suit that a <use> stands for, from the current set. */
const draw = (use) => use.setAttribute("href", addressOf(use.dataset.card));

const AT_ONCE = 3; // faces that are drawn in one frame while the page loads
const waiting = []; // faces that are drawn in later frames

/** Draw a face. It has dozens of shapes, so while the page loads, each frame draws only a few faces. That leaves the page
    time to respond. */
function drawFace(use) {
  if (document.readyState === "complete") {
    draw(use);
    return;
  }
  waiting.push(use);
  if (waiting.length === 1) requestAnimationFrame(drawNext);
}

function drawNext() {
  waiting.splice(0, AT_ONCE).forEach(draw);
  if (waiting.length) requestAnimationFrame(drawNext);
}

/** The window has been resized or zoomed, or the reader wants more contrast: redraw the cards on the page. */
function redraw() {
  sprites = chooseSprites();
  document.querySelectorAll("use[data-card][href]").forEach(draw); // the others wait for their frame
}
for (const kind of [CONTRAST, NARROW]) kind.addEventListener("change", redraw);

const NAMES = {
  spanish: {
    ranks: { 10: gettext("sota (10)"), 11: gettext("caballo (11)"), 12: gettext("rey (12)") },
    suits: { O: gettext("coins"), C: gettext("cups"), S: gettext("swords"), B: gettext("clubs") },
  },
  french: {
    ranks: { A: gettext("ace"), J: gettext("jack"), Q: gettext("queen"), K: gettext("king") },
    suits: { S: gettext("spades"), H: gettext("hearts"), D: gettext("diamonds"), C: pgettext("French suit", "clubs") },
  },
};
const { ranks, suits } = NAMES[pack];

const rankOf = (code) => code.slice(0, -1);
const suitOf = (code) => code.slice(-1);

/** Return the card's name: "7 of cups". */
export function cardName(code) {
  const rank = rankOf(code);
  return interpolate(gettext("%(rank)s of %(suit)s"), { rank: ranks[rank] ?? rank, suit: suits[suitOf(code)] }, true);
}

const SUITS_ALONE = {
  O: pgettext("suit by itself", "coins"),
  C: pgettext("suit by itself", "cups"),
  S: pgettext("suit by itself", "swords"),
  B: pgettext("suit by itself", "clubs"),
};

/** Return the name of a Spanish suit by itself: "cups". */
export const suitName = (letter) => SUITS_ALONE[letter];

const HEIGHT = { A: 1, J: 11, Q: 12, K: 13 };

/** Return the cards sorted by suit, in the order of `ring`, and then from low to high. */
export function sortBySuit(cards, ring) {
  const height = (card) => HEIGHT[rankOf(card)] ?? Number(rankOf(card));
  return [...cards].sort(
    (one, other) => ring.indexOf(suitOf(one)) - ring.indexOf(suitOf(other)) || height(one) - height(other),
  );
}

/** Return a picture that does not show anything yet. */
function picture(className, width, height) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  return svg;
}

/** Return a face without a label, for elements that are labelled themselves. */
export function plainFace(code) {
  const svg = picture("card", 100, 154);
  svg.firstChild.dataset.card = code;
  drawFace(svg.firstChild);
  return svg;
}

/** Return a face with its name as a label. */
export function face(code) {
  const svg = plainFace(code);
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", cardName(code));
  return svg;
}

/** Return a card back. */
export function back() {
  const svg = picture("card card--back", 100, 154);
  svg.firstChild.setAttribute("href", cardBack);
  return svg;
}

/** Return a suit's symbol. It is simple enough to be drawn at once. */
export function suitPicture(letter, className = "suit") {
  const svg = picture(className, 40, 60);
  svg.firstChild.dataset.card = letter;
  draw(svg.firstChild);
  return svg;
}

/** Return a card for use within text: its rank and its suit's symbol. */
export function chip(code) {
  const span = document.createElement("span");
  span.className = "chip";
  span.dataset.suit = suitOf(code);
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", cardName(code));
  const rank = document.createElement("span");
  rank.textContent = rankOf(code);
  span.append(rank, suitPicture(suitOf(code), "chip__suit"));
  return span;
}
