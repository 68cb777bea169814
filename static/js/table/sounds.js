/* The sounds of the table: cards and knuckles on wood, and an oud, a darbuka and a ney for great moments. A qanun counts the
   captured cards. They are computed in the browser (instruments.js). docs/sounds.md lists them with their measures. */

import { blow, dum, knock, pluck, room, rustle, slap, TAKES, tek, zither } from "./instruments.js";

const LOUDNESS = 0.75; // at full volume; even the highest peaks stay below 1
const ECHO = 0.35; // loudness of the room’s echo
const HARSH = 4500; // hertz; from here on, sounds are softened
const RATE = 0.04; // how much higher or lower than usual a card may sound,
const LEVEL = 1; // and how many decibels louder or quieter
const LOWER = 0.8; // how much lower cards sound that are swept from the table than those that are dealt
const UNDER = 0.6; // and how much lower a card sounds on which another one lands
const SWEPT = { first: 0.22, step: 0.07, note: 0.26 }; // seconds until the first captured card is heard, as the cards gather
// (SHOW_CAPTURE in event_motion.js), and from each to the next, and the loudness of its note
const SIDE = { left: -0.4, right: 0.4 }; // where a seat at the side is heard, from −1 to 1
const AGAINST = 2 / 3; // how much lower the notes are that celebrate an opponent: by a fifth
const CURVE = 1.5; // the amplitude is this power of the volume, because hearing is not linear
const FAR = 3200; // hertz; a seat across the table is heard more softly
const SCALE = { re: 293.66, la: 440, si: 493.88, do: 523.25, upper: 587.33, mi: 659.25, fa: 739.99, high: 880, top: 1174.66 };
const LADDER = ["la", "si", "upper", "mi", "fa", "high"]; // five notes and their octave: one for each captured card
// Great moments follow one another: the seconds until each is mostly over, so that the next one may begin. The last card
// of a match may make a caida, clear the table and win; or expose a bluff and lose.
const MOMENTS = { caida: 0.42, five: 0.55, ten: 0.85, missa: 0.5, false_call: 0.75, count: 0.5, end: 0, lost: 0, draw: 0 };
const ALERTS = new Set(["turn", "low", "message"]); // heard after a great moment or a capture, so that both are understood
const AFTER = 0.08; // seconds from the end of the one to the start of the other
const LATEST = 1.5; // seconds; a moment that could only be heard later is not, as when a reader steps fast through a replay
// These interrupt a game, so their strokes are computed before they are needed.
const REHEARSED = ["capture", "caida", "missa", "false_call", "five", "ten"];
const whenIdle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 100)); // Safari has none
const CALL = 0.29; // loudness of the strings that call the reader to their turn
const ASIDE = 0.28; // loudness of the notes for a chat message, which is no part of the game
const BRIGHT = 10000; // hertz; a note’s lowpass is at this times its loudness, so that notes plucked harder are brighter
const SWELL = 0.15; // higher notes of a melody are louder, by this power of their pitch
const LATE = [0, 0.006, -0.004, 0.004, -0.006]; // seconds by which the notes of a melody are late, as if played by hand
const UPSTROKE = { early: 0.055, level: 0.45 }; // the plectrum’s stroke before a note, in seconds and as a factor
const TREMOLO = [0.08, 0.155, 0.225, 0.295, 0.365]; // seconds from a note until it is struck again

const context = new AudioContext();
const output = context.createGain();
const soft = context.createBiquadFilter(); // a lowpass, by default
soft.frequency.setValueAtTime(HARSH, 0);
output.connect(soft).connect(context.destination);
addRoom();

const strokes = new Map(); // the buffers computed so far, by instrument and then by pitch or take
let target = output; // where the sound that is being made goes
let register = 1; // how much higher or lower melodies sound
let touches = 0; // how often a card or a knuckle has been heard
const made = []; // the strokes of the sound that is being made, as functions of the time at which it begins
let rehearsed = null; // the strokes of sounds that are to be prepared, as functions, instead of `made`
let free = 0; // when the latest great moment or capture is mostly over

function bufferOf(...channels) {
  const buffer = context.createBuffer(channels.length, channels[0].length, context.sampleRate);
  channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel));
  return buffer;
}

function addRoom() {
  const echo = context.createGain();
  echo.gain.setValueAtTime(ECHO, 0);
  const walls = context.createConvolver();
  walls.buffer = bufferOf(room(context.sampleRate, 0), room(context.sampleRate, 1));
  output.connect(walls).connect(echo).connect(soft);
}

/** Return the stroke of an instrument, which is computed the first time. */
function strokeOf(instrument, form) {
  if (!strokes.has(instrument)) strokes.set(instrument, new Map());
  const buffers = strokes.get(instrument);
  if (!buffers.has(form)) buffers.set(form, bufferOf(...[instrument(context.sampleRate, form)].flat()));
  return buffers.get(form);
}

/** Make a stroke of an instrument, `at` seconds after the beginning of the sound. `form` is the pitch of an oud or a ney, or
    the take of a card or a knuckle. */
function strike(at, instrument, loudness, { rate = 1, form = 0, into = target } = {}) {
  if (rehearsed) {
    rehearsed.push(() => strokeOf(instrument, form));
    return;
  }
  const source = context.createBufferSource();
  source.buffer = strokeOf(instrument, form);
  source.playbackRate.value = rate;
  const gain = context.createGain();
  gain.gain.value = loudness;
  source.connect(gain).connect(into);
  made.push((beginning) => source.start(beginning + at));
}

/** Return how the next card differs from the usual one: its rate and its loudness, as factors. Both go through their ranges
    in steps of their own, so that no card sounds like the one before, and every match sounds the same. */
function nextTouch() {
  touches += 1;
  const [first, second] = [0.618, 0.755].map((step) => 2 * ((touches * step) % 1) - 1);
  return { rate: 1 + RATE * first, level: 10 ** ((LEVEL * second) / 20) };
}

/** Return where the sounds of a seat go: to its side or, across the table, through a lowpass. */
function targetOf(place) {
  const pan = SIDE[place];
  if (!pan && place !== "top") return output;
  const node = pan ? context.createStereoPanner() : context.createBiquadFilter();
  if (!pan) {
    node.frequency.value = FAR;
    node.connect(output);
    return node;
  }
  node.pan.value = pan;
  const near = context.createGain(); // the side that is nearer is as loud as a sound from the middle
  near.gain.value = 1 / Math.sin(((1 + Math.abs(pan)) * Math.PI) / 4);
  near.connect(node).connect(output);
  return near;
}

/** A stroke of a card or a knuckle, which differs from the one before. */
function touch(at, instrument, loudness, pitch = 1) {
  const { rate, level } = nextTouch();
  strike(at, instrument, loudness * level, { rate: rate * pitch, form: touches % TAKES });
}

const card = (at) => touch(at, slap, 1);
const softCard = (at) => touch(at, slap, 0.75); // one of several in a row, which add up
const slide = (at) => touch(at, rustle, 0.6);
const sweep = (at) => touch(at, rustle, 0.34, LOWER);
const knuckle = (at) => touch(at, knock, 0.8);
const bass = (at) => strike(at, dum, 0.46);
const rim = (at, loudness = 0.4) => strike(at, tek, loudness);

/** A hand that sweeps the whole table clear. */
const wipe = (at) => strike(at, rustle, 0.45, { rate: 0.4 });

/** A muted note of the qanun. */
const damped = (at, name, loudness) => strike(at, zither, loudness, { form: SCALE[name] });

/** The same, with the octave below: warmer, and like no note that counts captured cards. */
function octave(at, name, loudness) {
  [1, 0.5].forEach((ratio) => strike(at, zither, loudness, { form: ratio * SCALE[name] }));
}

/** A note that is held by the ney. */
const hold = (at, name, loudness = 0.2) => strike(at, blow, loudness, { form: SCALE[name] });

/** A note of the oud. */
function note(at, name, loudness = 0.42) {
  const string = context.createBiquadFilter();
  string.frequency.value = BRIGHT * loudness;
  string.connect(target);
  strike(at, pluck, loudness, { form: register * SCALE[name], into: string });
}

/** A melody as if played by hand, which swells as it rises. If `isOrnate`, an upstroke comes before the last note. */
function melody(at, notes, { step = 0.11, isOrnate = false } = {}) {
  notes.forEach((name, place) => {
    const then = at + place * step + LATE[place];
    const loudness = 0.42 * (SCALE[name] / SCALE.mi) ** SWELL;
    note(then, name, loudness);
    if (isOrnate && place === notes.length - 1) note(then - UPSTROKE.early, name, UPSTROKE.level * loudness);
  });
}

/** Repeat a sound at these times after `at`. */
const repeat = (at, times, make) => times.forEach((later) => make(at + later));

/** The table is wiped clear, and notes fall. */
function clear(at) {
  wipe(at);
  melody(at + 0.12, ["high", "fa", "la", "re"], { step: 0.08 });
  bass(at + 0.36);
}

const SOUNDS = {
  deal: (at) => repeat(at, [0, 0.09, 0.18], slide),
  lift: (at) => touch(at, rustle, 0.4),
  play: card,
  capture(at, taken) {
    touch(at, slap, 0.9, LOWER);
    strike(at + 0.02, slap, 0.4, { rate: UNDER }); // the card below it, which gives way: knocks are only for calls
    LADDER.slice(0, Math.max(1, taken)).forEach((name, place) => {
      const then = at + SWEPT.first + place * SWEPT.step;
      sweep(then);
      damped(then, name, SWEPT.note);
    });
  },
  caida(at) {
    card(at);
    bass(at + 0.05);
    rim(at + 0.27);
    melody(at + 0.05, ["la", "mi", "high"], { isOrnate: true });
  },
  missa(at) {
    card(at);
    clear(at + 0.08);
  },
  // the third and the fourth card strike back, each with one more slap
  five(at) {
    repeat(at, [0, 0.11], softCard);
    repeat(at, [0.16, 0.38], bass);
    rim(at + 0.27);
    melody(at + 0.16, ["mi", "high", "top"], { isOrnate: true });
  },
  ten(at) {
    repeat(at, [0, 0.11, 0.22], softCard);
    repeat(at, [0.27, 0.57], bass);
    repeat(at, [0.37, 0.47, 0.67], rim);
    melody(at + 0.27, ["mi", "high", "top", "high", "top"], { step: 0.1, isOrnate: true });
  },
  count(at) {
    repeat(at, [0, 0.08, 0.16, 0.24], slide);
    melody(at + 0.3, ["re", "la"], { step: 0.13 });
  },
  nothing: (at) => touch(at, knock, 0.5), // most players say it in most batches
  ronda: (at) => repeat(at, [0, 0.16], knuckle),
  tringa(at) {
    repeat(at, [0, 0.16, 0.32], knuckle);
    bass(at + 0.32);
  },
  challenge(at) {
    repeat(at, [0, 0.36], bass);
    repeat(at, [0.12, 0.24], (then) => rim(then, 0.8));
  },
  false_call(at) {
    repeat(at, [0, 0.18], (then) => ["si", "do"].forEach((name) => note(then, name, 0.34))); // a discord
    bass(at + 0.4);
  },
  turn: (at) => ["high", "top"].forEach((name, place) => octave(at + 0.16 * place, name, CALL)),
  message(at) {
    ["do", "la"].forEach((name, place) => {
      note(at + 0.1 * place, name, ASIDE);
      damped(at + 0.1 * place, name, ASIDE / 2);
    });
  },
  premove(at) {
    touch(at, rustle, 0.4);
    damped(at + 0.06, "la", 0.2);
  },
  refused: (at) => ["la", "re"].forEach((name, place) => damped(at + 0.1 * place, name, 0.37)),
  low: (at) => repeat(at, [0, 0.18, 0.36], (then) => rim(then, 0.95)),
  end(at) {
    repeat(at, [0, 0.2, 0.4, 0.8], bass);
    repeat(at, [0.1, 0.3, 0.5, 0.6, 0.7], rim);
    melody(at, ["re", "la", "do", "mi"], { step: 0.1 });
    LADDER.forEach((name, place) => damped(at + 0.4 + 0.06 * place, name, 0.2));
    hold(at + 0.4, "mi", 0.14);
    ["re", "la"].forEach((name, place) => note(at + 0.8 + 0.03 * place, name, 0.24)); // a chord, strummed and held
    TREMOLO.forEach((later, place) => note(at + 0.8 + later, "la", 0.17 - 0.02 * place));
    ["la", "high"].forEach((name) => hold(at + 0.8, name, 0.1));
  },
  draw(at) {
    melody(at, ["re", "la", "re", "la"], { step: 0.16 });
    ["re", "la"].forEach((name, place) => note(at + 0.64 + 0.03 * place, name, 0.28)); // the same chord as a win’s, unheld
  },
  lost(at) {
    melody(at, ["mi", "do", "la"], { step: 0.18 });
    hold(at + 0.54, "re", 0.23);
  },
};

/** Play a sound by its name. The volume is from 0 to 1. `place` is that of the seat it comes from: left, right, top or
    bottom. `taken` is the number of cards captured. `isAgainst`: whether an opponent scores. `isCleared`: whether the same
    card also clears the table, which is heard after the moment itself. `later` is the number of seconds until the sound.
    `isAtOnce`: whether it waits for no great moment. */
export async function play(name, volume, details = {}) {
  const { place, taken = 0, isAgainst = false, isCleared = false, later = 0, isAtOnce = false } = details;
  if (context.state === "suspended") await context.resume();
  output.gain.value = LOUDNESS * volume ** CURVE;
  register = isAgainst ? AGAINST : 1;
  target = targetOf(place);
  const isMoment = name in MOMENTS && !isAtOnce;
  if (isMoment && free - context.currentTime - later > LATEST) return;
  SOUNDS[name](0, taken);
  if (isCleared) clear(MOMENTS[name]);
  const starts = made.splice(0);
  let beginning = context.currentTime + 0.01 + later; // now: the first time, computing the strokes has taken a while
  if (isMoment) {
    beginning = Math.max(beginning, free);
    free = beginning + MOMENTS[name] + (isCleared ? MOMENTS.missa : 0);
  } else if (name === "capture") free = Math.max(free, beginning + SWEPT.first + SWEPT.step * taken);
  else if (ALERTS.has(name) && !isAtOnce) beginning = Math.max(beginning, free + AFTER);
  for (const start of starts) start(beginning);
}

/** Compute the strokes of the sounds that interrupt a game, one by one, while the page has nothing else to do. All of them at
    the moment of a caida would hold up the cards. */
function rehearse() {
  const [usual, heard] = [register, touches];
  rehearsed = [];
  for (register of [1, AGAINST]) for (const name of REHEARSED) SOUNDS[name](0, LADDER.length);
  const waiting = rehearsed;
  rehearsed = null;
  [register, touches] = [usual, heard];
  const goOn = () => {
    waiting.shift()();
    if (waiting.length) whenIdle(goOn);
  };
  whenIdle(goOn);
}

rehearse();
