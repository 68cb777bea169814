/* Players' faces beside their names: picture, flag and title. They are read from the server once for each name. */

import { el } from "../lib/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const address = document.body.dataset.faces;
const faces = new Map(); // by name: a promise of the face, undefined for unknown players
let asked = null; // names that are read together, and the promise of their faces

function ask(name) {
  if (!asked) {
    asked = { names: [] };
    asked.faces = Promise.resolve().then(read);
  }
  asked.names.push(name);
  return asked.faces.then((found) => found[name]);
}

async function read() {
  const query = new URLSearchParams(asked.names.map((name) => ["name", name]));
  asked = null;
  try {
    const response = await fetch(`${address}?${query}`);
    return response.ok ? await response.json() : {};
  } catch {
    return {}; // offline: names are enough
  }
}

function portrait({ picture }) {
  const image = el("img", "seat__avatar");
  return Object.assign(image, { src: picture, alt: "", width: 24, height: 24 });
}

function flag({ flag: src, country }) {
  return Object.assign(el("img", "flag"), { src, alt: country, title: country, width: 18, height: 18 });
}

function avatar({ picture, colour }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `seat__avatar avatar avatar--${colour}`);
  svg.setAttribute("viewBox", "0 0 64 64");
  svg.setAttribute("width", "24");
  svg.setAttribute("height", "24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", picture);
  svg.append(use);
  return svg;
}

/** Show the face of a player in `node`; nothing for unknown players. */
export async function showFace(node, name) {
  if (node.dataset.name === name || !address) return;
  node.dataset.name = name;
  node.replaceChildren();
  if (!name) return;
  if (!faces.has(name)) faces.set(name, ask(name));
  const face = await faces.get(name);
  if (!face || node.dataset.name !== name) return;
  node.append(face.colour ? avatar(face) : portrait(face));
  if (face.flag) node.append(flag(face));
  if (face.title) node.append(el("span", "mark", face.title));
}
