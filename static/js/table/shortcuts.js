/* The keys of a table: those of card_keys.js choose a card, arrows enter the hand and move in it, Escape takes a card back or
   closes what was opened, L shows the last capture, P goes to the prompt, Enter and the space bar close the count, H asks
   for a hint, M mutes, ? shows this list: templates/games/table/_keys.html. */

import { KEYS_OF_LIST, showKeys } from "../lib/keys_dialog.js";
import { placeOf, pressedKey } from "../board/card_keys.js";
import { play } from "./cues.js";

/** Return why a key does not choose a card. A card keeps its key until the next batch is dealt. */
function refusal(board, place) {
  return board.wasDealt(place) ? gettext("You’ve already played card %s.") : gettext("You have no card %s.");
}

/**
 * Listen for keys. `isShowing()` tells whether the board is still showing earlier changes: a card that is chosen then may
 * not have been dealt yet. `notify(text)` shows a text for a few seconds.
 */
export function listenForKeys(board, { isShowing, setPlace, takeBack, notify, goToPrompt, mute, askForHint, goOn }) {
  const enterHand = (isLast) => document.activeElement === document.body && board.enterHand(isLast);
  const arrows = { arrowright: () => enterHand(false), arrowleft: () => enterHand(true) };
  const actions = { ...arrows, escape: takeBack, l: () => board.recall.toggle(), p: goToPrompt, h: askForHint, m: mute };
  addEventListener("keydown", (event) => {
    const fields = "input:not([type=checkbox], [type=range]), textarea, select, dialog[open], :popover-open";
    if (event.target.closest?.(fields)) return;
    // Wherever the focus rests, Enter and the space bar close the count; on a button, they press that.
    if (["Enter", " "].includes(event.key) && !event.target.closest?.("button, a, [tabindex='0']") && goOn()) {
      event.preventDefault(); // nor scroll the page
      return;
    }
    const key = pressedKey(event);
    const place = placeOf(key);
    if (KEYS_OF_LIST.includes(key)) showKeys();
    else if (place < 0) actions[key]?.();
    else if (board.chooseAt(place)) return;
    else if (isShowing()) setPlace(place);
    else if (board.refuseKey()) {
      play("refused");
      notify(interpolate(refusal(board, place), [key]));
    }
  });
}
