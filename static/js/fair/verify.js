/* Verify that the deals of a record match their commitments, as docs/fair-deals.md describes, with Web Crypto. */

const FORMAT = "ronda-deal/1";
const WORD_BYTES = 8;
const WORDS = 2n ** 64n;
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]; // M1
const HAND_CARDS = 3; // M3
const TABLE_CARDS = 4;

/** Return whether the browser can compute hashes here, which it can't over plain HTTP. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

async function hash(text) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Return the commitment to a shuffled pack before its cut. */
export async function commitTo(salt, pack) {
  const bytes = await hash(`${FORMAT} ${salt} ${pack.join(" ")}`);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the pack as it was before the cut moved its top `cut` cards to the bottom. */
export const joinPack = (deck, cut) => [...deck.slice(deck.length - cut), ...deck.slice(0, deck.length - cut)];

/** Return a number from 0 to `count - 1`, determined by salt and label. */
export async function draw(salt, label, count) {
  const size = BigInt(count);
  const fair = WORDS - (WORDS % size);
  for (let attempt = 0; ; attempt += 1) {
    const bytes = await hash(`${salt} ${label} ${attempt}`);
    const word = bytes.slice(0, WORD_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    if (word < fair) return Number(word % size);
  }
}

/** Return whether the last card must be put back (M5) because it repeats a rank or completes four in sequence. */
function goesBack(table) {
  const ranks = table.map((card) => RANKS.indexOf(card.slice(0, -1)));
  if (new Set(ranks).size < ranks.length) return true;
  return table.length === TABLE_CARDS && Math.max(...ranks) - Math.min(...ranks) === TABLE_CARDS - 1;
}

/** Return the places of the cards put back while the four table cards are dealt from this pack. */
async function placesOf(deck, salt, players) {
  const stock = deck.slice(HAND_CARDS * players);
  const table = [];
  const places = [];
  while (table.length < TABLE_CARDS && stock.length) {
    table.push(stock.shift());
    if (goesBack(table)) {
      places.push(await draw(salt, `returned ${places.length + 1}`, stock.length + 1));
      stock.splice(places.at(-1), 0, table.pop());
    }
  }
  return places;
}

const KEYS = ["salt", "commitment", "cut"];
const isComplete = (deal) =>
  [deal.salt, deal.commitment, deal.deck].every((text) => typeof text === "string") && Number.isInteger(deal.cut);

/** Return the errors in a deal that has a commitment, as keys of `ERRORS` in page.js. */
async function errorsOf(deal, number, { players, putsBack }) {
  if (!isComplete(deal)) return ["incomplete"];
  const deck = deal.deck.split(" ");
  const errors = [];
  if (!(deal.cut > 0 && deal.cut < deck.length)) errors.push("cut");
  if ((await commitTo(deal.salt, joinPack(deck, deal.cut))) !== deal.commitment) errors.push("commitment");
  if (number === 0 && (await draw(deal.salt, "dealer", players)) !== deal.dealer) errors.push("dealer");
  // Only rulesets that put cards back have these places. A missing one would show when the match is replayed.
  const places = putsBack ? await placesOf(deck, deal.salt, players) : [];
  if (places.join() !== (deal.returned ?? []).join()) errors.push("returned");
  return errors;
}

/**
 * Return a verdict for each deal of a record: {number, committed, errors, commitment, dealer, cut}.
 * Throws a TypeError if `record` is not a match record.
 */
export async function verifyRecord(record) {
  const players = record.players.length;
  const putsBack = record.deals.some((deal) => deal.returned?.length);
  const verdicts = [];
  for (const [number, deal] of record.deals.entries()) {
    const committed = KEYS.some((key) => key in deal);
    const errors = committed ? await errorsOf(deal, number, { players, putsBack }) : [];
    if (!committed && verdicts.some((former) => former.committed)) errors.push("missing");
    const { commitment, dealer, cut } = deal;
    verdicts.push({ number, committed, errors, commitment, dealer, cut });
  }
  if (record.uncut) verdicts.push(await verdictOfUncut(record, players));
  return verdicts;
}

/** Return the verdict on a pack that was not yet cut when the match ended. */
async function verdictOfUncut({ uncut, deals }, players) {
  const errors = [];
  if ((await commitTo(uncut.salt, uncut.pack.split(" "))) !== uncut.commitment) errors.push("commitment");
  if (!deals.length && (await draw(uncut.salt, "dealer", players)) !== uncut.dealer) errors.push("dealer");
  const { commitment, dealer } = uncut;
  return { number: deals.length, committed: true, errors, commitment, dealer, cut: null };
}
