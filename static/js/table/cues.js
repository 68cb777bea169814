/* When the table makes itself heard and felt: sounds and vibration for what happens. */

import { usual, wants } from "./preferences.js";

const MOMENTS = ["san_benito", "ten", "five", "caida", "porrazo", "counter", "missa", "limpia"]; // the first one counts
const CLEARING = new Set(["missa", "limpia"]);
const TAKING = new Set(["capture", "overcall", "trick"]);
const isTaking = ({ kind }) => TAKING.has(kind);
const DISPUTES = ["false_call", "challenge", "claim"];
const SOUNDS = { porrazo: "caida", counter: "five", san_benito: "ten", limpia: "missa", claim: "challenge" }; // that sound alike
// The sounds that the reader can switch off separately. All others are about calls and points.
const ALERTS = { turn: "alert_sounds", low: "alert_sounds", message: "alert_sounds" };
const CARDS = Object.fromEntries(["deal", "lift", "play", "capture", "premove", "refused"].map((name) => [name, "card_sounds"]));
const KINDS = { ...CARDS, ...ALERTS };
const LONG_WAIT = 8000; // milliseconds after which the reader may have looked away
const APART = 5000; // milliseconds between the sounds of two chat messages, at least
const TURN = 35; // milliseconds of vibration
const LOW_TIME = [70, 50, 70];
const STEP = 0.6; // seconds between sounds that are demonstrated,
const SHOWN = 3; // and the number of cards that a capture then takes

let loading = null; // the module with the sounds, which is loaded when the first one is played; null after a failure
let wasTurn = false;
let waitsSince = performance.now(); // when the reader’s last turn ended, or the page was loaded
let toldOfMessage = -Infinity; // when the sound of a chat message was last played

/** Play a sound by its name if the page is in view. `details` are those of `play` in sounds.js. */
export function play(name, details) {
  if (!document.hidden) make(name, details);
}

/** Make a sound, if the reader wants such sounds and has touched the page. */
async function make(name, details) {
  const isWanted = wants("sound") && wants(KINDS[name] ?? "score_sounds");
  if (!isWanted || !navigator.userActivation?.hasBeenActive) return;
  if (!navigator.onLine && !loading) return; // the sounds cannot be loaded now
  (await load()).play(name, wants("volume") / 100, details);
}

const load = () =>
  (loading ??= import("./sounds.js").catch((fault) => {
    loading = null; // the next sound tries again
    throw fault;
  }));

/** Play sounds one after another because the reader asks for them, even if sounds are switched off or the volume is 0. */
export async function demonstrate(names) {
  const sounds = await load();
  const volume = (wants("volume") || usual("volume")) / 100;
  for (const [place, name] of names.entries()) {
    await sounds.play(name, volume, { taken: SHOWN, later: place * STEP, isAtOnce: true });
  }
}

function vibrate(pattern) {
  if (wants("vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Return the name of the sound of these events, or undefined. */
export function soundOf(events) {
  const kinds = new Set(events.map(({ kind }) => kind));
  const moment = MOMENTS.find((kind) => kinds.has(kind));
  if (moment) return SOUNDS[moment] ?? moment;
  const dispute = DISPUTES.find((kind) => kinds.has(kind));
  if (dispute) return SOUNDS[dispute] ?? dispute;
  if (events.some(isTaking)) return "capture";
  if (events.some(({ kind, seat }) => kind === "play" && seat >= 0)) return "play";
  const said = events.flatMap(({ kind, call }) => (kind === "announce" ? [call] : []));
  const calls = said.filter((call) => call !== "nothing");
  if (calls.length) return calls.every((call) => call === "ronda") ? "ronda" : "tringa";
  if (said.length) return "nothing";
  return kinds.has("batch") || kinds.has("deal") ? "deal" : undefined;
}

/** Play the sound of these events, from the place of a seat at the board. A great moment of an opponent sounds darker. When
    the reader announces nothing, there is no sound: they know it, and it happens in most batches. */
export function sound(board, events, seat = -1) {
  const name = soundOf(events);
  if (name === "nothing" && events.every(({ kind, seat: by }) => kind !== "announce" || by === board.texts.me)) return;
  const place = board.panelOf(seat)?.place;
  const taken = events.filter(isTaking).flatMap(({ cards }) => cards).length;
  const isAgainst = board.texts.isOpponent(seat) && events.some(({ kind }) => MOMENTS.includes(kind));
  const isCleared = name !== "missa" && events.some(({ kind }) => CLEARING.has(kind));
  if (name) play(name, { place, taken, isAgainst, isCleared });
}

/** Alert readers to their turn if they may not be watching: the page is not in front, or the wait was long. */
export function cueTurn(isTurn) {
  const isAway = document.hidden || !document.hasFocus();
  if (isTurn && !wasTurn && (isAway || performance.now() - waitsSince >= LONG_WAIT)) {
    make("turn");
    vibrate(TURN);
  }
  if (wasTurn && !isTurn) waitsSince = performance.now();
  wasTurn = isTurn;
}

/** Warn the reader that their time is running out. */
export function cueLowTime() {
  play("low");
  vibrate(LOW_TIME);
}

/** Let the reader hear that someone has written to them, but not each line of several in a row. */
export function cueMessage() {
  if (performance.now() - toldOfMessage < APART) return;
  toldOfMessage = performance.now();
  play("message");
}
