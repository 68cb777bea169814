/* How cards move: all at one speed, which the reader chooses, or not at all. The positions of all cards are read before the
   first one moves, or the browser would lay out the page again for each. */

import { back } from "./cards.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const FLIGHT = 300; // milliseconds
const SLIDE = 200;
const SHAKE = 280;
const LONGEST = 1500; // the longest wait for cards, which stand still while the page is hidden
export const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const SETTLE = "cubic-bezier(0.25, 0.9, 0.3, 1.06)"; // a card slides a little too far, and back

const ABOVE = 98; // the layer of cards that move, below those that leave the table

let speed = 1;
let isSkipping = false;
const underWay = new Set(); // functions that end an animation or a pause

/** Set the speed of all animations, as a multiple of the normal speed; 0 shows none. */
export function setSpeed(times) {
  speed = times;
}

/** With `on`, end all animations at once, and skip those that follow. */
export function skipMotion(on) {
  isSkipping = on;
  if (on) for (const end of underWay) end();
}

/** Return whether cards change their places without moving there. */
export const isMotionReduced = () => reducedMotion.matches || isUnseen();

/** Return whether captures are not shown at all, only the table after them. */
export const isUnseen = () => document.hidden || !speed || isSkipping;

const atSpeed = (milliseconds) => (speed ? milliseconds / speed : 0); // 0 can be set during an animation

/** Wait this long at normal speed. */
export function pause(milliseconds) {
  if (isSkipping) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => end(), atSpeed(milliseconds));
    const end = () => {
      clearTimeout(timer);
      underWay.delete(end);
      done();
    };
    underWay.add(end);
  });
}

/** Animate an element, with a duration and a delay at normal speed. Return a promise of its end. */
export function animate(node, frames, duration, delay, fill, easing = EASE) {
  const animation = node.animate(frames, { duration: atSpeed(duration), delay: atSpeed(delay), easing, fill });
  const end = () => animation.finish();
  const forget = () => underWay.delete(end);
  underWay.add(end);
  animation.finished.then(forget, forget);
  return animation.finished;
}

/** Call `draw(milliseconds)` in each frame for this time, and with all of it at the end. Return a function that ends it at
    once. */
export function drawFor(time, draw) {
  const began = performance.now();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    underWay.delete(end);
    draw(time);
  };
  const step = () => {
    const passed = performance.now() - began;
    if (passed >= time) end();
    if (isOver) return;
    draw(passed);
    requestAnimationFrame(step);
  };
  underWay.add(end);
  if (isMotionReduced()) end();
  else step();
  return end;
}

/** Return which number is shown after a part of the time in which it runs from one to another: slower and slower. */
export const numberAt = (part, from, to) => Math.round(from + (to - from) * (1 - (1 - Math.min(1, Math.max(0, part))) ** 3));

/** Return the transform that shows an element at the rectangle `to` as if it were at `from`. */
export function shift(from, to) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = to.width ? from.width / to.width || 1 : 1; // a pile that is not shown has no width
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Return the rectangles of elements. */
export const rectsOf = (nodes) => nodes.map((node) => node.getBoundingClientRect());

/** Animate `node` from the rectangle `from` to its position, which is the rectangle `to`, above the cards that lie on the
    table. */
export function animateFrom(node, from, to, delay = 0) {
  if (isMotionReduced() || !from || !from.width) return;
  if (Math.hypot(from.left - to.left, from.top - to.top, from.width - to.width) < 2) return;
  const frames = [{ transform: shift(from, to), zIndex: ABOVE }, { transform: "none", zIndex: ABOVE }];
  animate(node, frames, FLIGHT, delay, "backwards", SETTLE);
}

/** Let a card that lies on the table glide to its new place, so fast at first that it makes room for a card that lands. */
export function glide(node, from, to) {
  if (isMotionReduced() || Math.hypot(from.left - to.left, from.top - to.top, from.width - to.width) < 1) return;
  animate(node, [{ transform: shift(from, to) }, { transform: "none" }], SLIDE, 0, "backwards");
}

/** Turn over the card in `node`, which was face down, while it moves. */
export async function turnOver(node, delay = 0) {
  if (isMotionReduced()) return;
  const cover = back();
  cover.classList.add("card--cover");
  const front = node.firstElementChild;
  node.append(cover);
  node.classList.add("is-turning");
  const edge = { scale: "0 1", offset: 0.5 };
  animate(front, [{ scale: "0 1" }, edge, { scale: "1 1" }], FLIGHT, delay, "backwards", "linear");
  await animate(cover, [{ scale: "1 1" }, edge, { scale: "0 1" }], FLIGHT, delay, "both", "linear").catch(() => {});
  cover.remove();
  node.classList.remove("is-turning");
}

/** Shake an element slightly. */
export function shake(node) {
  if (isMotionReduced()) return;
  const places = ["0", "-5px", "4px", "-3px", "2px", "0"];
  animate(node, places.map((translate) => ({ translate })), SHAKE, 0, "none");
}

/** Wait until the cards that the board has just shown have landed. */
export const cardsLanded = () => (isMotionReduced() ? Promise.resolve() : pause(FLIGHT));

/** Wait until the animations of these elements have ended. */
export async function settled(nodes) {
  const moving = nodes.flatMap((node) => node.getAnimations());
  if (moving.length) await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), pause(LONGEST)]);
}
