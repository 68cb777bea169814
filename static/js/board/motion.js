/* Cards that fly. Everything here only shows what has happened; who wants no motion sees the same without it. */

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 300;
const LOOK = 420; // how long a capture lies open before it is taken
const TAKE = 340;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";

let pace = 1;

/** How many times as fast as at a table everything goes. */
export function setPace(times) {
  pace = times;
}

export const isStill = () => still.matches || document.hidden;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds / pace));

function fly(node, frames, duration, delay, fill) {
  return node.animate(frames, { duration: duration / pace, delay: delay / pace, easing: EASE, fill }).finished;
}

function shift(from, to) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${from.width / to.width || 1})`;
}

/** Let `node` come from the rectangle `from` to where it is. */
export function arrive(node, from, delay = 0) {
  if (isStill() || !from || !from.width) return;
  const to = node.getBoundingClientRect();
  if (Math.hypot(from.left - to.left, from.top - to.top) < 2) return;
  const frames = [{ transform: shift(from, to) }, { transform: "none" }];
  fly(node, frames, FLIGHT, delay, "backwards");
}

/** Let `node` go to the rectangle `to` and vanish there. */
function leave(node, to, delay) {
  const from = node.getBoundingClientRect();
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: shift(to, from), opacity: 1, offset: 0.85 },
    { transform: shift(to, from), opacity: 0 },
  ];
  return fly(node, frames, TAKE, delay, "forwards");
}

/** Show the moves among these events on the board as it stood before them. What it does not know it leaves out. */
export async function enact(board, events) {
  board.origins.clear();
  for (const event of events) {
    const act = ACTS[event.kind];
    if (act && (board.plateOf(event.seat) || event.side in board.view.scores)) await act(board, event);
  }
}

async function capture(board, event) {
  if (!event.card) return;
  const [first, ...others] = (event.cards ?? []).map((card) => board.tableCard(card)).filter(Boolean);
  const played = board.lift(event.card, event.seat);
  const over = first?.getBoundingClientRect();
  if (over) arriveAt(played, over);
  await pause(FLIGHT + LOOK);
  const pile = board.pileRect(board.sideOf(event.seat));
  const gone = [first, played, ...others].filter(Boolean);
  await Promise.all(gone.map((node, place) => leave(node, pile, place * 60)));
  played.remove();
}

/** Put a lifted card beside the one it captures, so that both ranks can be read. */
function arriveAt(node, over) {
  const from = node.getBoundingClientRect();
  const layer = node.parentElement.getBoundingClientRect();
  node.style.left = `${over.left - layer.left + over.width * 0.22}px`;
  node.style.top = `${over.top - layer.top + over.height * 0.2}px`;
  node.style.width = `${over.width}px`;
  arrive(node, from);
}

async function overcall(board, event) {
  if (!event.card) return;
  const played = board.lift(event.card, event.seat);
  arriveAt(played, board.middleRect());
  await pause(FLIGHT + LOOK);
  await leave(played, board.pileRect(board.sideOf(event.seat)), 0);
  played.remove();
}

function lay(board, event) {
  board.origins.set(event.card, board.sourceRect(event.card, event.seat));
}

/** The last card completes the trick; all see it, then its winner takes it. */
async function trick(board, event) {
  const { leader } = board.view.trick;
  event.cards.forEach((card, place) => {
    if (!board.tableCard(card)) board.layInTrick(card, (leader + place) % event.cards.length);
  });
  await pause(FLIGHT + 2 * LOOK);
  await sweep(board, event);
}

async function sweep(board, event) {
  const pile = board.pileRect(event.side ?? board.sideOf(event.seat));
  const gone = (event.cards ?? []).map((card) => board.tableCard(card)).filter(Boolean);
  await Promise.all(gone.map((node, place) => leave(node, pile, place * 50)));
}

const ACTS = { play: lay, capture, five: overcall, ten: overcall, overcall, sweep, trick };
