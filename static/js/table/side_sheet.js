/* What is beside the table: on a phone it is a sheet, which the header opens, and the notices are in the prompt. */

import { byId } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";

const PHONE = matchMedia("(width < 640px), (height < 480px)"); // as in page.css

const COLUMN = matchMedia("(width >= 1024px) and (height >= 480px)"); // as in page_sizes.css

/** Return the areas beside the table that something may cover for a while: the log, where it is in a column. */
export const spareAreas = () => (COLUMN.matches ? [byId("log").getBoundingClientRect()] : []);

/** Close the sheets, which cover the table. Return whether any was open: the focus is then at the button that opened it. */
export function closeSheets() {
  const open = document.querySelectorAll(".side :popover-open");
  for (const sheet of open) sheet.hidePopover();
  return open.length > 0;
}

/** Where the log is in a column, the sections of `folds` lie over it. Close them as menus are closed. */
function connectFolds(folds) {
  const close = () => {
    for (const section of folds.querySelectorAll("[open]")) section.open = false;
  };
  addEventListener("pointerdown", ({ target }) => COLUMN.matches && !folds.contains(target) && close());
  folds.addEventListener("keydown", (event) => {
    const section = event.target.closest("[open]");
    if (event.key !== "Escape" || !COLUMN.matches || !section) return;
    close();
    moveFocus(section.querySelector("summary"));
    event.stopPropagation(); // it does not take a card back
  });
}

/** `line`: the text of the prompt, below which a phone has the notices. */
export function connectSideSheet(line) {
  const remarks = byId("remarks");
  const aboveLog = remarks.parentElement;
  const sheet = byId("side-sheet");
  const log = byId("log"); // it stays there for screen readers while the sheet is closed
  const layOut = () => {
    sheet.popover = PHONE.matches ? "auto" : null;
    sheet.setAttribute("role", "group");
    log.tabIndex = PHONE.matches ? -1 : 0;
    if (PHONE.matches) line.after(remarks);
    else aboveLog.append(remarks);
  };
  sheet.addEventListener("toggle", ({ newState }) => {
    const isOpen = newState === "open";
    sheet.setAttribute("role", isOpen ? "dialog" : "group");
    log.tabIndex = isOpen ? 0 : -1;
    if (isOpen) moveFocus(sheet.querySelector(".side__close"));
  });
  // In a low sheet, the content of a section that is unfolded would be below the fold.
  for (const section of sheet.querySelectorAll("details")) {
    section.addEventListener("toggle", () => {
      if (section.open && sheet.matches(":popover-open")) section.scrollIntoView({ block: "nearest" });
    });
  }
  connectFolds(sheet.querySelector(".side__folds"));
  byId("ask-abort").addEventListener("click", closeSheets); // they would cover the notice of the offer
  // Browsers return the focus to what opened a popover only if no other popover is open.
  for (const opener of sheet.querySelectorAll("[popovertarget]")) {
    const opened = opener.popoverTargetElement;
    if (opened === sheet) continue;
    opened.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && sheet.matches(":popover-open")) moveFocus(opener);
    });
  }
  PHONE.addEventListener("change", layOut);
  layOut();
}
