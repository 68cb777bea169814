/* The cards on the table. The rest of a row closes up when cards are captured, and a new card takes the place at the right end
   of the first row with room: there it covers no rank and suit, which are at the left of cards. Then each row moves to the
   middle as a whole. In games with tricks, a card lies in front of the seat that played it. */

import { CARD_HEIGHT, face } from "./cards.js";
import { cellOf, fewestRows, gridFor, stepsFor, trickGrid } from "./grid.js";
import { el, reconcile } from "../lib/dom.js";
import { load, save } from "../lib/store.js";

const TURNS = 7; // ways in which a card may lie, from one side to the other
const TURN = 0.5; // degrees between two of them
const LEAN = 0.04; // how much of its width a card may lean over another because they lie askew
const KEPT = "ronda-table"; // the key of the store

export class Cloth {
  #places = new Map(); // of the cards, by number, row by row from the left
  #shown = { columns: 1, rows: 1 }; // the grid of these places
  #offsets = null; // how far each row is moved to lie in the middle, in columns; null until `fit`
  #taken = { columns: 1, rows: 0 }; // the columns of the longest row then, and the rows up to the last one with cards
  #isTrick = false;
  #kept = ""; // the layout that is stored
  #deal = "";
  #batch = "";
  #most = 0; // places needed since the batch was dealt or the table was empty: cards that remain do not grow during play

  /** The layout is stored in case of a reload, if `code` names the match. */
  constructor(code) {
    this.code = code;
    this.root = el("div", "board__cloth");
    this.root.setAttribute("role", "list");
    this.root.setAttribute("aria-label", gettext("Cards on the table"));
    this.field = el("div", "board__field", this.root); // the room available for the cards
  }

  get cards() {
    return [...this.root.children];
  }

  /** Show the cards on the table of a view. `from(number)` returns where the seat of a trick's card is; `from` is null without
      a trick. */
  show({ table: cards, deal, batch }, from) {
    this.#deal = `${this.code} ${deal}`;
    if (!cards.length || this.#batch !== `${deal} ${batch}`) this.#most = 0;
    this.#batch = `${deal} ${batch}`;
    reconcile(this.root, cards, spot);
    this.#isTrick = Boolean(from);
    this.root.classList.toggle("is-trick", this.#isTrick);
    if (from) this.cards.forEach((node, number) => this.#putInFront(node, from(number)));
    else this.#keepPlaces(cards);
  }

  /** Let the cards have any size, because the board jumps to another moment. */
  forgetSize() {
    this.#most = 0;
  }

  /** Lay a card of a trick in front of the seat at `from`, and return its element. */
  layInTrick(card, from) {
    const node = spot(card);
    node.dataset.key = card;
    this.#putInFront(node, from);
    this.root.append(node);
    return node;
  }

  /** Move the cards of each row together, in their order, or those of all rows if fewer rows can hold them. The next
      `fit` puts them there. Return whether the place of any card has changed. */
  closeGaps() {
    if (this.#isTrick) return false;
    const before = this.#layout();
    const rows = Array.from({ length: this.#shown.rows }, () => []);
    const inOrder = [...this.#places].sort(([, one], [, other]) => one - other);
    for (const [card, place] of inOrder) rows[cellOf(place, this.#shown).row].push(card);
    fewestRows(rows.filter((row) => row.length), this.#shown.columns).forEach((row, number) => {
      row.forEach((card, place) => this.#places.set(card, number * this.#shown.columns + place));
    });
    this.#centre();
    return this.#layout() !== before;
  }

  /** Fit the cards to the available room, and place them. None is wider than `largest`. */
  fit(largest) {
    const gap = parseFloat(getComputedStyle(this.root).columnGap) || 0;
    const room = { width: this.field.clientWidth, height: this.field.clientHeight, gap, largest };
    this.#most = Math.max(this.#most, this.#needed);
    const grid = this.#isTrick ? trickGrid(room) : gridFor(this.#most, room);
    this.root.style.setProperty("--laid", `${grid.width}px`);
    this.root.classList.toggle("has-two-rows", this.#isTrick && grid.rows > 1);
    if (this.#isTrick) return;
    const isSame = grid.columns === this.#shown.columns && grid.rows === this.#shown.rows;
    this.#shown = grid;
    if (!isSame) this.#offsets = null;
    if (!this.#offsets) this.#centre();
    const steps = stepsFor(this.#taken, grid.width, room);
    const cells = [...this.#places.values()].map((place) => cellOf(place, grid));
    for (const node of this.cards) {
      const { row, column } = cellOf(this.#places.get(node.dataset.key), grid);
      node.style.gridArea = `${row + 1} / ${column + 1}`;
      node.style.insetInlineStart = `${this.#offsets[row] * steps.across}px`;
      node.style.setProperty("--layer", row * grid.columns + column); // over the cards before it and above it
      const covered = this.#covered({ row, column }, cells, steps, grid.width);
      node.style.setProperty("--covered-end", `${covered.end}px`);
      node.style.setProperty("--covered-below", `${covered.below}px`);
    }
    this.root.style.setProperty("--column", `${steps.across - gap}px`);
    this.root.style.setProperty("--row", `${steps.down - gap}px`);
    this.root.style.setProperty("--columns", grid.columns);
    this.root.style.setProperty("--rows", Math.max(1, this.#taken.rows)); // so those with cards lie in the middle
    this.#keep();
  }

  /** Return how far the next card in its row and those in the rows below reach over the card in a cell, in pixels; negative
      where they do not reach it. */
  #covered({ row, column }, cells, steps, width) {
    const across = (cell) => (cell.column + this.#offsets[cell.row] - column - this.#offsets[row]) * steps.across;
    const after = cells.filter((cell) => cell.row === row && cell.column > column).map(across);
    const under = cells.filter((cell) => cell.row > row && Math.abs(across(cell)) < width);
    const below = under.map((cell) => (cell.row - row) * steps.down);
    const over = (size, distances) => (distances.length ? size + LEAN * width - Math.min(...distances) : -size);
    return { end: over(width, after), below: over(CARD_HEIGHT * width, below) };
  }

  /** Store the layout if it has changed. */
  #keep() {
    if (!this.code) return;
    const layout = { deal: this.#deal, batch: this.#batch, shown: this.#shown, most: this.#most, places: [...this.#places] };
    const kept = JSON.stringify(layout);
    if (kept !== this.#kept) save(KEPT, layout, "sessionStorage");
    this.#kept = kept;
  }

  /** Take the places that the cards had before a reload. */
  #recall() {
    const kept = this.code && load(KEPT, "sessionStorage");
    if (kept?.deal !== this.#deal) return;
    this.#shown = kept.shown;
    this.#most = kept.batch === this.#batch ? kept.most : 0;
    this.#places = new Map(kept.places);
  }

  /** The number of places up to the last one with a card. */
  get #needed() {
    return Math.max(0, ...[...this.#places.values()].map((place) => place + 1));
  }

  #keepPlaces(cards) {
    if (!this.#kept) this.#recall();
    for (const card of this.#places.keys()) if (!cards.includes(card)) this.#places.delete(card);
    const added = cards.filter((card) => !this.#places.has(card));
    for (const card of added) this.#places.set(card, this.#freePlace());
    if (added.length) this.#offsets = null;
  }

  /** Move each row, up to the last one with cards, to the middle, and let the longest of them have all the room. */
  #centre() {
    const rows = [];
    for (const place of this.#places.values()) {
      const { row, column } = cellOf(place, this.#shown);
      (rows[row] ??= []).push(column);
    }
    const ends = Array.from(rows, (columns = [0]) => ({ first: Math.min(...columns), last: Math.max(...columns) }));
    this.#offsets = ends.map(({ first, last }) => (this.#shown.columns - 1 - first - last) / 2);
    this.#taken = { columns: Math.max(1, ...ends.map(({ first, last }) => last - first + 1)), rows: rows.length };
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
    for (const name of ["--layer", "--covered-end", "--covered-below"]) node.style.removeProperty(name);
    node.dataset.from = from;
  }
}

function spot(card) {
  const node = el("div", "board__spot", face(card));
  node.setAttribute("role", "listitem");
  node.style.setProperty("--turn", `${turnOf(card)}deg`);
  return node;
}

/** Return the angle of a card in degrees, which is always the same for the same card. */
function turnOf(card) {
  const number = [...card].reduce((sum, sign) => 31 * sum + sign.codePointAt(0), 0);
  return ((number % TURNS) - (TURNS - 1) / 2) * TURN;
}
