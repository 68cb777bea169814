/* The rules beside the table. Their figures load other sprites of cards, so they wait in a template until they are read. */

import { byId } from "../lib/dom.js";

export function connectRules() {
  const drawer = byId("rules");
  const fill = () => {
    const template = drawer.querySelector("template");
    template.replaceWith(template.content);
  };
  drawer.addEventListener("beforetoggle", fill, { once: true });
}
