/* The sounds of the table, synthesised in the browser: paper and wood for cards, plucked strings for great moments. */

const LOUDNESS = 0.7; // at full volume; the loudest moments stay below 1
const SCALE = { re: 293.66, la: 440, si: 493.88, do: 523.25, mi: 659.25, fa: 739.99, high: 880, top: 1174.66 };

const context = new AudioContext();
const output = context.createGain();
output.connect(context.destination);
const noise = makeNoise();

function makeNoise() {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return buffer;
}

/** Return a gain that rises at once and fades out within `length` seconds. */
function envelope(at, loudness, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(output);
  return gain;
}

/** The rustle or the slap of paper: noise around a frequency. */
function paper(at, { pitch, loudness, length, width = 1.2 }) {
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
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
    source.stop(at + length);
  }
}

const slap = (at, loudness = 0.9) => {
  paper(at, { pitch: 1700, loudness, length: 0.07 });
  tone(at, 130, { loudness: 0.5 * loudness, length: 0.09, shape: "sine" });
};

/** A knuckle on the table. */
const knock = (at) => {
  paper(at, { pitch: 600, loudness: 0.8, length: 0.05 });
  tone(at, 165, { loudness: 0.7, length: 0.12, shape: "sine" });
};

const rustle = (at) => paper(at, { pitch: 3200, loudness: 0.9, length: 0.09, width: 0.8 });

const melody = (at, notes, step = 0.11) => notes.forEach((note, place) => tone(at + place * step, SCALE[note]));

const SOUNDS = {
  deal: (at) => [0, 0.08, 0.16].forEach((later) => rustle(at + later)),
  play: (at) => slap(at, 0.7),
  capture(at) {
    slap(at);
    [0.2, 0.27].forEach((later) => rustle(at + later));
  },
  caida(at) {
    slap(at, 1);
    melody(at + 0.05, ["la", "mi", "high"]);
  },
  missa(at) {
    slap(at);
    melody(at + 0.05, ["high", "fa", "la", "re"], 0.08);
  },
  five(at) {
    slap(at, 1);
    melody(at + 0.05, ["la", "mi", "high", "top"]);
  },
  ten(at) {
    slap(at, 1);
    melody(at + 0.05, ["re", "la", "mi", "high", "top", "high", "top"], 0.09);
  },
  ronda: (at) => [0, 0.15].forEach((later) => knock(at + later)),
  tringa: (at) => [0, 0.15, 0.3].forEach((later) => knock(at + later)),
  challenge: (at) => melody(at, ["la", "la", "mi"], 0.1),
  false_call: (at) => melody(at, ["fa", "si", "re"], 0.14),
  turn: (at) => tone(at, SCALE.mi, { loudness: 0.27, length: 0.25, shape: "sine" }),
  low: (at) => [0, 0.18, 0.36].forEach((later) => tone(at + later, SCALE.top, { loudness: 0.5, length: 0.14 })),
  end: (at) => melody(at, ["re", "la", "do", "mi", "high"], 0.16),
  lost: (at) => melody(at, ["mi", "do", "la", "re"], 0.2),
};

/** Play a sound by its name. The volume is from 0 to 1; its square is the amplitude, because hearing is not linear. */
export async function play(name, volume) {
  if (context.state === "suspended") await context.resume();
  output.gain.value = LOUDNESS * volume ** 2;
  SOUNDS[name](context.currentTime + 0.01);
}
