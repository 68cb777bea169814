/* The cards on the table. Each keeps its place until the gaps that captures have left are closed (gaps.js), and a new one
   takes the free place nearest to the middle of the first row with room. Then each row moves to the middle as a whole. In
   games with tricks, a card lies in front of the seat that played it. */

import { CARD_HEIGHT, face } from "./cards.js";
import { el, reconcile } from "../lib/dom.js";

const RESERVED = [8, 6]; // places that are kept free for further cards, the more the better,
const ENOUGH = 0.8; // if the cards are at least this large, as a share of their size without them,
const LEAST = 40; // and this wide in pixels
const FEWEST = 4; // cards for which there is always room, so that the first ones do not shrink
const TRICK = { columns: 3, rows: 2 }; // the grid in front of the seats
const TURNS = 7; // ways in which a card may lie, from one side to the other
const TURN = 0.5; // degrees between two of them

export class Cloth {
  #places = new Map(); // of the cards, by number: place 0 is in the middle of the first row
  #shown = { columns: 1, rows: 1 }; // the grid of these places
  #offsets = null; // how far each row is moved to lie in the middle, in columns; null until `fit`
  #isTrick = false;

  constructor() {
    this.root = el("div", "board__cloth");
    this.root.setAttribute("role", "list");
    this.root.setAttribute("aria-label", gettext("Cards on the table"));
    this.field = el("div", "board__field", this.root); // the room that the cards can have
  }

  get cards() {
    return [...this.root.children];
  }

  /** Show these cards. `from(number)` returns where the seat of a trick's card lies, and is null if this is no trick. */
  show(cards, from) {
    reconcile(this.root, cards, spot);
    this.#isTrick = Boolean(from);
    this.root.classList.toggle("is-trick", this.#isTrick);
    if (from) this.cards.forEach((node, number) => this.#putInFront(node, from(number)));
    else this.#keepPlaces(cards);
  }

  /** Lay a card of a trick in front of the seat at `from`, and return its element. */
  layInTrick(card, from) {
    const node = spot(card);
    node.dataset.key = card;
    this.#putInFront(node, from);
    this.root.append(node);
    return node;
  }

  /** Let the cards of each row move together, in their order, or all of them if fewer rows hold them. They are placed by
      the next `fit`. Return whether any has another place now. */
  closeGaps() {
    if (this.#isTrick) return false;
    const cells = byRow(this.#shown);
    const before = this.#layout();
    const rows = Array.from({ length: this.#shown.rows }, () => []);
    for (const [card, place] of this.#places) rows[cells[place].row].push({ card, column: cells[place].column });
    for (const row of rows) row.sort((one, other) => one.column - other.column);
    fewestRows(rows.filter((row) => row.length), this.#shown.columns).forEach((row, number) => {
      const first = number * this.#shown.columns;
      const places = row.map((_, place) => first + place).sort((one, other) => cells[one].column - cells[other].column);
      row.forEach(({ card }, place) => this.#places.set(card, places[place]));
    });
    this.#offsets = this.#middleOffsets();
    return this.#layout() !== before;
  }

  /** Size and place the cards by the room there is. None is wider than `largest`. */
  fit(largest) {
    const gap = parseFloat(getComputedStyle(this.root).columnGap) || 0;
    const widthOf = ({ columns, rows }) => cardWidth(columns, rows, this.field, gap, largest);
    const shape = this.#isTrick ? TRICK : this.#shape(widthOf);
    const width = widthOf(shape);
    this.root.style.setProperty("--laid", `${width}px`);
    if (this.#isTrick) return;
    const isSame = shape.columns === this.#shown.columns && shape.rows === this.#shown.rows;
    this.#shown = shape;
    if (!isSame) this.#offsets = null;
    this.#offsets ??= this.#middleOffsets();
    const cells = byRow(shape);
    for (const node of this.cards) {
      const { row, column } = cells[this.#places.get(node.dataset.key)];
      node.style.gridArea = `${row + 1} / ${column + 1}`;
      node.style.insetInlineStart = `${this.#offsets[row] * (width + gap)}px`;
    }
    this.root.style.setProperty("--columns", shape.columns);
    this.root.style.setProperty("--rows", Math.max(1, this.#offsets.length)); // so those with cards lie in the middle
  }

  /** Return the grid for the cards, with as many free places as there is room for. */
  #shape(widthOf) {
    const needed = Math.max(FEWEST, ...[...this.#places.values()].map((place) => place + 1));
    const tight = bestShape(needed, widthOf);
    const least = Math.max(LEAST, ENOUGH * widthOf(tight));
    const roomy = RESERVED.filter((count) => count > needed).map((count) => bestShape(count, widthOf));
    return roomy.find((shape) => widthOf(shape) >= least) ?? tight;
  }

  #keepPlaces(cards) {
    for (const card of this.#places.keys()) if (!cards.includes(card)) this.#places.delete(card);
    const added = cards.filter((card) => !this.#places.has(card));
    for (const card of added) this.#places.set(card, this.#freePlace());
    if (added.length) this.#offsets = null;
  }

  /** Return by how many columns each row, up to the last one with cards, is off the middle. */
  #middleOffsets() {
    const cells = byRow(this.#shown);
    const rows = [];
    for (const place of this.#places.values()) (rows[cells[place].row] ??= []).push(cells[place].column);
    const middle = (this.#shown.columns - 1) / 2;
    return Array.from(rows, (columns) => (columns ? middle - (Math.min(...columns) + Math.max(...columns)) / 2 : 0));
  }

  #layout() {
    return [...this.#places.values(), ...this.#offsets].join();
  }

  #freePlace() {
    const taken = new Set(this.#places.values());
    let place = 0;
    while (taken.has(place)) place += 1;
    return place;
  }

  #putInFront(node, from) {
    node.style.gridArea = "";
    node.style.insetInlineStart = "";
    node.dataset.from = from;
  }
}

function spot(card) {
  const node = el("div", "board__spot", face(card));
  node.setAttribute("role", "listitem");
  node.style.setProperty("--turn", `${turnOf(card)}deg`);
  return node;
}

/** Return how far a card is turned, which is always the same for a card. */
function turnOf(card) {
  const number = [...card].reduce((sum, sign) => 31 * sum + sign.codePointAt(0), 0);
  return ((number % TURNS) - (TURNS - 1) / 2) * TURN;
}

/** Return rows with the same cards in the same order: these ones, or fewer if their columns suffice. */
function fewestRows(rows, columns) {
  const all = rows.flat();
  const count = Math.ceil(all.length / columns);
  if (count === rows.length) return rows;
  const length = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, number) => all.slice(number * length, (number + 1) * length));
}

/** Return the grid of at least `count` places in which cards are largest, and of several the one with the fewest rows. */
function bestShape(count, widthOf) {
  const shapes = Array.from({ length: count }, (_, number) => ({ columns: Math.ceil(count / (number + 1)), rows: number + 1 }));
  return shapes.reduce((best, shape) => (widthOf(shape) > widthOf(best) ? shape : best));
}

function cardWidth(columns, rows, { clientWidth: width, clientHeight: height }, gap, largest) {
  const byWidth = (width - (columns - 1) * gap) / columns;
  const byHeight = (height - (rows - 1) * gap) / rows / CARD_HEIGHT;
  return Math.max(0, Math.floor(Math.min(byWidth, byHeight, largest)));
}

/** Return the cells of a grid row by row, the nearest to the middle of its row first. */
function byRow({ columns, rows }) {
  const cells = Array.from({ length: columns * rows }, (_, number) => ({ row: Math.floor(number / columns), column: number % columns }));
  const distance = ({ column }) => Math.abs(column - (columns - 1) / 2);
  return cells.sort((one, other) => one.row - other.row || distance(one) - distance(other));
}
