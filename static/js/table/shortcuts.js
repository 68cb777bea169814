/* The keys of a table: 1 to 9 choose a card, Escape takes it back, L shows the last capture, H asks for a
   hint, M mutes. */

/**
 * Listen for keys. `isShowing()` tells whether the board is still showing earlier changes: a card that is chosen then may
 * not have been dealt yet.
 */
export function listenForKeys(board, premove, { isShowing, mute, askForHint }) {
  const actions = { escape: () => premove.takeBack(), l: () => board.recall(), h: askForHint, m: mute };
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog, [popover]");
    if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[1-9]$/.test(event.key)) {
      actions[event.key.toLowerCase()]?.();
      return;
    }
    const place = Number(event.key) - 1;
    if (!board.chooseAt(place) && isShowing()) premove.setPlace(place);
  });
}
