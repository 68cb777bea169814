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

/** The window has been resized or zoomed, or the reader wants more contrast: redraw the cards on the page. */
function redraw() {
  const suits = new Map(Object.entries(sprites).map(([suit, address]) => [address, suit]));
  sprites = chooseSprites();
  for (const use of document.querySelectorAll("use[href]")) {
    const [address, symbol] = use.getAttribute("href").split("#");
    if (suits.has(address)) use.setAttribute("href", `${sprites[suits.get(address)]}#${symbol}`);
  }
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

/** Return the URL of a card's drawing or a suit's symbol. For an unknown suit, it points to nothing on this page. */
const addressOf = (code) => `${sprites[suitOf(code)] ?? ""}#${code}`;

function picture(address, viewBox, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", address);
  svg.append(use);
  return svg;
}

/** Return a face without a label, for elements that are labelled themselves. */
export const plainFace = (code) => picture(addressOf(code), "0 0 100 154", "card");

/** Return a face with its name as a label. */
export function face(code) {
  const svg = plainFace(code);
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", cardName(code));
  return svg;
}

/** Return a card back. */
export const back = () => picture(cardBack, "0 0 100 154", "card card--back");

/** Return a suit's symbol. */
export const suitPicture = (letter) => picture(addressOf(letter), "0 0 40 60", "suit");

/** Return a card for use within text: its rank and its suit's symbol. */
export function chip(code) {
  const span = document.createElement("span");
  span.className = "chip";
  span.dataset.suit = suitOf(code);
  span.setAttribute("role", "img");
  span.setAttribute("aria-label", cardName(code));
  const rank = document.createElement("span");
  rank.textContent = rankOf(code);
  span.append(rank, picture(addressOf(suitOf(code)), "0 0 40 60", "chip__suit"));
  return span;
}
