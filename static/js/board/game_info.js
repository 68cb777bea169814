/* Game info beside the cards, from keys of the view that only some games have. */

import { cardName, chip, plainFace, suitName, suitPicture } from "./cards.js";
import { el } from "../lib/dom.js";
import { fillIn, isolate, labelled, labelledNodes, listing } from "../lib/sentence.js";

const SVG = "http://www.w3.org/2000/svg";

/** Return the elements to show, in order. */
export function showGameInfo(view, texts) {
  const items = [
    course(view),
    view.tendido && (view.tendido.batch === view.batch ? tendido(view.tendido) : formerTendido(view.tendido)),
    tieBreak(view, texts) ?? lastTrick(view, texts),
    view.pending && pending(view.pending, texts),
  ].filter(Boolean);
  const isPending = view.pending ? " has-pending" : "";
  const lists = items.length ? [el("div", `facts__list${isPending}`, ...items)] : [];
  return view.suit_ring ? [ring(view.suit_ring), ...lists] : lists;
}

// ---- progress ----

function course(view) {
  const parts = [];
  if (view.hands_to_go !== undefined && !view.tie_break && view.deal >= 0) {
    const numbers = [view.deal + 1, view.deal + 1 + view.hands_to_go];
    parts.push(interpolate(gettext("Hand %s of %s"), numbers));
  }
  if (view.batches !== undefined) parts.push(interpolate(gettext("Batch %s of %s"), [view.batch + 1, view.batches]));
  return parts.length ? el("p", "course", parts.join("\u00a0· ")) : null;
}

// ---- tricks ----

/** Return the suits in a circle, with an arrow from each to the one it beats. */
function ring(suits) {
  const node = el("div", "ring");
  node.setAttribute("role", "img");
  const beats = suits.map((suit, place) => {
    const names = [suit, suits[(place + 1) % suits.length]].map(suitName);
    // Translators: suits, in the ring of suits: the first beats the second
    return interpolate(gettext("%s beat %s"), names);
  });
  node.title = listing(beats, "unit");
  node.setAttribute("aria-label", node.title);
  suits.forEach((suit, place) => {
    const spot = el("span", "ring__suit", suitPicture(suit));
    const turn = (2 * Math.PI * place) / suits.length;
    spot.style.left = `${50 + 37 * Math.sin(turn)}%`;
    spot.style.top = `${50 - 37 * Math.cos(turn)}%`;
    node.append(spot);
  });
  node.append(arrows(suits.length));
  return node;
}

function arrows(count) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", "ring__arrows");
  for (let place = 0; place < count; place += 1) {
    const arrow = document.createElementNS(SVG, "path");
    arrow.setAttribute("d", "M14.5 -34A37 37 0 0 1 34 -14.5M34.6 -22.6 34.3 -14 26 -16.6");
    arrow.setAttribute("transform", `rotate(${(360 * place) / count})`);
    svg.append(arrow);
  }
  return svg;
}

/** Return the cards that broke a tie, or null. */
export function tieBreak(view, texts) {
  return view.tie_break ? trick(view.tie_break, gettext("The tie goes to %s"), texts) : null;
}

function lastTrick(view, texts) {
  return view.last_trick ? trick(view.last_trick, gettext("Last trick: %s"), texts) : null;
}

/** Return the cards of a trick, with the winning card highlighted. */
function trick({ leader, cards, winner }, sentence, texts) {
  const place = (winner - leader + cards.length) % cards.length;
  const chips = cards.map((card, number) => {
    const node = chip(card);
    node.classList.toggle("is-best", number === place);
    return node;
  });
  const who = el("span", "trick__winner", fillIn(sentence, [texts.seatName(winner)]));
  return el("p", "trick", who, el("span", "trick__cards", ...chips));
}

// ---- tendido and strikes ----

/** Return the tendido: its row, the points of each place, the sets and the total. */
function tendido({ row, places, sets, points }) {
  const spots = row.map((card, place) => {
    const spot = el("li", "tendido__spot", plainFace(card));
    spot.append(el("b", "tendido__points", places[place] ? `+${places[place]}` : String(place + 1)));
    spot.classList.toggle("is-scored", places[place] > 0);
    const scored = interpolate(ngettext("scores %s point", "scores %s points", places[place]), [places[place]]);
    spot.setAttribute("aria-label", places[place] ? labelled(cardName(card), scored) : cardName(card));
    return spot;
  });
  const equal = sets.map((set) => el("span", "tendido__set", ...set.cards.map((card) => chip(card)), isolate(`+${set.points}`)));
  const summary = el("div", "tendido__summary", el("b", "", tendidoSum(points)), ...equal);
  return el("div", "tendido", el("ol", "tendido__row", ...spots), summary);
}

const tendidoSum = (points) => interpolate(ngettext("Tendido: %s point", "Tendido: %s points", points), [points]);

/** Return the tendido of an earlier batch, in one line. */
function formerTendido({ row, points }) {
  return el("p", "trick trick--tendido", tendidoSum(points), el("span", "trick__cards", ...row.map((card) => chip(card))));
}

/** Return a strike that the next card may still take over. */
function pending(strike, texts) {
  const shout = el("b", "pending__name", texts.shout(strike));
  const node = el("div", "pending", shout, el("span", "", texts.sentence(strike)));
  if (strike.limpia) node.append(el("small", "", labelledNodes(texts.shout({ kind: "limpia" }), isolate(`+${strike.limpia}`))));
  return node;
}
