/* The page that verifies the deals of a record. Everything runs in the browser; no file is uploaded. */

import { byId, el } from "../lib/dom.js";
import { canCheck, verifyRecord } from "./verify.js";
import { seenIn } from "./seen_commitments.js";

const [picker, chooser, result] = ["check", "record-file", "verdict"].map(byId);

const ERRORS = {
  incomplete: gettext("The salt, commitment or cut is missing."),
  cut: gettext("The pack can’t have been cut there."),
  commitment: gettext("This isn’t the pack the site committed to."),
  dealer: gettext("The salt gives a different first dealer."),
  returned: gettext("The salt gives different places for the returned cards."),
  missing: gettext("The commitment is missing, although an earlier deal has one."),
  seen: gettext("During the match, this browser saw a different commitment for this deal."),
  gone: gettext("This browser saw a commitment for this deal, but the record doesn’t contain it."),
};

const FILE = /^ronda-([\w-]+?)(?: ?\(\d+\))?\.json$/; // the site's file name; a browser may add a number

function fail(text) {
  result.replaceChildren(el("p", "message message--error", text));
}

/** Compare the record with the commitments seen by this browser. Report any that differ, and deals that are missing. */
function compare(verdicts, code) {
  const seen = seenIn(code, verdicts.map((verdict) => verdict.commitment));
  for (const verdict of verdicts) {
    const shown = seen[verdict.number];
    verdict.seen = Boolean(shown);
    if (shown && shown !== verdict.commitment) verdict.errors.push("seen");
  }
  for (const number of Object.keys(seen).map(Number)) {
    if (number >= verdicts.length) {
      verdicts.push({ number, committed: true, errors: ["gone"], commitment: seen[number], seen: true });
    }
  }
}

function summary(verdicts) {
  if (verdicts.some(({ errors }) => errors.length)) {
    const wrong = gettext("Check failed: these are not the deals the site committed to.");
    return el("p", "message message--error", wrong);
  }
  const committed = verdicts.filter((verdict) => verdict.committed).length;
  if (!committed) {
    return el("p", "message message--warning", gettext("Nothing to check: this match has no commitments."));
  }
  const shown = verdicts.filter((verdict) => verdict.seen).length;
  const all = ngettext("%s deal matches its commitment.", "%s deals match their commitments.", committed);
  const seen = interpolate(gettext("This browser saw %s of the commitments during the match."), [shown]);
  return el("p", "message message--success", `${interpolate(all, [committed])} ${seen}`);
}

function badge({ errors, committed }) {
  if (errors.length) return el("span", "badge badge--bad", gettext("doesn’t match"));
  if (!committed) return el("span", "badge", gettext("no commitment"));
  return el("span", "badge badge--good", gettext("verified"));
}

function facts({ dealer, cut, committed, seen }, players) {
  const said = [];
  if (players[dealer] !== undefined) said.push(interpolate(gettext("%s deals"), [players[dealer]]));
  if (cut) said.push(interpolate(ngettext("%s card cut", "%s cards cut", cut), [cut]));
  if (cut === null) said.push(gettext("not cut: the match ended first"));
  if (committed) said.push(seen ? gettext("seen by this browser") : gettext("not seen by this browser"));
  return said.join(" · ");
}

function line(verdict, players) {
  const title = interpolate(gettext("Deal %s"), [verdict.number + 1]);
  const node = el("li", "verdict", el("b", "verdict__deal", title), badge(verdict));
  node.append(el("span", "verdict__facts", facts(verdict, players)));
  if (verdict.commitment) node.append(el("code", "verdict__commitment", String(verdict.commitment)));
  node.append(...verdict.errors.map((error) => el("p", "verdict__error", ERRORS[error])));
  return node;
}

async function check(text, code) {
  result.setAttribute("aria-busy", "true");
  try {
    const record = JSON.parse(text);
    const verdicts = await verifyRecord(record);
    compare(verdicts, code);
    const lines = verdicts.map((verdict) => line(verdict, record.players));
    result.replaceChildren(summary(verdicts), el("ol", "verdicts", ...lines));
  } catch {
    fail(gettext("This isn’t a match record."));
  } finally {
    result.removeAttribute("aria-busy");
  }
}

async function checkMatch({ record, match }) {
  const answer = await fetch(record).catch(() => null);
  if (answer?.ok) await check(await answer.text(), match);
  else fail(gettext("Couldn’t load the record. Please try again."));
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (file) await check(await file.text(), FILE.exec(file.name)?.[1]);
});

picker.hidden = !canCheck();
byId("no-crypto").hidden = canCheck();
if (canCheck() && picker.dataset.record) checkMatch(picker.dataset);
