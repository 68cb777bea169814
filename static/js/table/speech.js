/* Moves read aloud by the browser's own voice, for readers who want that. Screen readers have a text of their own. */

import { wants } from "./preferences.js";

const LATEST = 3; // texts that can wait; the earliest of more are left out, so that the voice keeps up with the table
const RATE = 1.15;

const waiting = [];
let isReading = false;

const canReadAloud = () => "speechSynthesis" in window;

/** Show the switch for reading moves aloud if the browser can do that. Turning it on is confirmed aloud. */
export function setUpAloudSwitch(node) {
  node.closest("label").hidden = !canReadAloud();
  node.addEventListener("change", () => (node.checked ? readAloud([gettext("Moves are read aloud.")]) : stopReading()));
}

/** Read these texts aloud after those that are being read, if the reader wants that and the sound is on. */
export function readAloud(texts) {
  if (!canReadAloud() || !wants("aloud") || !wants("sound") || document.hidden) return;
  waiting.push(...texts.filter(Boolean));
  waiting.splice(0, waiting.length - LATEST);
  if (!isReading) readNext();
}

/** Stop at once. */
export function stopReading() {
  waiting.length = 0;
  if (canReadAloud()) speechSynthesis.cancel();
}

function readNext() {
  const text = waiting.shift();
  isReading = text !== undefined;
  if (!isReading) return;
  const speech = new SpeechSynthesisUtterance(text);
  Object.assign(speech, { lang: document.documentElement.lang, rate: RATE, volume: wants("volume") / 100 });
  speech.onend = speech.onerror = readNext;
  speechSynthesis.speak(speech);
}
