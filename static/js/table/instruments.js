/* The instruments of the table’s sounds: cards, wood, a darbuka, an oud, a qanun and a ney. Each function models what is struck,
   plucked or blown, and returns the samples of one stroke (a Float32Array with a peak of 1) at a rate in samples per second,
   or those for the left and the right ear. The noise is the same every time, so the sounds are too. Cards and
   knuckles have several takes, which differ in their noise. */

export const TAKES = 4;
const FADE = 0.01; // seconds in which the end of a stroke is faded out
const NOTE = 0.8; // seconds of a plucked note that are heard
const DECAY = 1.6; // seconds until a string would be 60 dB softer
const COURSE = 1.0012; // the ratio of the pitches of an oud’s two strings, which are never quite in tune
const FARTHER = 0.4; // loudness of the string that is farther from an ear
const REED = [1, 0.45, 0.3, 0.08, 0.05]; // the loudness of a ney’s harmonics
// The modes of a drum’s skin: the ratio of their pitch to the lowest, their loudness, and their decay in seconds.
const SKIN = [[1, 0.8, 0.11], [1.59, 0.55, 0.09], [2.14, 0.6, 0.07], [3.6, 0.55, 0.05], [5.2, 0.3, 0.03]];
const PICK = 0.14; // where a string is plucked, as a share of its length
// The modes of a qanun’s string, in the form of SKIN; a little sharp, because the string is stiff. The hand damps it.
const COURSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((mode) => {
  return [mode * (1 + 0.0001 * mode ** 2), mode ** -1.2, 0.085 * mode ** -0.65];
});
// The modes of an oud’s body, in the form of `ring`: the air in it, its face, and the tap of the plectrum on it.
const BODY = [[104, 0.5, 0.06], [203, 0.45, 0.05], [347, 0.35, 0.035], [520, 0.22, 0.025], [1130, 0.2, 0.01], [1720, 0.12, 0.007]];
const BRIDGE = 0.35; // the weight of the string’s slope, which moves the bridge: with more, high partials are louder
const SCRAPE = 0.25; // loudness of the plectrum itself
const SOFT = 0.1; // the weight of the previous sample: with more, a string loses its high frequencies faster

function makeNoise(seed = 0) {
  let state = 7 + 7919 * seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Return a stroke of `length` seconds. `sampleAt(t)` returns its samples in order; the peak is scaled to 1. */
function stroke(rate, length, sampleAt) {
  const samples = Float32Array.from({ length: Math.round(rate * length) }, (_, place) => sampleAt(place / rate));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample, place) => (sample / peak) * Math.min(1, (samples.length - 1 - place) / (FADE * rate)));
}

/** Return a lowpass of the first order: a function from sample to sample. */
function lowpass(rate, frequency) {
  const share = 1 - Math.exp((-2 * Math.PI * frequency) / rate);
  let state = 0;
  return (sample) => (state += share * (sample - state));
}

/** Return the ringing of a struck body as a function of time. Each mode has a frequency, a loudness, and a decay in seconds. */
const ring = (modes) => (t) =>
  modes.reduce((sum, [pitch, loudness, decay]) => sum + loudness * Math.sin(2 * Math.PI * pitch * t) * Math.exp(-t / decay), 0);

/** A card laid on the table: its edge clicks, it slaps, the air under it escapes, and the wood rings. Most of it is above
    200 Hz, because phone speakers play little below. */
export function slap(rate, take) {
  const [noise, paper, air, low] = [makeNoise(take), lowpass(rate, 3400), lowpass(rate, 900), lowpass(rate, 160)];
  const wood = ring([[138, 0.22, 0.05], [231, 0.32, 0.04], [389, 0.34, 0.03], [612, 0.26, 0.022], [948, 0.14, 0.014]]);
  return stroke(rate, 0.2, (t) => {
    const sample = noise();
    const edge = 0.5 * sample * Math.exp(-t / 0.002);
    const slapped = 1.3 * paper(sample) * Math.exp(-t / 0.016);
    const escaping = 2 * (air(sample) - low(sample)) * (1 - Math.exp(-t / 0.004)) * Math.exp(-t / 0.034);
    return Math.min(1, t / 0.0008) * (edge + slapped + escaping + wood(t));
  });
}

/** A card that slides off the pack or across the table, and lands with a tick and a soft thump. */
export function rustle(rate, take) {
  const [noise, first, second, low] = [makeNoise(take), lowpass(rate, 2600), lowpass(rate, 2600), lowpass(rate, 900)];
  const thump = ring([[330, 0.28, 0.01]]);
  const slide = 0.075;
  return stroke(rate, 0.16, (t) => {
    const sample = second(first(noise())); // two lowpasses, because paper on felt hardly hisses
    const paper = 3 * (sample - low(sample));
    const landed = t - slide;
    if (landed < 0) return paper * Math.sin((Math.PI * t) / slide) ** 2;
    return Math.min(1, landed / 0.001) * (1.3 * paper * Math.exp(-landed / 0.009) + thump(landed));
  });
}

/** A knuckle on the table. */
export function knock(rate, take) {
  const [noise, skin] = [makeNoise(take), lowpass(rate, 1500)];
  const wood = ring([[186, 1, 0.06], [318, 0.7, 0.045], [502, 0.5, 0.03], [787, 0.3, 0.022], [1180, 0.16, 0.014]]);
  return stroke(rate, 0.24, (t) => Math.min(1, t / 0.001) * (wood(t) + 1.2 * skin(noise()) * Math.exp(-t / 0.004)));
}

/** The bass stroke of a darbuka, in the middle of the skin. Its pitch falls a little at first. The overtones make it
    audible on a phone. */
export function dum(rate) {
  const [noise, hand] = [makeNoise(), lowpass(rate, 700)];
  return stroke(rate, 0.42, (t) => {
    const turns = 98 * t + 55 * 0.022 * (1 - Math.exp(-t / 0.022));
    const skin = SKIN.reduce((sum, [ratio, loudness, decay]) => {
      return sum + loudness * Math.sin(2 * Math.PI * ratio * turns) * Math.exp(-t / decay);
    }, 0);
    return Math.min(1, t / 0.001) * (skin + 0.9 * hand(noise()) * Math.exp(-t / 0.012));
  });
}

/** The treble stroke of a darbuka, at the rim. */
export function tek(rate) {
  const [noise, low] = [makeNoise(), lowpass(rate, 1200)];
  const rim = ring([[430, 0.8, 0.045], [684, 0.7, 0.035], [975, 0.5, 0.026], [1460, 0.3, 0.016]]);
  return stroke(rate, 0.18, (t) => {
    const sample = noise();
    return Math.min(1, t / 0.0008) * (rim(t) + 0.6 * (sample - low(sample)) * Math.exp(-t / 0.006));
  });
}

/** One string, by the model of Karplus and Strong: the shape it was plucked to circulates in a delay line and loses its
    high frequencies. */
function string(rate, pitch) {
  const period = rate / pitch - SOFT; // the mean delays by about SOFT samples
  const whole = Math.floor(period - 0.1);
  const tuning = (1 - (period - whole)) / (1 + period - whole); // an allpass delays by the rest of the period
  const loss = 0.001 ** (1 / (pitch * DECAY));
  const noise = makeNoise();
  const line = Float32Array.from({ length: whole }, (_, place) => {
    const share = place / whole;
    const bent = share < PICK ? share / PICK : (1 - share) / (1 - PICK);
    const slope = (share < PICK ? 1 : 0) - PICK;
    return bent - 0.5 + BRIDGE * slope + SCRAPE * noise();
  });
  let [before, passed, tuned] = [0, 0, 0];
  return Float32Array.from({ length: Math.round(rate * NOTE) }, (_, place) => {
    const sample = line[place % whole];
    const mean = loss * ((1 - SOFT) * sample + SOFT * before);
    tuned = tuning * (mean - tuned) + passed;
    [before, passed] = [sample, mean];
    line[place % whole] = tuned;
    return sample;
  });
}

/** A note of an oud: a course of two strings, one a little to the left and one to the right, and the body. */
export function pluck(rate, pitch) {
  const strings = [pitch, pitch * COURSE].map((one) => string(rate, one));
  const body = ring(BODY);
  const heardBy = (ear) =>
    stroke(rate, NOTE, (t) => {
      const place = Math.round(t * rate);
      return Math.min(1, t / 0.002) * (strings[ear][place] + FARTHER * strings[1 - ear][place] + 0.3 * body(t));
    });
  return [heardBy(0), heardBy(1)];
}

/** A damped note of a qanun, a zither that is played with plectra: short and warm. */
export function zither(rate, pitch) {
  const string = ring(COURSES.map(([ratio, loudness, decay]) => [ratio * pitch, loudness, decay]));
  return stroke(rate, 0.34, (t) => Math.min(1, t / 0.003) * string(t));
}

/** A held note of a ney, a reed flute: breath at first, a tone that rises into its pitch, and a slow vibrato. */
export function blow(rate, pitch) {
  const [noise, high, low] = [makeNoise(), lowpass(rate, 2.5 * pitch), lowpass(rate, 0.8 * pitch)];
  const swell = (t) => Math.sin((Math.PI / 2) * Math.min(1, t / 0.07)) ** 2 * Math.min(1, (NOTE - t) / 0.25);
  let turns = 0;
  return stroke(rate, NOTE, (t) => {
    const vibrato = 0.006 * Math.min(1, t / 0.4) * Math.sin(2 * Math.PI * 5.2 * t);
    turns += (pitch * (1 - 0.03 * Math.exp(-t / 0.02) + vibrato)) / rate;
    const tone = REED.reduce((sum, loudness, number) => sum + loudness * Math.sin(2 * Math.PI * (number + 1) * turns), 0);
    const sample = noise();
    const breath = (high(sample) - low(sample)) * (0.25 + 0.6 * Math.exp(-t / 0.06));
    return swell(t) * (tone + breath);
  });
}

/** The echo of a small room in one ear (0 or 1), as an impulse for a convolver. */
export function room(rate, ear) {
  const [noise, walls] = [makeNoise(ear), lowpass(rate, 2600)];
  return stroke(rate, 0.3, (t) => (t < 0.007 ? 0 : walls(noise()) * Math.exp(-t / 0.055)));
}
