/* The page that checks the deals of a record. Everything happens in this browser; a file is sent nowhere. */

import { el } from "../lib/dom.js";
import { canCheck, verifyRecord } from "./verify.js";
import { seenIn } from "./seen_commitments.js";

const part = (name) => document.getElementById(name);
const [picker, chooser, result] = ["check", "record-file", "verdict"].map(part);

const ERRORS = {
  incomplete: gettext("Salt, commitment or cut are missing."),
  cut: gettext("The pack cannot have been cut there."),
  commitment: gettext("This is not the pack that the site had committed to."),
  dealer: gettext("The salt draws another first dealer."),
  returned: gettext("The salt draws other places for the cards put back."),
  missing: gettext("There is no commitment, though a deal before has one."),
  seen: gettext("During the match this browser was shown another commitment for this deal."),
  gone: gettext("This browser was shown a commitment for this deal, but the record does not have it."),
};

const FILE = /^ronda-([\w-]+?)(?: ?\(\d+\))?\.json$/; // as the site names it; a browser may add a number

function fail(text) {
  result.replaceChildren(el("p", "message message--error", text));
}

/** What this browser was shown decides too: another commitment, or a deal that is not there any more. */
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
    const wrong = gettext("Something does not agree: these are not the deals committed to.");
    return el("p", "message message--error", wrong);
  }
  const committed = verdicts.filter((verdict) => verdict.committed).length;
  if (!committed) {
    return el("p", "message message--warning", gettext("Nothing can be checked: this match has no commitments."));
  }
  const shown = verdicts.filter((verdict) => verdict.seen).length;
  const all = ngettext("%s deal agrees with its commitment.", "%s deals agree with their commitments.", committed);
  const seen = interpolate(gettext("This browser was shown %s of the commitments during the match."), [shown]);
  return el("p", "message message--success", `${interpolate(all, [committed])} ${seen}`);
}

function badge({ errors, committed }) {
  if (errors.length) return el("span", "badge badge--bad", gettext("does not agree"));
  if (!committed) return el("span", "badge", gettext("not committed"));
  return el("span", "badge badge--good", gettext("agrees"));
}

function facts({ dealer, cut, committed, seen }, players) {
  const said = [];
  if (players[dealer] !== undefined) said.push(interpolate(gettext("%s deals"), [players[dealer]]));
  if (cut) said.push(interpolate(ngettext("%s card went under", "%s cards went under", cut), [cut]));
  if (cut === null) said.push(gettext("never cut: the match ended first"));
  if (committed) said.push(seen ? gettext("shown to this browser") : gettext("not shown to this browser"));
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
    fail(gettext("This is not a match record."));
  } finally {
    result.removeAttribute("aria-busy");
  }
}

async function checkMatch({ record, match }) {
  const answer = await fetch(record).catch(() => null);
  if (answer?.ok) await check(await answer.text(), match);
  else fail(gettext("The record could not be loaded. Please try again."));
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (file) await check(await file.text(), FILE.exec(file.name)?.[1]);
});

picker.hidden = !canCheck();
part("no-crypto").hidden = canCheck();
if (canCheck() && picker.dataset.record) checkMatch(picker.dataset);
