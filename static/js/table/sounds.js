/* The sounds of the table, synthesised in the browser: paper and wood for cards, plucked strings for great moments.
   docs/sounds.md lists them with their measures. */

const LOUDNESS = 0.55; // at full volume; even the highest peaks of noise stay below 1
const ATTACK = 0.004; // seconds; a shorter one clicks
const RELEASE = 0.01; // from almost nothing to silence
const FADED = 0.001; // of the loudness: almost nothing
const HARSH = 4500; // hertz; from here on, sounds are softened
const RATE = 0.04; // how much higher or lower than usual a card may sound,
const LEVEL = 1; // and how many decibels louder or quieter
const SIDE = { left: -0.4, right: 0.4 }; // where a seat at the side is heard, from −1 to 1
const FAR = 3200; // hertz; a seat across the table is heard more softly
const SCALE = { re: 293.66, la: 440, si: 493.88, do: 523.25, mi: 659.25, fa: 739.99, high: 880, top: 1174.66 };

const context = new AudioContext();
const output = context.createGain();
const soft = context.createBiquadFilter(); // a lowpass, by default
soft.frequency.setValueAtTime(HARSH, 0);
output.connect(soft).connect(context.destination);
const noise = makeNoise();

let target = output; // where the sound that is being made goes
let touches = 0; // how often a card has been heard

function makeNoise() {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return buffer;
}

/** Return a gain that rises at once and fades out within `length` seconds, to silence. */
function envelope(at, loudness, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + ATTACK);
  gain.gain.exponentialRampToValueAtTime(loudness * FADED, at + length - RELEASE);
  gain.gain.linearRampToValueAtTime(0, at + length);
  gain.connect(target);
  return gain;
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

/** The rustle or the slap of paper: noise around a frequency. */
function paper(at, { pitch, loudness, length, width = 1.2, rate = 1 }) {
  const source = context.createBufferSource();
  source.buffer = noise;
  source.playbackRate.value = rate;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * rate;
  filter.Q.value = width;
  source.connect(filter).connect(envelope(at, loudness, length));
  source.start(at, Math.random() * 0.5);
  source.stop(at + length);
}

/** A tone with a little of its octave, like a plucked string, or like wood if it is short. */
function tone(at, pitch, { loudness = 0.5, length = 0.5, shape = "triangle" } = {}) {
  for (const [times, share] of [[1, 1], [2, 0.35]]) {
    const source = context.createOscillator();
    source.type = shape;
    source.frequency.value = pitch * times;
    source.connect(envelope(at, loudness * share, length / times));
    source.start(at);
    source.stop(at + length / times);
  }
}

/** A card on the table. */
function slap(at, loudness = 1) {
  const { rate, level } = nextTouch();
  paper(at, { pitch: 1500, loudness: 1.5 * loudness * level, length: 0.13, rate });
  tone(at, 180 * rate, { loudness: 0.45 * loudness * level, length: 0.16, shape: "sine" });
}

/** A knuckle on the table. */
function knock(at) {
  paper(at, { pitch: 650, loudness: 1.2, length: 0.07 });
  tone(at, 210, { loudness: 0.7, length: 0.14, shape: "sine" });
}

/** One of several slaps in a row, which add up. */
const softSlap = (at) => slap(at, 0.8);

function rustle(at) {
  const { rate, level } = nextTouch();
  paper(at, { pitch: 2100, loudness: 1.2 * level, length: 0.12, width: 0.9, rate });
}

const melody = (at, notes, step = 0.11) => {
  notes.forEach((note, place) => tone(at + place * step, SCALE[note], { loudness: 0.4 }));
};

/** Make a sound again and again, at these times after `at`. */
const repeat = (at, times, make) => times.forEach((later) => make(at + later));

const SOUNDS = {
  deal: (at) => repeat(at, [0, 0.09, 0.18], rustle),
  play: (at) => slap(at),
  capture(at) {
    slap(at);
    repeat(at, [0.2, 0.28], rustle);
  },
  caida(at) {
    slap(at);
    melody(at + 0.05, ["la", "mi", "high"]);
  },
  missa(at) {
    slap(at);
    melody(at + 0.05, ["high", "fa", "la", "re"], 0.08);
  },
  // the third and the fourth card strike back, each with a slap more
  five(at) {
    repeat(at, [0, 0.11], softSlap);
    melody(at + 0.16, ["mi", "high", "top"]);
  },
  ten(at) {
    repeat(at, [0, 0.11, 0.22], softSlap);
    melody(at + 0.27, ["mi", "high", "top", "high", "top"], 0.1);
  },
  ronda: (at) => repeat(at, [0, 0.16], knock),
  tringa: (at) => repeat(at, [0, 0.16, 0.32], knock),
  challenge: (at) => melody(at, ["la", "la", "mi"], 0.1),
  false_call: (at) => melody(at, ["fa", "si", "re"], 0.14),
  turn: (at) => tone(at, SCALE.mi, { loudness: 0.25, length: 0.45, shape: "sine" }),
  low: (at) => repeat(at, [0, 0.18, 0.36], (then) => tone(then, SCALE.top, { length: 0.15 })),
  end: (at) => melody(at, ["re", "la", "do", "mi", "high"], 0.16),
  lost: (at) => melody(at, ["mi", "do", "la", "re"], 0.2),
};

/** Play a sound by its name. The volume is from 0 to 1; its square is the amplitude, because hearing is not linear.
    `place` is that of the seat it comes from: left, right, top or bottom. */
export async function play(name, volume, place) {
  if (context.state === "suspended") await context.resume();
  output.gain.value = LOUDNESS * volume ** 2;
  target = targetOf(place);
  SOUNDS[name](context.currentTime + 0.01);
}
